import { LRUCache } from 'lru-cache';
import type { TextRange } from '../../../site/contract/insights.ts';
import { limits } from '../../../site/contract/limits.ts';
import type { BriefReview } from '../../../site/contract/mcp-tools/definition.ts';
import type { Review } from '../../../site/contract/review.ts';
import { pickDisclosed } from '../../../site/contract/review-fields.ts';
import type { SearchQuery } from '../../../site/contract/search-query.ts';
import { numberForms, plainWords } from '../../../site/shared/text.ts';
import type { McpDataset } from '../dataset.ts';

const { briefCharacters, passageCharacters } = limits.mcp;

/** The part of a search that can match a passage. */
type Wanted = Pick<SearchQuery, 'query' | 'words' | 'in' | 'aspect' | 'mentions_technician' | 'mentions_service' | 'area'>;

/** What readers have to know wherever a review is shown or quoted: who was offered something or works here, what the business changed, and that its source no longer has it. */
export function labelsOf(review: Review) {
  const { changed_by_business, removed_at_source } = review;
  return {
    ...pickDisclosed(review),
    ...(changed_by_business.length > 0 && { changed_by_business }),
    ...(removed_at_source !== null && { removed_at_source }),
  };
}

/** A review in short: the passages of its text and its reply that match, or the beginning of its text. */
export function toBrief(review: Review, dataset?: Pick<McpDataset, 'analysis'>, wanted: Wanted = {}): BriefReview {
  const { id, date, rating, author, text, owner_reply } = review;
  const { in: searched = 'text' } = wanted;
  const inText = searched === 'text' || searched === 'all' ? findWords(text ?? '', wanted) : undefined;
  const inReply = searched === 'reply' || searched === 'all' ? findWords(owner_reply?.text ?? '', wanted) : undefined;
  const range = inText ?? (dataset && findVerdict(dataset, id, wanted));
  const brief = { id, date, rating, author, ...labelsOf(review), text: text === null ? null : excerpt(text, range) };
  return owner_reply === null || inReply === undefined ? brief : { ...brief, reply: excerpt(owner_reply.text, inReply) };
}

/** The range of the passage about the wanted aspect, person, service or area. */
function findVerdict({ analysis }: Pick<McpDataset, 'analysis'>, id: string, wanted: Wanted): TextRange | undefined {
  const { aspect, mentions_technician, mentions_service, area } = wanted;
  if (aspect === undefined && mentions_technician === undefined && mentions_service === undefined && area === undefined) return undefined;
  const { aspects, mentions } = analysis(id) ?? {};
  const named = [
    aspects?.find((verdict) => verdict.id === aspect?.split(':')[0]),
    mentions?.technicians.find(({ name }) => name === mentions_technician),
    mentions?.services.find((service) => service.id === mentions_service),
    mentions?.service_areas.find(({ name }) => name === area),
  ];
  return named.find((found) => found !== undefined)?.ranges[0];
}

/** How much of a text is searched for words, and how many are compared, so that a hundred long texts don't hold the event loop. */
const MOST_SEARCHED = 4_000;
const MOST_FOUND = 50;

/** The range of the phrase, or of the part of the text with the most of the words; undefined if it has none. */
export function findWords(text: string, { query, words }: Pick<SearchQuery, 'query' | 'words'>): TextRange | undefined {
  const start = query === undefined ? -1 : text.toLowerCase().indexOf(query.toLowerCase());
  if (query !== undefined && start !== -1) return { start, end: start + query.length };
  const wanted = new Map(plainWords(words ?? query ?? '').flatMap((word, at) => numberForms(word).map((form) => [form, at] as const)));
  const found: { readonly at: number; readonly start: number; readonly end: number }[] = [];
  if (wanted.size === 0) return undefined;
  for (const { word, ...range } of tokensOf(text.slice(0, MOST_SEARCHED))) {
    const at = wanted.get(word);
    if (at !== undefined) found.push({ at, ...range });
    if (found.length === MOST_FOUND) break;
  }
  const near = found.map(({ start: from }, place) =>
    found.slice(place).filter((one) => one.end <= from + passageCharacters || one.start === from),
  );
  const count = (some: typeof found) => new Set(some.map(({ at }) => at)).size;
  const [best] = near.toSorted((a, b) => count(b) - count(a));
  const [first, last] = [best?.[0], best?.at(-1)];
  return first && last && { start: first.start, end: last.end };
}

/** Folding a token that isn't ASCII takes a hundred times as long as lower case, and texts repeat their words. */
const folded = new LRUCache<string, readonly string[]>({ max: 10_000 });

function foldToken(token: string): readonly string[] {
  const words = folded.get(token) ?? plainWords(token);
  folded.set(token, words);
  return words;
}

/** The plain words of a text, each with its range. */
export function* tokensOf(text: string) {
  for (const { 0: token, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const words = /^[a-z0-9]+$/i.test(token) ? [token.toLowerCase()] : foldToken(token);
    for (const word of words) yield { word, start: index, end: index + token.length };
  }
}

/** A passage around `range` on one line, from the start of its sentence if it fits; without a range, the beginning of the text. */
export function excerpt(text: string, range?: TextRange): string {
  if (range === undefined) return cutAtWord(text, briefCharacters);
  const sentence = afterLast(text, ['.', '!', '?', '\n'], range.start);
  const fits = range.end - sentence <= passageCharacters;
  const start = fits ? sentence : wordBefore(text, range.start - Math.max(0, passageCharacters - (range.end - range.start)) / 2);
  const beginning = text.slice(0, start).trim();
  // The cut can be within a character of two units.
  return `${beginning === '' ? '' : '…'}${cutAtWord(text.slice(start).replace(/^[\udc00-\udfff]/, ''), passageCharacters)}`;
}

/** The start of the word at an offset. */
function wordBefore(text: string, at: number): number {
  const offset = Math.max(0, Math.ceil(at));
  const word = afterLast(text, [' ', '\n'], offset);
  // A text without spaces is cut between two characters.
  return offset - word > briefCharacters ? offset : word;
}

/** The offset after the last of these characters before `end`. */
function afterLast(text: string, characters: readonly string[], end: number): number {
  return end === 0 ? 0 : Math.max(...characters.map((character) => text.lastIndexOf(character, end - 1) + 1));
}

/** The beginning of a text on one line, cut after a word and marked with … */
function cutAtWord(text: string, most: number): string {
  // Ten times as much is enough for any white space.
  const line = text
    .slice(0, 10 * most)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= most) return line;
  const start = line.slice(0, most);
  const cut = line[most] === ' ' ? start : start.slice(0, Math.max(start.lastIndexOf(' '), 0));
  // A text without spaces, or with a very long word, is cut between two characters.
  const kept = cut.length >= most / 2 ? cut : [...start].slice(0, -1).join('');
  return `${kept.replace(/[\s,;:–—-]+$/, '')}…`;
}
