import { readFileSync } from 'node:fs';
import path from 'node:path';
import { doubtfulType } from '../../site/content/business-types.ts';
import { type CatalogueEntry, mentionFinder } from '../../site/content/mentions.ts';
import { phoneCountriesOf } from '../../site/content/privacy/phone-countries.ts';
import type { ContentProblem } from '../../site/content/problems.ts';
import { counted } from '../../site/views/words.ts';
import type { ContentView } from './view.ts';

/** Threshold: with fewer reviews an entry without a mention says nothing. */
const ENOUGH_REVIEWS = 20;
/** Threshold: a service that a larger share of the reviews mentions probably has an everyday word as a name. */
const TOO_MANY = 0.4;
const LOWER_CASE = 3;

/** How many reviews mention a name, and how often it stands there in lower case. */
interface Use {
  readonly entry: CatalogueEntry;
  readonly alias: string;
  reviews: number;
  occurrences: number;
  lowerCase: number;
}

/** Entries of the catalogue that no published review mentions. */
export function neverMentioned({ dataset, catalogue }: ContentView): ContentProblem[] {
  if (dataset.reviews.length < ENOUGH_REVIEWS) return [];
  const named = new Set(dataset.reviews.flatMap(({ mentions }) => Object.values(mentions).flat()));
  return dataset.catalogue
    .filter(({ key }) => !named.has(key))
    .flatMap(({ key, name }) =>
      report(catalogue.get(key), `"${name}", which no review mentions`, 'add an alias that customers write, or leave it so'),
    );
}

/** Names that are also everyday words, so that reviews are counted for them by mistake. */
export function everydayWords({ dataset, catalogue }: ContentView): ContentProblem[] {
  const count = dataset.reviews.length;
  return usesOf(dataset).flatMap(({ entry, alias, reviews, occurrences, lowerCase }) => {
    const place = catalogue.get(entry.key);
    if (entry.kind === 'services') {
      if (count < ENOUGH_REVIEWS || reviews <= count * TOO_MANY) return [];
      return report(
        place,
        `"${alias}" in ${reviews} of ${counted(count, 'review')}`,
        'write a longer alias, if that is an everyday word there',
      );
    }
    if (lowerCase < LOWER_CASE || lowerCase * 2 <= occurrences) return [];
    const found = `"${alias}" in lower case ${lowerCase} times of ${occurrences}`;
    return report(place, found, 'write a longer alias, if that is an everyday word there');
  });
}

function usesOf({ reviews, catalogue }: ContentView['dataset']): readonly Use[] {
  const uses = new Map<string, Use>();
  const find = mentionFinder(catalogue);
  for (const { text } of reviews) {
    const here = new Set<Use>();
    for (const { entry, start, end } of text === null ? [] : find(text)) {
      const found = (text ?? '').slice(start, end);
      const key = `${entry.kind} ${found.toLowerCase()}`;
      const use = uses.get(key) ?? { entry, alias: found.toLowerCase(), reviews: 0, occurrences: 0, lowerCase: 0 };
      use.occurrences++;
      if (found === found.toLowerCase() && found !== found.toUpperCase()) use.lowerCase++;
      uses.set(key, use);
      here.add(use);
    }
    for (const use of here) use.reviews++;
  }
  return [...uses.values()];
}

/** A summary without text. */
export function blankSummary({ contentDir }: ContentView): ContentProblem[] {
  const file = path.join(contentDir, 'summary.md');
  const text = readFileText(file);
  if (text === undefined || text.trim() !== '') return [];
  return [{ file, place: '', found: 'nothing', write: 'write a summary, or remove the file' }];
}

function readFileText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** A business whose country nobody knows, although phone numbers are masked by its rules. */
export function unknownCountry({ dataset, address }: ContentView): ContentProblem[] {
  const { codes, from } = phoneCountriesOf({ ...dataset.business, language: dataset.language }, dataset.policy.phone_countries);
  const isMasked = dataset.policy.mask.includes('phone') && dataset.reviews.some(({ text, owner_reply }) => text ?? owner_reply);
  if (from !== 'nothing' || !isMasked) return [];
  const found = `no country, so numbers in reviews are masked that are phone numbers in any of ${codes.length} countries`;
  return [{ ...address, place: 'address.country', found, write: 'write its code, such as "country: US"' }];
}

/** An SVG logo with letters, which the icon of the pages is drawn without: its renderer has no fonts for them. */
export function lettersInLogo({ dataset: { logo } }: ContentView): ContentProblem[] {
  if (logo?.file === undefined || logo.mediaType !== 'image/svg+xml' || !/<(?:\w+:)?text[\s>]/.test(logo.bytes.toString('utf8'))) return [];
  const write = 'convert the text to paths in the program that drew it, or save the logo as a PNG';
  return [{ file: logo.file, place: '', found: 'letters as <text>, which the icon (favicon) is drawn without', write }];
}

/** A type of business that schema.org doesn't have. */
export function unknownType({ dataset, type }: ContentView): ContentProblem[] {
  const doubt = doubtfulType(dataset.type);
  return doubt === undefined ? [] : [{ ...type, ...doubt }];
}

const report = (place: Pick<ContentProblem, 'file' | 'line' | 'place'> | undefined, found: string, write: string): ContentProblem[] =>
  place ? [{ ...place, found, write }] : [];
