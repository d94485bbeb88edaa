import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Fixture } from './fixture.ts';

/** Returns the documents of the built demo business in `dist`. */
export function demo(dist: string): Fixture {
  const read = (name: string) => JSON.parse(readFileSync(path.join(dist, name), 'utf8'));
  return { reviews: read('reviews.json'), insights: read('insights.json') };
}
