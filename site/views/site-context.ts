import type { Site } from '../contract/headers.ts';
import { type Messages, messagesOf } from '../messages/messages.ts';
import type { Publication } from '../publication.ts';
import { oncePer } from '../shared/algorithms.ts';
import { basePathOf } from '../shared/base-path.ts';

/** The prop `site` of every component: the words in the site's language, and its addresses. */
export interface SiteContext extends Messages, Site, Pick<Publication, 'hasLog'> {
  /** The name of the business. */
  readonly name: string;
  /** Prefixes a path with the path of BASE_URL, if it has one. */
  href(path: string): string;
}

/** The context of a publication; the same object for the same publication. */
export const siteContext = oncePer(({ baseUrl, hubUrl, hasLog, dataset }: Publication): SiteContext => {
  const base = basePathOf(baseUrl);
  return { ...messagesOf(dataset), baseUrl, hubUrl, hasLog, name: dataset.business.name, href: (path) => base + path };
});
