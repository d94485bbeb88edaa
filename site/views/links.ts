import { basePathOf } from '../contract/base-path.ts';
import { publication } from '../publication.ts';

/** The address of a path of this site as its pages link to it: beneath the path of `BASE_URL`, where that has one. */
export function href(path: string): string {
  return basePathOf(publication().baseUrl) + path;
}
