import { aspectWords, type InsightsDocument } from '../../site/contract/insights.ts';
import { limits } from '../../site/contract/limits.ts';
import { reviewPagePath, reviewTlogProofPath } from '../../site/contract/paths.ts';
import type { SearchQuery } from '../../site/contract/search-query.ts';
import { editDistance } from '../../site/shared/algorithms.ts';
import { plainWords } from '../../site/shared/text.ts';
import type { Generation } from '../generation/generation.ts';
import { changesAt, readChangeTypes } from '../generation/log-pages.ts';
import { reviewAt } from '../generation/review-lines.ts';
import { inSlices } from '../runtime.ts';
import { shorten, ToolError } from './message.ts';

/** The data that tools read: a generation whose analysis has been read, and what tools look up in it. */
export type McpDataset = Awaited<ReturnType<typeof toDataset>>;

/** Indexes the reviews in slices, so the first request doesn't block others. */
export async function toDataset(generation: Generation) {
  const { document, files, facts, lines, insights, log } = generation;
  const [perReview, analysed, changeTypes] = await Promise.all([generation.perReview(), generation.analysis(), readChangeTypes(log)]);
  const indexes = new Map<string, number>();
  await inSlices(facts, ({ id }, index) => indexes.set(id, index));
  const indexed = <T>(id: string, read: (index: number) => T) => {
    const index = indexes.get(id);
    return index === undefined ? undefined : read(index);
  };
  const readAt = (index: number) => reviewAt(lines, index);
  const review = (id: string) => indexed(id, readAt);
  return {
    ...generation,
    catalog: toCatalog(insights),
    /** The languages of the texts (ISO 639-1). */
    languages: [...analysed.languages.keys()],
    search: (query: SearchQuery) => generation.search(query, analysed),
    reviewAt: readAt,
    review,
    /** The analysis of a review, if there is one. */
    analysis: perReview,
    /** The polarity of a review, without parsing its analysis. */
    polarity: (id: string) => indexed(id, analysed.polarityAt),
    /** The type of each change, by its index. */
    changeTypes,
    /** The changes at these ascending indexes. */
    changesAt: (indexes: readonly number[]) => changesAt(log, indexes, review),
    /** The absolute URL of a review's page. */
    pageOf: (id: string) => document.base_url + reviewPagePath(id),
    /** The absolute URL of a review's proof, if there is a log. */
    proofOf: (id: string) => (files.has(reviewTlogProofPath(id)) ? document.base_url + reviewTlogProofPath(id) : undefined),
  };
}

/** Folds case, accents, punctuation and the plural s, so "Root canals" equals "root-canal" and "Zielinski" equals "Zieliński". */
function words(name: string): string[] {
  return plainWords(name.replace(/['’]/g, '')).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}

/** A name in the form in which names are compared. */
interface FoldedName {
  readonly key: string;
  readonly words: ReadonlySet<string>;
}

/** An entry with its names. The first is the main name, which messages use. */
interface Named<T> {
  readonly entry: T;
  readonly name: string;
  readonly folded: readonly FoldedName[];
}

function fold(name: string): FoldedName {
  const parts = words(name);
  return { key: parts.join(' '), words: new Set(parts) };
}

/**
 * Makes a function that finds the only entry with a name equal to `given`, or else whose main name contains its words, or else with any
 * name that does. Names are folded in advance, because folding takes longer than a search.
 * @throws ToolError with the nearest names and `elsewhere` if there is none, or with the candidates if there are several
 */
function nameFinder<T>(
  kind: string,
  all: readonly T[],
  namesOf: (entry: T) => readonly [string, ...string[]],
  elsewhere = '',
): (given: string) => T {
  const entries = all.map((entry): Named<T> => {
    const names = namesOf(entry);
    return { entry, name: names[0], folded: names.map(fold) };
  });
  return (given) => {
    const wanted = fold(given);
    const attempts: readonly ((entry: Named<T>) => boolean)[] = [
      ({ folded }) => folded.some(({ key }) => key === wanted.key),
      ({ folded }) => containsWords(folded[0], wanted),
      ({ folded }) => folded.some((name) => containsWords(name, wanted)),
    ];
    const found = attempts.map((test) => entries.filter(test)).find((matching) => matching.length > 0) ?? [];
    const [only] = found;
    if (only && found.length === 1) return only.entry;
    const shown = shorten(given);
    if (only) throw new ToolError(`"${shown}" could be ${listNames(found)}; ask for one of them.`);
    if (entries.length === 0) throw new ToolError(`There is no ${kind} in this dataset.`);
    const nearest = nearestNames(wanted.key, entries).join(', ');
    throw new ToolError(`There is no ${kind} "${shown}". Nearest: ${nearest}. All: ${listNames(entries)}.${elsewhere}`);
  };
}

function containsWords(name: FoldedName | undefined, wanted: FoldedName): boolean {
  if (!name || wanted.words.size === 0) return false;
  return [...wanted.words].every((word) => name.words.has(word));
}

const MOST_LISTED = 40;

function listNames(entries: readonly Named<unknown>[]): string {
  const names = entries.slice(0, MOST_LISTED).map(({ name }) => name);
  return names.join(', ') + (entries.length > MOST_LISTED ? ` and ${entries.length - MOST_LISTED} more` : '');
}

/** The time for an edit distance grows with the product of both lengths, so only this much of a name is compared. */
const MOST_COMPARED = 40;

/** The main names of the entries nearest to `key`; an entry is as near as its nearest name. */
function nearestNames(key: string, entries: readonly Named<unknown>[]): string[] {
  const start = key.slice(0, MOST_COMPARED);
  const scored = entries.map(({ name, folded }) => ({
    name,
    distance: Math.min(...folded.map((other) => distance(start, other.key.slice(0, MOST_COMPARED)))),
  }));
  scored.sort((a, b) => a.distance - b.distance);
  return scored.slice(0, limits.mcp.nearestNames).map(({ name }) => name);
}

/** Edit distance relative to the longer string. */
function distance(a: string, b: string): number {
  return editDistance(a, b) / Math.max(a.length, b.length, 1);
}

/** Makes the lookups: by name or alias, services also by id, and aspects by id, label or everyday word. */
function toCatalog({ entities, aspects }: Pick<InsightsDocument, 'entities' | 'aspects'>) {
  return {
    technician: nameFinder('technician', entities.technicians, ({ name, aliases }) => [name, ...aliases]),
    service: nameFinder('service', entities.services, ({ id, name, aliases }) => [id, name, ...aliases]),
    serviceArea: nameFinder('service area', entities.service_areas, ({ name, aliases }) => [name, ...aliases]),
    aspect: nameFinder('aspect', aspects, ({ id, label }) => [id, label, ...aspectWords[id]], NOT_AN_ASPECT),
  };
}

const NOT_AN_ASPECT = ' Anything else that customers may have written about: search_reviews with `words`.';
