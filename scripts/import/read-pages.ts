import type { Page } from './input/record.ts';

/** The pages of an export, and of which scopes each has reviews. */
export class ReadPages {
  readonly #pages = new Set<Page>();
  readonly #scopes = new Map<Page, string>();

  /** Pages that are read to their end, in any order. */
  addAll(pages: readonly Page[]): void {
    for (const page of pages) this.#pages.add(page);
  }

  /** A page has a review of `scope`; each answer of Google's API is of one location. */
  addScope(page: Page, scope: string | undefined): void {
    if (scope !== undefined) this.#scopes.set(page, scope);
  }

  /** A page that names one after it, where the last page of its scope isn't there; undefined where none is known to be missing. */
  withoutNext(): Page | undefined {
    const scopeOf = (page: Page) => this.#scopes.get(page) ?? '';
    const ends = [...this.#pages].filter(({ hasNext }) => !hasNext).map(scopeOf);
    const ended = new Set(ends.filter((scope) => scope !== ''));
    const open = [...this.#pages].filter((page) => page.hasNext && !ended.has(scopeOf(page)));
    // A last page without reviews may be that of any scope, but of one only.
    return new Set(open.map(scopeOf)).size > ends.filter((scope) => scope === '').length ? open.at(-1) : undefined;
  }
}
