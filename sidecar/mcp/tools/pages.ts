import { entityPaths, questionPaths } from '../../../site/contract/page-paths.ts';
import { pagePaths } from '../../../site/contract/paths.ts';
import { plainWords } from '../../../site/contract/plain-words.ts';
import type { Dataset } from '../dataset.ts';
import { tellingWords } from './telling-words.ts';

/** A page beside those of reviews: what `search` finds it by, and what `fetch` says of it. */
export interface Page {
  /** Its path, which is its id. */
  readonly path: string;
  readonly title: string;
  /** The plain words of each of its names; for a question, those that tell what it is about. */
  readonly names: readonly (readonly string[])[];
  text(): string;
  readonly metadata: Readonly<Record<string, string>>;
}

const made = new WeakMap<Dataset, ReadonlyMap<string, Page>>();

/** The pages of technicians, services, service areas and questions, by path. */
export function pagesOf(dataset: Dataset): ReadonlyMap<string, Page> {
  const pages =
    made.get(dataset) ?? new Map([homePage(dataset), ...entityPages(dataset), ...questionPages(dataset)].map((page) => [page.path, page]));
  made.set(dataset, pages);
  return pages;
}

/** What people ask for that stands with the business itself. */
const FACTS = ['opening hours', 'open', 'phone', 'telephone', 'email', 'address', 'contact', 'license', 'license'];

function homePage({ reviews: { business } }: Dataset): Page {
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

type Entities = Dataset['insights']['entities'];
type Entity = Entities['technicians'][number] | Entities['services'][number] | Entities['service_areas'][number];

function entityPages({ insights: { entities }, reviews: { business } }: Dataset): Page[] {
  const { name } = business;
  return [
    ...pagesAt('technicians', entities.technicians, ({ name: person, role }) => `${person}${role === null ? '' : `, ${role}`} at ${name}`),
    ...pagesAt('services', entities.services, (service) => `${service.name} by ${name}`),
    ...pagesAt('service_areas', entities.service_areas, (area) => `${name} in ${area.name}`),
  ];
}

function pagesAt<E extends Entity>(
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
      text: () => describeEntity(entry),
      metadata: { kind, mention_count: String(entry.mention_count) },
    }),
  );
}

function describeEntity({
  name,
  mention_count,
  rating_value,
  positive_count,
  neutral_count,
  negative_count,
  aspects,
  quotes,
}: Entity): string {
  const mentions = mention_count === 1 ? '1 review mentions' : `${mention_count} reviews mention`;
  const stars = rating_value === null ? '' : `, with ${rating_value} ${rating_value === 1 ? 'star' : 'stars'} on average`;
  const silent = mention_count - positive_count - neutral_count - negative_count;
  const verdicts = `Reviews by what their passages about ${name} say: ${positive_count} positive, ${neutral_count} neutral or mixed, ${negative_count} negative, ${silent} without a verdict.`;
  const figures = `${mentions} ${name}${stars}.${mention_count === 0 ? '' : ` ${verdicts}`}`;
  const byAspect = aspects.map(
    (aspect) =>
      `- ${aspect.label}, judged there in ${aspect.mention_count}: praised in ${aspect.positive_count}, criticised in ${aspect.negative_count}.`,
  );
  return [figures, ...byAspect, ...quotes.map(({ text, review_id }) => `“${text}” (review ${review_id})`)].join('\n');
}

function questionPages({ insights: { faq } }: Dataset): Page[] {
  const paths = questionPaths(faq.map(({ question }) => question));
  return faq.map(({ question, answer, origin }) => ({
    path: paths.get(question) ?? '',
    title: question,
    names: [tellingWords(question)],
    text: () => `${question}\n${answer}`,
    metadata: { kind: 'question', answered_by: origin === 'business' ? 'the business' : 'the figures of the reviews' },
  }));
}
