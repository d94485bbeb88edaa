import { basePathOf } from '../contract/base-path.ts';
import { publication } from '../publication.ts';

/** The address of a path of this site in the pages: below the path of BASE_URL, where it has one. */
export function href(path: string): string {
  return basePathOf(publication().baseUrl) + path;
}
