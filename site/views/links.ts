import { publication } from 'virtual:reviews';
import { oncePer } from '../content/once-per.ts';
import { basePathOf } from '../contract/base-path.ts';
import type { Publication } from '../publication.ts';

/** The address of a path of this site in the pages: below the path of BASE_URL, where it has one. */
export function href(path: string): string {
  return basePath(publication()) + path;
}

const basePath = oncePer(({ baseUrl }: Publication) => basePathOf(baseUrl));
