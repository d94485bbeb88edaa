import path from 'node:path';
import type { CountryCode } from 'libphonenumber-js';
import { doubtfulType } from '../../site/content/business-types.ts';
import { countryCode, countryName, likelyCountries } from '../../site/content/privacy/phone-countries.ts';
import { businessType, color, country, languageTag } from '../../site/content/schemas.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { guides, version } from '../cli/about.ts';
import { completeFlag, type Flag, readFlags, textFlag } from '../cli/flags.ts';
import type { Command } from '../cli/run-command.ts';
import { commandLineFor, shellQuoted } from '../cli/settings.ts';
import { openTerminal } from '../cli/terminal.ts';
import { type AroundSite, createContent, createFolder, findAstroSite, refuseUsed } from '../new/create.ts';
import { cloneFolder, isClone, type SetUp, setUpFolder } from '../new/set-up.ts';

const USAGE = `open-reviews new DIR [--name "Acme Dental"] [--town "Riverside"] [--phone "+1-360-555-0142"]
  [--country US] [--type Dentist] [--language en] [--color "#10322a"] [--no-install]

  DIR            the folder to create; inside an Astro site, it only gets the content
  --no-install   leave the packages for later`;

const TEXTS = ['name', 'town', 'phone', 'type', 'language', 'country', 'color'] as const;

const FALLBACK = 'My Business';

/** `npm run new`: creates the folder of a business, which works at once. Tests use another `setUp`, because npm is slow. */
export const createNewCommand =
  (setUp: SetUp): Command =>
  async ({ args, say }) => {
    const { texts, has, positionals } = readFlags('new', USAGE, args, TEXTS, ['no-install']);
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
    const { name, town, phone, type, language, country: given, color: brand } = await completeFlag('new', flags, texts, terminal, 'all');
    const likely = likelyCountries(phone, language);
    const guess = terminal === undefined && likely.length === 1 ? likely[0] : undefined;
    const code = given === undefined ? guess : countryCode(given);
    const business = { name: name ?? FALLBACK, locality: town, country: code, telephone: phone, type, language, brand };
    const site = findAstroSite(folder);
    const isInstalling = !has('no-install');
    if (site) await createContent(folder, business);
    else await createFolder(folder, business, (made) => setUp(made, { isInstalling, say }));
    const doubt = type === undefined ? undefined : doubtfulType(type);
    if (doubt !== undefined) say(`warning: found ${doubt.found}; ${doubt.write}`);
    say(describeCountry(code, given === undefined));
    if (language !== undefined && !isEnglish(language))
      say('note: only English texts are analyzed; reviews in other languages are published without an analysis of their texts');
    say(`Created ${folder}. Each file explains its own fields; business.yaml is the first to edit.`);
    if (site)
      say(`It only has content, because ${site.folder} is an Astro site. Add the integration to its configuration: ${guides.astro}`);
    say(`next: ${site ? nextInSite(folder, site) : `cd ${shellQuoted(folder)} && ${isInstalling ? '' : 'npm install && '}npm run desk`}`);
  };

/** `npm run new`: creates the folder of a business, with the program installed. */
export const newCommand = createNewCommand(setUpFolder);

/** The command after content was created inside an Astro site: installs the program there, or checks the content with it. */
function nextInSite(content: string, { folder, hasProgram }: AroundSite): string {
  const inside = commandLineFor({}, path.relative('', folder));
  if (hasProgram) return inside(`npx open-reviews --root ${shellQuoted(path.relative(folder, content))} check`);
  if (!isClone) return inside('npm install open-reviews');
  const clone = path.relative('', cloneFolder);
  const pack = [
    'npm pack',
    ...(clone === '' ? [] : [shellQuoted(clone)]),
    '--pack-destination',
    shellQuoted(path.relative('', folder) || '.'),
  ];
  return `${pack.join(' ')} && ${inside(`npm install ./open-reviews-${version()}.tgz`)}`;
}

const isEnglish = (language: string) => /^en(?:-|$)/.test(language);

/** Phone numbers in reviews are masked by the rules of the country. */
function describeCountry(code: CountryCode | undefined, isGuess: boolean): string {
  if (code === undefined)
    return 'warning: no country given. Set address.country in business.yaml: phone numbers in reviews are recognized by its rules';
  const reason = isGuess ? ', from the phone number and the language; if that is wrong, change address.country in business.yaml' : '';
  return `country: ${code} (${countryName(code, 'en')})${reason}`;
}
