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
  if (matched > 0) return elsewhere[0];
  const languages = searched === 'author' ? undefined : remarkOnLanguages(dataset);
  const nowhere =
    'Searched texts, replies and authors: nothing matches with these filters. Authors can be shortened to initials or hidden.';
  const here = `Searched ${searched === 'all' ? 'everything' : names[searched]}: nothing matches.`;
  return joinRemarks([elsewhere.length === 0 ? nowhere : here, ...elsewhere, languages]);
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
