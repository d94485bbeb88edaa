/** A code listing on a page, as a reader copies it. */
export interface PageListing {
  readonly title: string;
  readonly code: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'", '#x27': "'", amp: '&' };

/** Decodes HTML without tags to its text. */
export const decode = (html: string) => html.replace(/&(lt|gt|quot|amp|#34|#39|#x27);/g, (_, name: string) => entities[name] ?? '');

/** Returns every listing on one of our pages. */
export function listingsIn(page: string): readonly PageListing[] {
  const figures = page.matchAll(/<figure class="listing"[^>]*><figcaption[^>]*>(.*?)<\/figcaption><pre[^>]*><code[^>]*>(.*?)<\/code>/gs);
  return [...figures].map(([, title = '', code = '']) => ({ title: decode(title), code: decode(code.replace(/<\/?span[^>]*>/g, '')) }));
}
