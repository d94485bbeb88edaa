import type { Page } from './input/record.ts';

/** Tracks the pages of an export, and the scopes of their reviews. */
export class ReadPages {
  readonly #pages = new Set<Page>();
  readonly #scopes = new Map<Page, string>();

  /** The pages that were read completely, in any order. */
  addAll(pages: readonly Page[]): void {
    for (const page of pages) this.#pages.add(page);
  }

  /** Notes that a page has a review of `scope`; each page of Google's API is of one location. */
  addScope(page: Page, scope: string | undefined): void {
    if (scope !== undefined) this.#scopes.set(page, scope);
  }

  /** A page that announces another one, where the last page of its scope is missing; undefined where none is known to be. */
  withoutNext(): Page | undefined {
    const scopeOf = (page: Page) => this.#scopes.get(page) ?? '';
    const ends = [...this.#pages].filter(({ hasNext }) => !hasNext).map(scopeOf);
    const ended = new Set(ends.filter((scope) => scope !== ''));
    const open = [...this.#pages].filter((page) => page.hasNext && !ended.has(scopeOf(page)));
    // A last page without reviews may belong to any scope, but only to one.
    return new Set(open.map(scopeOf)).size > ends.filter((scope) => scope === '').length ? open.at(-1) : undefined;
  }
}
