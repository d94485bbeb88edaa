type Spellings = Readonly<Record<string, string>>;

/** The words of the English messages that have another spelling in Canada. */
const canadian: Spellings = {
  canceled: 'cancelled',
  color: 'colour',
  colors: 'colours',
  labeled: 'labelled',
  license: 'licence',
};

/** The words that have another spelling or name in Britain, and in all other regions except the United States and Canada. */
const british: Spellings = {
  ...canadian,
  analyze: 'analyse',
  analyzed: 'analysed',
  criticize: 'criticise',
  criticized: 'criticised',
  criticizes: 'criticises',
  gotten: 'got',
  organizations: 'organisations',
  recognize: 'recognise',
  recognized: 'recognised',
  recognizes: 'recognises',
  toward: 'towards',
  'postal code': 'postcode',
  'cell phones': 'mobile phones',
};

/** Britain and Ireland have counties. */
const ofCounties: Spellings = { ...british, 'state or region': 'county or region' };

/** The spellings of a language that differ from American English. Without a region, English is that of the United States, as in CLDR. */
export function spellingsOf(language: string): Spellings {
  const { language: primary, region = 'US' } = new Intl.Locale(language);
  if (primary !== 'en' || region === 'US') return {};
  if (region === 'CA') return canadian;
  return region === 'GB' || region === 'IE' ? ofCounties : british;
}

/** Respells the words and phrases of a message, but not its arguments, such as `{license}` and `{count, number}`. */
export function respell(message: string, spellings: Spellings): string {
  const phrases = Object.keys(spellings).filter((phrase) => phrase.includes(' '));
  return message.replace(
    new RegExp(`(\\{?)\\b(${[...phrases, '\\p{L}+'].join('|')})(?=([},]?))`, 'giu'),
    (found, open: string, american: string, close: string) => {
      const word = spellings[american.toLowerCase()];
      if (word === undefined || (open !== '' && close !== '')) return found;
      return open + (/^\p{Lu}/u.test(american) ? capitalize(word) : word);
    },
  );
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
