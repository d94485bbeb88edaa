import { type VerdictPolarity, verdictPolarity } from '../../../site/contract/insights.ts';
import { limits } from '../../../site/contract/limits.ts';
import { entityPaths, pagePaths, questionPaths, reviewPagePath } from '../../../site/contract/paths.ts';
import type { Review } from '../../../site/contract/review.ts';
import type { SearchQuery } from '../../../site/contract/search-query.ts';
import { numberForms, plainWords, plural } from '../../../site/shared/text.ts';
import type { McpDataset } from '../dataset.ts';
import { shorten, ToolError } from '../message.ts';
import { distinctiveWords, joinRemarks, remarkOnCoverage } from './answer-parts.ts';
import { remarkOnLanguages } from './elsewhere.ts';
import { labelsOf, toBrief } from './passages.ts';
import type { Tools } from './tool.ts';

/** A page other than a review's: the names by which `search` finds it, and the text that `fetch` returns. */
interface Page {
  /** Its path, which is its id. */
  readonly path: string;
  readonly title: string;
  /** The plain words of each of its names; for a question, its distinctive words. */
  readonly names: readonly (readonly string[])[];
  text(): string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The home page, and the pages of technicians, services, service areas and questions. */
function pagesOf(dataset: McpDataset): Page[] {
  return [homePage(dataset), ...entityPages(dataset), ...questionPages(dataset)];
}

/** Subjects of the home page. */
const FACTS = ['opening hours', 'open', 'phone', 'telephone', 'email', 'address', 'contact', 'license'];

function homePage({ reviews: { business } }: McpDataset): Page {
  const { name, description, telephone, email, address, opening_hours, license } = business;
  return {
    path: pagePaths.home,
    title: `${name}: contact, opening hours and services`,
    names: [name, ...FACTS].map(plainWords),
    text: () =>
      [
        description ?? name,
        telephone && `Telephone: ${telephone}`,
        email && `Email: ${email}`,
        address && `Address: ${Object.values(address).filter(Boolean).join(', ')}`,
        license && `License: ${license.number}, ${license.authority}`,
        ...opening_hours.map(({ days, opens, closes }) => `Open ${days.join(', ')}: ${opens} to ${closes}`),
        `Services: ${business.services.map((service) => service.name).join(', ')}`,
        `Areas: ${business.service_areas.join(', ')}`,
      ]
        .filter(Boolean)
        .join('\n'),
    metadata: { kind: 'business' },
  };
}

type Entities = McpDataset['insights']['entities'];
type Entity = Entities['technicians'][number] | Entities['services'][number] | Entities['service_areas'][number];

function entityPages(dataset: McpDataset): Page[] {
  const { entities } = dataset.insights;
  const { name } = dataset.reviews.business;
  return [
    ...pagesAt(
      dataset,
      'technicians',
      entities.technicians,
      ({ name: person, role }) => `${person}${role === null ? '' : `, ${role}`} at ${name}`,
    ),
    ...pagesAt(dataset, 'services', entities.services, (service) => `${service.name} by ${name}`),
    ...pagesAt(dataset, 'service_areas', entities.service_areas, (area) => `${name} in ${area.name}`),
  ];
}

function pagesAt<E extends Entity>(
  dataset: McpDataset,
  kind: 'technicians' | 'services' | 'service_areas',
  entries: readonly E[],
  titleOf: (entry: E) => string,
) {
  const keyOf = (entry: Entity) => ('id' in entry ? entry.id : entry.name);
  const paths = entityPaths(kind, entries.map(keyOf));
  return entries.map(
    (entry): Page => ({
      path: paths.get(keyOf(entry)) ?? '',
      title: `${titleOf(entry)}: what customers say`,
      names: [keyOf(entry), entry.name, ...entry.aliases].map(plainWords),
      text: () => [describeEntity(dataset, entry), remarkOnCoverage(dataset)].filter(Boolean).join('\n'),
      metadata: { kind, mention_count: String(entry.mention_count) },
    }),
  );
}

/** The number of reviews with each kind of verdict. */
const verdictsOf = (counts: Pick<Entity, `${VerdictPolarity}_count`>) =>
  verdictPolarity.options.map((kind) => [counts[`${kind}_count`], kind] as const);

const listCounts = (counts: Parameters<typeof verdictsOf>[0]) =>
  verdictsOf(counts)
    .map(([count, kind]) => `${count} ${kind}`)
    .join(', ');

function describeEntity(dataset: McpDataset, entity: Entity): string {
  const { name, mention_count, rating_value, aspects, quotes, found_by, looked_for, ...counts } = entity;
  const mentions = `${mention_count} ${plural(mention_count, 'review mentions', 'reviews mention')}`;
  const stars = rating_value === null ? '' : `, with ${rating_value} ${plural(rating_value, 'star')} on average`;
  const silent = mention_count - verdictsOf(counts).reduce((sum, [count]) => sum + count, 0);
  const verdicts = `Reviews by what their passages about ${name} say: ${listCounts(counts)}, ${silent} without a verdict.`;
  const figures = `${mentions} ${name}${stars}.${mention_count === 0 ? '' : ` ${verdicts}`}`;
  const [label, words] = mention_count === 0 ? (['Looked for', looked_for] as const) : (['Found', found_by] as const);
  const search = words.length === 0 ? [] : [`${label} in reviews as: ${words.join(', ')}`];
  const byAspect = aspects.map((aspect) => `- ${aspect.label}, mentioned there in ${aspect.mention_count}: ${listCounts(aspect)}.`);
  const quoted = quotes.flatMap(({ text, review_id }) => {
    const review = dataset.review(review_id);
    return review ? [`“${text}” (review ${review_id}${listLabels(review)})`] : [];
  });
  return [figures, ...search, ...byAspect, ...quoted].join('\n');
}

function questionPages(dataset: McpDataset): Page[] {
  const { faq } = dataset.insights;
  const paths = questionPaths(faq.map(({ question }) => question));
  return faq.map(({ question, answer, origin }) => ({
    path: paths.get(question) ?? '',
    title: question,
    names: [distinctiveWords(question)],
    text: () => [question, answer, origin === 'reviews' && remarkOnCoverage(dataset)].filter(Boolean).join('\n'),
    metadata: { kind: 'question', answered_by: origin === 'business' ? 'the business' : 'the figures of the reviews' },
  }));
}

const NOTHING_FOUND =
  'Nothing has these words: searched the pages, and the texts, authors and replies of all reviews. Authors can be shortened to initials or hidden.';

/** Search over everything, and the pages that it finds. */
export const deepResearchTools = {
  /** Finds pages with a matching name, then the reviews whose text, author and reply have the most words of the query. */
  search: (dataset, { query }) => {
    const words = distinctiveWords(query);
    const pages = pagesFor(words, dataset).map(({ path, title }) => ({ id: path, title, url: dataset.document.base_url + path }));
    const reviews = reviewsFor(words, dataset).map((review) => {
      const { text, reply } = toBrief(review, dataset, { words: words.join(' '), in: 'all' });
      const passage = reply === undefined ? text : `${text ?? ''} The owner's reply: ${reply}`.trim();
      return { id: reviewPagePath(review.id), title: titleOf(review), url: dataset.pageOf(review.id), text: passage ?? undefined };
    });
    const results = [...pages, ...reviews];
    const remark = results.length === 0 ? joinRemarks([NOTHING_FOUND, remarkOnLanguages(dataset)]) : remarkOnMissing(words, dataset);
    return { results, remark };
  },

  /** Finds a page or review by its id or URL from `search`, or a review by its own id. */
  fetch: (dataset, { id: given }) => {
    const path = given.startsWith(dataset.document.base_url) ? given.slice(dataset.document.base_url.length) : given;
    const review = dataset.review((/^(?:\/reviews\/)?(\w{26})\/?$/.exec(path)?.[1] ?? '').toUpperCase());
    if (review) return describeReview(dataset, review, given);
    const page = pagesOf(dataset).find((one) => one.path === path);
    if (!page)
      throw new ToolError(
        `Nothing found for "${shorten(given)}". Give an id from a result of search; the review may also have been withdrawn.`,
      );
    const { title, metadata } = page;
    return { id: given, title, text: page.text(), url: dataset.document.base_url + path, metadata: { ...metadata } };
  },
} satisfies Partial<Tools>;

/** The title of a review in results, with what readers of any list have to know. */
function titleOf(review: Review): string {
  const { author, rating, date } = review;
  return `Review by ${author}: ${rating} of 5 stars, ${date}${listLabels(review)}`;
}

/** The labels of a review after what they are about, each with a comma before it. */
const listLabels = (review: Review): string =>
  Object.entries(labelsInWords(review))
    .map(([field, words]) => `, ${FIELD_NAMES.get(field) ?? field}: ${words}`)
    .join('');

const FIELD_NAMES = new Map([
  ['changed_by_business', 'changed by the business'],
  ['removed_at_source', 'missing from the export of'],
]);

function labelsInWords(review: Review): Readonly<Record<string, string>> {
  const { changed_by_business: changed, ...words } = labelsOf(review);
  return changed === undefined ? words : { ...words, changed_by_business: changed.map(({ field }) => field).join(', ') };
}

/** The pages with a name at least half of whose words are in the question, best match first. */
function pagesFor(words: readonly string[], dataset: McpDataset): Page[] {
  const asked = new Set(words.flatMap(numberForms));
  const weigh = (name: readonly string[]) => {
    const found = name.filter((word) => asked.has(word)).length;
    return 2 * found >= name.length && found > 0 ? (found * found) / name.length : 0;
  };
  return pagesOf(dataset)
    .map((page) => ({ page, weight: Math.max(...page.names.map(weigh)) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limits.mcp.foundPages)
    .map(({ page }) => page);
}

/** A remark on the words that no review has, not even inside a longer word: results for the other words of a question would read as an answer to it. */
function remarkOnMissing(words: readonly string[], { search }: McpDataset): string | undefined {
  const matches = (wanted: Pick<SearchQuery, 'query' | 'words'>) => search({ ...wanted, in: 'all', limit: 1 }).matched > 0;
  const missing = words.filter((word) => !matches({ words: word }) && !matches({ query: word }));
  return missing.length === 0 ? undefined : `No text, reply or author has: ${missing.join(', ')}.`;
}

/** Only the newest reviews with each word are considered, so searches stay fast with many reviews. */
const MOST_CONSIDERED = 100;

/**
 * The reviews whose text, author and reply have the most words, newest first among equals. Rare words count more, so that a name outweighs
 * the rest of a question.
 */
function reviewsFor(words: readonly string[], { search, reviewAt, facts }: McpDataset): Review[] {
  const weights = new Map<number, number>();
  const count = (found: string, times: number) => {
    const { matched, indexes } = search({ words: found, in: 'all', limit: MOST_CONSIDERED });
    const weight = times * Math.log(1 + facts.length / matched);
    for (const index of indexes) weights.set(index, (weights.get(index) ?? 0) + weight);
  };
  if (words.length > 1) count(words.join(' '), words.length);
  for (const word of words) count(word, 1);
  return [...weights]
    .sort(([a, more], [b, less]) => less - more || a - b)
    .slice(0, limits.mcp.foundReviews)
    .map(([index]) => reviewAt(index));
}

function describeReview(dataset: McpDataset, review: Review, id: string) {
  const { author, date, rating, source, text, owner_reply } = review;
  const reply = owner_reply && `The owner's reply: ${owner_reply.text}`;
  return {
    id,
    title: titleOf(review),
    text: [text ?? `Rating only: ${rating} of 5 stars.`, reply].filter((part) => part !== null).join('\n\n'),
    url: dataset.pageOf(review.id),
    metadata: { kind: 'review', author, date, rating: String(rating), source, ...labelsInWords(review) },
  };
}
