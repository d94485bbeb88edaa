import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readDataset } from '../../../site/content/read/read.ts';

const TEN_YEARS = 3652;

/** A small deterministic generator of numbers from 0 to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Writes a content folder of `count` reviews over ten years, made from the demo business's sentences; always the same. */
export async function generateContent(folder: string, count: number): Promise<void> {
  const demo = readDataset('content');
  const random = seeded(count);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const sentences = demo.reviews.flatMap(({ text }) => text?.match(/[^.!?]+[.!?]+/g) ?? []).map((sentence) => sentence.trim());
  const authors = demo.reviews.map(({ author }) => author);
  const reviews = Array.from({ length: count }, (_, index) => ({
    source: 'google',
    source_id: `g-${index}`,
    date: new Date(Date.UTC(2016, 0, 1) + Math.floor(random() * TEN_YEARS) * 86_400_000).toISOString().slice(0, 10),
    rating: pick([5, 5, 5, 5, 4, 4, 3, 2, 1]),
    author: pick(authors),
    ...(random() < 0.1 ? {} : { text: Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(sentences)).join(' ') }),
    verified: true,
  }));
  await mkdir(path.join(folder, 'reviews'), { recursive: true });
  const catalog = (kind: 'technicians' | 'services' | 'service_areas') => demo.catalog.filter((entry) => entry.kind === kind);
  const files = {
    'business.json': { name: 'Bench Electric' },
    'technicians.json': catalog('technicians').map(({ name, aliases }) => ({ name, aliases })),
    'services.json': catalog('services').map(({ key, name, aliases }) => ({ id: key, name, aliases })),
    'service-areas.json': catalog('service_areas').map(({ name, aliases }) => ({ name, aliases })),
    'reviews/generated.json': reviews,
  };
  for (const [name, value] of Object.entries(files)) await writeFile(path.join(folder, name), JSON.stringify(value));
}
