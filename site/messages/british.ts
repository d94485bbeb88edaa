import type { IntlMessageFormat } from 'intl-messageformat';

type Ast = ReturnType<IntlMessageFormat['getAst']>;

/** The words of the English messages that have another spelling outside the United States. */
const spellings: Readonly<Record<string, string>> = {
  analyze: 'analyse',
  analyzed: 'analysed',
  criticize: 'criticise',
  criticized: 'criticised',
  criticizes: 'criticises',
  gotten: 'got',
  labeled: 'labelled',
  license: 'licence',
  organizations: 'organisations',
  recognizes: 'recognises',
  toward: 'towards',
};

const word = new RegExp(`\\b(?:${Object.keys(spellings).join('|')})\\b`, 'gi');

/** Whether English of a region is spelled as in Britain. Without a region it is that of the United States, as in CLDR. */
export function isBritish(language: string): boolean {
  const { language: primary, region = 'US' } = new Intl.Locale(language);
  return primary === 'en' && region !== 'US';
}

/** A message in British spelling: its words, not its arguments. */
export function toBritish(message: Ast): Ast {
  return message.map((element) => {
    if ('options' in element) {
      const options = Object.entries(element.options).map(([key, option]) => [key, { ...option, value: toBritish(option.value) }]);
      return { ...element, options: Object.fromEntries(options) };
    }
    if ('children' in element) return { ...element, children: toBritish(element.children) };
    return element.type === 0 ? { ...element, value: element.value.replace(word, spell) } : element;
  });
}

function spell(american: string): string {
  const british = spellings[american.toLowerCase()] ?? american;
  return /^\p{Lu}/u.test(american) ? british.charAt(0).toUpperCase() + british.slice(1) : british;
}
