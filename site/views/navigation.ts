import { entityKinds } from '../content/catalog.ts';
import { leftOutCount } from '../content/dataset.ts';
import { entityFolders, logPages, machinePaths, pagePaths, paths } from '../contract/paths.ts';
import { hasInsights } from '../insights/wording.ts';
import type { MessageId } from '../messages/languages.ts';
import type { Publication } from '../publication.ts';
import { listingsOf } from './listings.ts';
import { siteName } from './review-platforms.ts';
import { reuseSentence } from './sources.ts';

/** A path of this site, and the message that is the text of links to it. */
export type NavigationLink = readonly [path: string, label: MessageId];

export const mainPages: readonly NavigationLink[] = [
  [pagePaths.reviews, 'frame.reviews'],
  [pagePaths.insights, 'frame.insights'],
  [pagePaths.questions, 'frame.questions'],
  [pagePaths.method, 'frame.method'],
  [pagePaths.developers, 'frame.developers'],
];

/** The top of every page: a notice, and links to this site's pages and the business's own. */
export function headerOf(publication: Publication) {
  const { logo, links = [], notice } = publication.dataset;
  const missing = missingPages(publication);
  return { logo, links, notice, pages: mainPages.filter(([path]) => !missing.includes(path)) };
}

/** The pages that this publication doesn't have. */
export function missingPages(publication: Publication): readonly string[] {
  const { entities } = listingsOf(publication);
  return [
    ...entityKinds.filter((kind) => entities[kind].length === 0).map((kind) => entityFolders[kind].root),
    ...(hasInsights(publication.insights) ? [] : [pagePaths.insights]),
    ...(publication.insights.faq.length === 0 ? [pagePaths.questions] : []),
    ...(publication.hasLog ? [] : logPages),
  ];
}

/** The `aria-current` of the link to a page in the header, on the page at `path`: whether it is this page, or one above it. */
export function currentOf(link: string, path: string): 'page' | 'true' | undefined {
  if (path === link) return 'page';
  if (link === pagePaths.home) return undefined;
  const isInReviews = link === pagePaths.reviews && entityKinds.some((kind) => path.startsWith(entityFolders[kind].root));
  return path.startsWith(link) || isInReviews ? 'true' : undefined;
}

/** A group of footer links with a title. */
export interface FooterGroup {
  readonly title: MessageId;
  readonly links: readonly NavigationLink[];
}

/**
 * The footer of every page: links for readers and for developers, the business's other addresses, how the texts may be reused, and the
 * number of reviews left out.
 */
export function footerOf(publication: Publication) {
  const { business, links = [] } = publication.dataset;
  const own = [business.url ?? [], business.same_as].flat().map((url) => ({ label: siteName(url), url }));
  const missing = missingPages(publication);
  const published = (groups: readonly FooterGroup[]) =>
    groups.map(({ title, links: all }) => ({ title, links: all.filter(([path]) => !missing.includes(path)) }));
  return {
    readers: published(readers),
    developers: published(developers),
    elsewhere: [...links, ...own],
    reuse: reuseSentence(publication.dataset),
    unpublished: leftOutCount(publication.dataset.leftOut),
  };
}

const readers: readonly FooterGroup[] = [
  {
    title: 'frame.read',
    links: [
      [pagePaths.reviews, 'frame.all_reviews'],
      [pagePaths.services, 'frame.by_service'],
      [pagePaths.technicians, 'frame.by_person'],
      [pagePaths.serviceAreas, 'frame.by_area'],
      [pagePaths.insights, 'frame.insights'],
      [pagePaths.questions, 'frame.questions_answers'],
    ],
  },
  {
    title: 'frame.trust',
    links: [
      [pagePaths.method, 'frame.method'],
      [pagePaths.proof, 'frame.proof'],
      [`${pagePaths.method}#privacy`, 'frame.masked'],
      [`${pagePaths.method}#left-out`, 'frame.left_out'],
      [pagePaths.privacy, 'frame.privacy'],
    ],
  },
];

const developers: readonly FooterGroup[] = [
  {
    title: 'frame.build',
    links: [
      [pagePaths.developers, 'frame.quick_start'],
      [pagePaths.reference, 'frame.reference'],
      [pagePaths.mcpGuide, 'frame.mcp'],
      [pagePaths.webhooks, 'frame.webhooks'],
      [pagePaths.changes, 'frame.changes'],
      [pagePaths.widgets, 'frame.widgets'],
      [pagePaths.stability, 'frame.stability'],
    ],
  },
  {
    title: 'frame.open_data',
    links: [
      [paths.reviews, 'frame.json'],
      [machinePaths.csv, 'frame.csv'],
      [machinePaths.ndjson, 'frame.ndjson'],
      [paths.insights, 'frame.insights_json'],
      [paths.atomFeed, 'frame.atom'],
      [paths.jsonFeed, 'frame.json_feed'],
      [machinePaths.openapi, 'frame.openapi'],
      [machinePaths.llms, 'frame.llms'],
    ],
  },
];
