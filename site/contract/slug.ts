import { plainWords } from './plain-words.ts';

/** A name as lowercase ASCII words with hyphens, for addresses: "Tomasz Zieliński" is tomasz-zielinski. Empty if it has no Latin letters. */
export function toSlug(name: string): string {
  return plainWords(name)
    .join('-')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Gives each name a unique slug; a name without Latin letters gets `fallback` with its position. */
export function toSlugs(names: readonly string[], fallback: string): Map<string, string> {
  const slugs = new Map<string, string>();
  const taken = new Set<string>();
  for (const [index, name] of names.entries()) {
    const plain = toSlug(name) || `${fallback}-${index + 1}`;
    // "page" is the folder of a list's further pages.
    const slug = taken.has(plain) || plain === 'page' ? `${plain}-${index + 1}` : plain;
    taken.add(slug);
    slugs.set(name, slug);
  }
  return slugs;
}
