/** The value of a cell, or how to mend it. */
export type CellValue<T> = { readonly value: T } | { readonly cure: string };

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['one', 1],
  ['two', 2],
  ['three', 3],
  ['four', 4],
  ['five', 5],
]);

/** A number of stars as exports write it, such as `4`, `4.0`, `4,0`, `4 stars`, `4 estrellas`, `4/5`, `FOUR` and `★★★★☆`. */
export function readRating(text: string): CellValue<number> {
  const value = text
    .trim()
    .toLowerCase()
    .replace(/\s*(?:stars?|estrellas?|stern(?:en?)?|[ée]toiles?)$/, '')
    .replace(/\s*(?:\/ ?5|(?:out of|de|von|sur) 5)$/, '');
  const [, whole, fraction] = /^([1-5])(?:[.,](\d+))?$/.exec(value) ?? [];
  const stars = whole === undefined ? starsOf(value) : Number(whole);
  if (stars === undefined || (stars === 5 && Number(fraction) > 0)) return { cure: 'not a whole number of stars from 1 to 5' };
  if (Number(fraction) > 0) return { cure: 'only whole stars are published; write a number from 1 to 5' };
  return { value: stars };
}

const starsOf = (value: string) => (/^★{1,5}☆{0,4}$/.test(value) ? value.replace(/☆/g, '').length : NUMBERS.get(value));

/** A boolean as exports write it; undefined for an empty cell. */
export function toBoolean(text: string | undefined): boolean | 'unclear' | undefined {
  if (text === undefined) return undefined;
  if (/^(?:true|yes|y|t|1|buyer|verified(?:[ _-](?:buyer|purchase|customer|reviewer))?|s[ií]|verdadero|ja|wahr|oui|vrai)$/i.test(text))
    return true;
  return /^(?:false|no|n|f|0|nothing|none|unverified|not[ _-]verified|falso|nein|falsch|non|faux)$/i.test(text) ? false : 'unclear';
}
