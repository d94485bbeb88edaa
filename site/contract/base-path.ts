/** The path of a base address: '' for https://reviews.example.com, '/reviews' for https://example.com/reviews. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, '');
}

/** What of `path` stands beneath `basePath`, from its slash on; undefined for a path outside, `basePath` without a slash included. */
export function pathBeneath(basePath: string, path: string): string | undefined {
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}
