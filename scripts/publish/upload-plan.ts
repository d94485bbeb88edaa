import { answerFor, fileName, type GenerationDocument } from '../../site/contract/generation.ts';
import { mediaTypeOf, mediaTypes, pagePaths, paths } from '../../site/contract/paths.ts';
import { dateOfFile } from '../hosts/host-rules.ts';

/** A file of the site that a web space needs. */
export interface SiteFile {
  /** Its path below the site's folder, with `/`. */
  readonly name: string;
  /** In hex. */
  readonly sha256: string;
  readonly bytes: number;
  /** In seconds since 1970. */
  readonly modified: number;
}

/** What an upload does, in this order, so that no visitor sees a page without its data. */
export interface UploadPlan {
  /** Pages of reviews that aren't shown any more. */
  readonly withdrawn: readonly string[];
  /** Files that can be sent at the same time, group by group: data and assets, the host's rules, new pages, pages, and last `/generation.json`. */
  readonly groups: readonly (readonly SiteFile[])[];
  /** Other files that the site no longer has. */
  readonly outdated: readonly string[];
}

/**
 * The files of a generation that a web space with Apache needs. Of the dates of `since` these are one for each body, which `.htaccess` maps
 * to the other dates. Apache compresses by itself, so compressed files aren't among them.
 */
export function filesOf({ files, since }: Pick<GenerationDocument, 'files' | 'since'>): SiteFile[] {
  const dates = new Map(
    since.answers.flatMap((answer) => {
      const date = dateOfFile(since, answer);
      const { file, modified } = answerFor(since.answers, date);
      return file ? [[paths.since + date, { ...file, modified }] as const] : [];
    }),
  );
  return [...Object.entries(files), ...dates].map(([publicPath, { sha256, modified, identity }]) => ({
    name: fileName(publicPath),
    sha256,
    modified,
    bytes: identity.bytes,
  }));
}

/** What is known about the files at the host. */
interface AtHost {
  readonly before: GenerationDocument | undefined;
  readonly sent: ReadonlyMap<string, string>;
  readonly dates: readonly string[];
}

/**
 * Plans an upload. `rules` are the host's rules and `record` is `/generation.json`, which always travel; `before` is the record of the site
 * that the host has, `sent` maps the names of files that were sent since to their hashes, and `dates` are the dates of `since` that have a
 * file at the host, which would hide the answers that they are mapped to.
 */
export function planUpload(
  now: GenerationDocument,
  { rules, record }: { readonly rules: readonly SiteFile[]; readonly record: SiteFile },
  { before, sent, dates }: AtHost,
): UploadPlan {
  const files = filesOf(now);
  const known = new Map([...(before ? filesOf(before).map(({ name, sha256 }) => [name, sha256] as const) : []), ...sent]);
  const changed = files.filter(({ name, sha256 }) => known.get(name) !== sha256);
  const wanted = new Set([...files, ...rules, record].map(({ name }) => name));
  const there = new Set([...known.keys(), ...dates.map((date) => fileName(paths.since + date))]);
  const pages = changed.filter(({ name }) => isPage(name));
  // A page arrives before those that link to it. Nobody can open a first site before its home page is there.
  const isLinked = ({ name }: SiteFile) => known.has(name) || name === fileName(pagePaths.home);
  const gone = [...there].filter((name) => !wanted.has(name) && isInside(name));
  return {
    withdrawn: gone.filter(isReviewPage),
    groups: [changed.filter(({ name }) => !isPage(name)), rules, pages.filter((file) => !isLinked(file)), pages.filter(isLinked), [record]],
    // Pages before the data that they show.
    outdated: gone.filter((name) => !isReviewPage(name)).sort((a, b) => Number(isPage(b)) - Number(isPage(a))),
  };
}

const isPage = (name: string) => mediaTypeOf(`/${name}`) === mediaTypes.html;

const isReviewPage = (name: string) => isPage(name) && `/${name}`.startsWith(pagePaths.reviews);

/** Whether a name stays below the site's folder: the record at the host could be anybody's. */
export const isInside = (name: string): boolean =>
  name.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\0]/.test(part));
