import type { CountryCode } from 'libphonenumber-js';
import { doubtfulType } from '../../site/content/business-types.ts';
import { countryCode, countryName, likelyCountries } from '../../site/content/privacy/phone-countries.ts';
import { businessType, color, country, languageTag } from '../../site/content/schemas.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { completeFlag, type Flag, readFlags, textFlag } from '../cli/flags.ts';
import type { Command } from '../cli/run-command.ts';
import { shellQuoted } from '../cli/settings.ts';
import { openTerminal } from '../cli/terminal.ts';
import { createFolder, refuseUsed } from '../new/create.ts';

const USAGE = `open-reviews new DIR [--name "Acme Dental"] [--town "Riverside"] [--phone "+1-360-555-0142"]
  [--country US] [--type Dentist] [--language en] [--color "#10322a"]`;

const FALLBACK = 'My Business';

/** `npm run new`: creates the folder of a business, ready to build. */
export const newCommand: Command = async ({ args, say }) => {
  const { texts, positionals } = readFlags('new', USAGE, args, ['name', 'town', 'phone', 'type', 'language', 'country', 'color']);
  const [folder, ...more] = positionals;
  if (folder === undefined || more.length > 0) throw new SetupError(`new: pass the folder to create\n\n${USAGE}`);
  await refuseUsed(folder);
  const terminal = openTerminal();
  const flags = {
    name: textFlag('the name of the business', 'Acme Dental', terminal !== undefined),
    town: textFlag('the town', 'optional', false),
    phone: textFlag('the phone number', 'optional', false),
    type: {
      ...textFlag('the schema.org type of the business, such as Dentist, Restaurant or Plumber', 'optional', false),
      schema: businessType,
    },
    language: { ...textFlag('the language of the pages', 'en', false), schema: languageTag },
    country: {
      ...textFlag('the country, as a code such as US or a name', 'optional', false),
      schema: country,
      suggest: ({ phone, language }) => likelyCountries(phone, language)[0],
    } satisfies Flag<string, false>,
    color: { ...textFlag('its color, as #rrggbb', 'optional', false), schema: color },
  };
  const { name, town, phone, type, language, country: given, color: brand } = await completeFlag('new', flags, texts, terminal);
  const likely = likelyCountries(phone, language);
  const guess = terminal === undefined && likely.length === 1 ? likely[0] : undefined;
  const code = given === undefined ? guess : countryCode(given);
  await createFolder(folder, { name: name ?? FALLBACK, locality: town, country: code, telephone: phone, type, language, brand });
  const doubt = type === undefined ? undefined : doubtfulType(type);
  if (doubt !== undefined) say(`warning: found ${doubt.found}; ${doubt.write}`);
  say(describeCountry(code, given === undefined));
  if (language !== undefined && !isEnglish(language))
    say('note: only English texts are analyzed; reviews in other languages are published without an analysis of their texts');
  say(`Created ${folder}. Edit business.yaml first; each file explains its own fields.
next: cd ${shellQuoted(folder)} && npm install && npm start`);
};

const isEnglish = (language: string) => /^en(?:-|$)/.test(language);

/** Phone numbers in reviews are masked by the rules of the country. */
function describeCountry(code: CountryCode | undefined, isGuess: boolean): string {
  if (code === undefined)
    return 'warning: no country given. Set address.country in business.yaml: phone numbers in reviews are recognized by its rules';
  const reason = isGuess ? ', from the phone number and the language; if that is wrong, change address.country in business.yaml' : '';
  return `country: ${code} (${countryName(code, 'en')})${reason}`;
}
