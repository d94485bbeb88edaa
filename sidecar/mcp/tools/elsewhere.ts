import { wordFieldNames } from '../../../site/contract/review-fields.ts';
import { type SearchQuery, searchedParts } from '../../../site/contract/search-query.ts';
import { plural } from '../../../site/shared/text.ts';
import type { McpDataset } from '../dataset.ts';
import { joinRemarks } from './answer-parts.ts';

type Part = (typeof searchedParts)[number];

const names: Readonly<Record<Part, string>> = { text: 'texts', reply: 'replies', author: 'authors' };

/**
 * A remark on a search for words in one part of the reviews: how many match in the other parts, if there are none in this one or if an
 * author's name matches. Without it, an answer of 0 would read as "there is no such review".
 */
export function remarkElsewhere(dataset: McpDataset, query: SearchQuery, matched: number): string | undefined {
  if (query.query === undefined && query.words === undefined) return undefined;
  const { in: searched = 'text' } = query;
  const others = searchedParts
    .filter((part) => searched !== 'all' && part !== searched && (matched === 0 || part === 'author'))
    .map((part) => ({ part, count: dataset.search({ ...query, in: part, offset: 0, limit: 1 }).matched }))
    .filter(({ count }) => count > 0);
  const elsewhere = others.map(
    ({ part, count }) => `${count} ${plural(count, 'review matches', 'reviews match')} in ${names[part]}: use in: ${part}.`,
  );
  const forms = remarkOnForms(dataset, query, matched);
  if (matched > 0) return joinRemarks([forms, elsewhere[0]]);
  const languages = searched === 'author' ? undefined : remarkOnLanguages(dataset);
  const nowhere =
    'Searched texts, replies and authors: nothing matches with these filters. Authors can be shortened to initials or hidden.';
  const here = `Searched ${searched === 'all' ? 'everything' : names[searched]}: nothing matches.`;
  return joinRemarks([forms, elsewhere.length === 0 ? nowhere : here, ...elsewhere, languages]);
}

/** Shorter words are part of too many others. */
const SHORTEST = 4;
const MOST_COUNTED = 6;

/**
 * A remark on a search for words: how many more reviews have one word inside a longer one ("dusty", "refunded"), or how many have each of
 * several words of which no review has all.
 */
function remarkOnForms(dataset: McpDataset, { words, ...query }: SearchQuery, matched: number): string | undefined {
  const asked = words?.trim().split(/\s+/) ?? [];
  const [only = ''] = asked;
  const count = (wanted: Pick<SearchQuery, 'query' | 'words'>) => dataset.search({ ...query, ...wanted, offset: 0, limit: 1 }).matched;
  if (query.query !== undefined || asked.length > MOST_COUNTED) return undefined;
  if (asked.length > 1) {
    const counts = matched === 0 ? asked.map((word) => `${word} ${count({ words: word })}`) : [];
    return counts.length === 0 ? undefined : `No review has all of these words. Reviews with each: ${counts.join(', ')}.`;
  }
  const inside = only.length < SHORTEST ? 0 : count({ query: only });
  if (inside <= matched) return undefined;
  return `${inside} ${plural(inside, 'review has', 'reviews have')} it alone or inside a longer word: use query instead of words.`;
}

/** A remark on the languages of the texts, unless all are in English: agents often search in the language of the question. */
export function remarkOnLanguages({ insights: { coverage } }: McpDataset): string | undefined {
  const { languages } = coverage;
  if (languages.every(({ language }) => language === 'en')) return undefined;
  const counts = languages.map(({ language, review_count }) => `${language} ${review_count}`);
  return `Texts by language: ${counts.join(', ')}. Words only match texts in their own language and form.`;
}

/**
 * A remark on a search by fields that few reviews state: for how many reviews with the other filters they are unknown. Without it, an
 * answer of 0 would read as "nobody was paid for a review".
 */
export function remarkOnUnknown(dataset: McpDataset, query: SearchQuery): string | undefined {
  const asked = wordFieldNames.filter((name) => query[name] !== undefined && query[name] !== UNKNOWN);
  const others = Object.fromEntries(Object.entries(query).filter(([name]) => !wordFieldNames.some((one) => one === name)));
  const remarks = asked.flatMap((name) => {
    const { matched } = dataset.search({ ...others, [name]: UNKNOWN, offset: 0, limit: 1 });
    if (matched === 0) return [];
    return [
      `${name} is unknown for ${matched} of the reviews that meet the other filters: ${plural(matched, 'it', 'they')} may match, too.`,
    ];
  });
  return remarks.join(' ') || undefined;
}

const UNKNOWN = 'unknown';
