import type { IntlMessageFormat } from 'intl-messageformat';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

type Spellings = Readonly<Record<string, string>>;

/** The words of the English messages that have another spelling in Canada. */
const canadian: Spellings = {
  labeled: 'labelled',
  license: 'licence',
};

/** The words that have another spelling in Britain, and in all other regions except the United States and Canada. */
const british: Spellings = {
  ...canadian,
  analyze: 'analyse',
  analyzed: 'analysed',
  criticize: 'criticise',
  criticized: 'criticised',
  criticizes: 'criticises',
  gotten: 'got',
  organizations: 'organisations',
  recognizes: 'recognises',
  toward: 'towards',
};

/** The spellings of a language that differ from American English. Without a region, English is that of the United States, as in CLDR. */
export function spellingsOf(language: string): Spellings {
  const { language: primary, region = 'US' } = new Intl.Locale(language);
  if (primary !== 'en' || region === 'US') return {};
  return region === 'CA' ? canadian : british;
}

/** A message with other spellings of its words, not of its arguments. */
export function respell(message: Ast, spellings: Spellings): Ast {
  const spell = (american: string) => {
    const word = spellings[american.toLowerCase()] ?? american;
    return /^\p{Lu}/u.test(american) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  };
  return message.map((element) => {
    if ('options' in element) {
      const options = Object.entries(element.options).map(([key, option]) => [key, { ...option, value: respell(option.value, spellings) }]);
      return { ...element, options: Object.fromEntries(options) };
    }
    if ('children' in element) return { ...element, children: respell(element.children, spellings) };
    return element.type === 0 ? { ...element, value: element.value.replace(/\p{L}+/gu, spell) } : element;
  });
}
