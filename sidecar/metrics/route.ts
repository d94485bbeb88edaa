import { changesPath, latestChangesPath, logPaths } from '../../site/contract/log.ts';
import { machinePaths, notFoundPath, pagePaths, paths } from '../../site/contract/paths.ts';

const fixed: ReadonlySet<string> = new Set([
  ...Object.values(paths),
  ...Object.values(pagePaths),
  ...Object.values(machinePaths),
  ...Object.values(logPaths),
  latestChangesPath,
  notFoundPath,
]);

/** What stands below a prefix, by the longest prefix first. */
const below: readonly (readonly [prefix: string, rest: string])[] = (
  [
    [paths.since, '{date}'],
    [paths.hubStatus, '{token}'],
    [paths.assets, '{file}'],
    [logPaths.tiles, '{tile}'],
    [logPaths.openings, '{page}'],
    [changesPath, '{page}'],
    [machinePaths.schemas, '{name}'],
    ...[pagePaths.stars, pagePaths.reviews, pagePaths.technicians, pagePaths.services, pagePaths.serviceAreas, pagePaths.developers].map(
      (prefix) => [prefix, '{page}'] as const,
    ),
  ] as const
).toSorted(([a], [b]) => b.length - a.length);

/** The pattern of a request's path, such as `/api/reviews/since/{date}`: one of a fixed list, or `other`, so that no request can add a label. */
export function routeOf(publicPath: string | undefined): string {
  if (publicPath === undefined) return 'other';
  if (fixed.has(publicPath)) return publicPath;
  const found = below.find(([prefix]) => publicPath.startsWith(prefix));
  return found === undefined ? 'other' : found.join('');
}
