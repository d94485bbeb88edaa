import { doubtfulType } from '../site/content/business-types.ts';
import { businessType, color, languageTag } from '../site/content/schemas.ts';
import { SetupError } from '../site/contract/environment.ts';
import { textFlag } from './cli/flag-kinds.ts';
import { completeFlag, readFlags } from './cli/flags.ts';
import { type Command, runCommand } from './cli/run-command.ts';
import { shellQuoted } from './cli/settings.ts';
import { openTerminal } from './cli/terminal.ts';
import { createContent, refuseUsed } from './new/create.ts';

const USAGE = `npm run new -- DIR [--name "Acme Electric"] [--town "Port Alder"] [--phone "+1-360-555-0142"]\n  [--type Electrician] [--language en] [--color "#10322a"]`;

const FALLBACK = 'My Business';

/** `npm run new`: makes a commented content folder for a business, which builds at once. */
export const newCommand: Command = async ({ args, say }) => {
  const { texts, positionals } = readFlags('new', USAGE, args, ['name', 'town', 'phone', 'type', 'language', 'color']);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new SetupError(`new: write the folder to make\n\n${USAGE}`);
  await refuseUsed(folder);
  const terminal = openTerminal();
  const flags = {
    name: textFlag('the name of the business', 'Acme Electric', terminal !== undefined),
    town: textFlag('the town', 'may stay empty', false),
    phone: textFlag('the phone number', 'may stay empty', false),
    type: {
      ...textFlag('what it is, as a type of schema.org such as Electrician, Restaurant or HairSalon', 'may stay empty', false),
      schema: businessType,
    },
    language: { ...textFlag('the language of the pages', 'en', false), schema: languageTag },
    color: { ...textFlag('its color, as #rrggbb', 'may stay empty', false), schema: color },
  };
  const { name, town, phone, type, language, color: brand } = await completeFlag('new', flags, texts, terminal);
  await createContent(folder, { name: name ?? FALLBACK, locality: town, telephone: phone, type, language, brand });
  const doubt = type === undefined ? undefined : doubtfulType(type);
  if (doubt !== undefined) say(`warning: found ${doubt.found}; ${doubt.write}`);
  const from = shellQuoted(folder);
  say(`${folder} is there: begin with business.yaml; every file says what belongs into it
see it while you edit:  CONTENT_DIR=${from} npm run dev
build and serve it:     CONTENT_DIR=${from} npm start
once and for all:       echo ${shellQuoted(`CONTENT_DIR=${from}`)} >> .env`);
};

if (import.meta.main) await runCommand(newCommand);
