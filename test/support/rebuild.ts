import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buildSite } from './build-site.ts';
import { workshop } from './copy-content.ts';
import { type PollReading, pollSite } from './poll.ts';
import { serve } from './serve.ts';

/** Returns reviews whose texts all contain the mark of the generation. */
const reviewsOf = (generation: number) =>
  Array.from(
    { length: 40 },
    (_, index) =>
      `- { source_id: r${index}, date: 2024-0${1 + (index % 9)}-10, rating: ${1 + (index % 5)}, author: A${index}, text: "${'words '.repeat(60)}generation-${generation}", verified: true }\n`,
  ).join('');

/**
 * Builds and serves a site, then rebuilds it `times` times while a reader polls it, each time with different texts. The reader waits
 * `pauseMs` between requests, or not at all by default.
 */
export async function rebuildUnderReader(times: number, pauseMs?: number): Promise<PollReading> {
  const { content, dist } = await workshop('minimal');
  const reviews = path.join(content, 'reviews');
  await mkdir(reviews);
  const edit = (generation: number) => writeFile(path.join(reviews, 'all.yaml'), reviewsOf(generation));
  await edit(0);
  await buildSite(content, dist);
  const server = await serve({ DIST_DIR: dist });
  const reader = pollSite(server.url, pauseMs === undefined ? {} : { pauseMs });
  for (let generation = 1; generation <= times; generation++) {
    await edit(generation);
    await buildSite(content, dist);
    await server.generations.refresh();
  }
  const reading = await reader.stop();
  await server.close();
  return reading;
}
