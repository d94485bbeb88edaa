/** Code that stands on a page, as a reader copies it. */
export interface Listing {
  readonly title: string;
  readonly code: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'", '#x27': "'", amp: '&' };

/** The text that HTML without tags stands for. */
export const decode = (html: string) => html.replace(/&(lt|gt|quot|amp|#34|#39|#x27);/g, (_, name: string) => entities[name] ?? '');

/** Every listing of a page of ours. */
export function listingsIn(page: string): readonly Listing[] {
  const figures = page.matchAll(/<figure class="listing"[^>]*><figcaption[^>]*>(.*?)<\/figcaption><pre[^>]*><code[^>]*>(.*?)<\/code>/gs);
  return [...figures].map(([, title = '', code = '']) => ({ title: decode(title), code: decode(code.replace(/<\/?span[^>]*>/g, '')) }));
}
