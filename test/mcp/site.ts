import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { printGeneration } from '../../site/contract/generation.ts';
import { machinePaths, paths } from '../../site/contract/paths.ts';
import { printInsights, printReviews } from '../../site/documents/json.ts';
import { type Fixture, practice } from './fixture.ts';

let written = 0;

/** Publishes the documents as a new generation in `folder`, swapped in like a build does. Returns the DIST_DIR. */
export function publish(folder: string, { reviews, insights, log = new Map() }: Fixture, baseUrl = 'https://reviews.example'): string {
  const tree = path.join(folder, `tree-${written++}`);
  const bodies = {
    [paths.reviews]: printReviews({ ...reviews, aggregateRating: reviews.aggregate_rating }),
    [paths.insights]: printInsights(insights),
    [machinePaths.practice]: JSON.stringify(practice),
    [paths.jsonFeed]: '{}',
    [paths.atomFeed]: '<feed/>',
    [machinePaths.reviewCards]: '<!doctype html><title>Cards</title>',
    ...Object.fromEntries(log),
  };
  const files = Object.entries(bodies).map(([name, text]) => {
    mkdirSync(path.dirname(path.join(tree, name)), { recursive: true });
    writeFileSync(path.join(tree, name), text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    return [name, { sha256, modified: 0, identity: { bytes: Buffer.byteLength(text), etag: `"${sha256}"` } }] as const;
  });
  const generation = {
    version: 1 as const,
    generation: path.basename(tree),
    modified: 0,
    base_url: baseUrl,
    hub_url: `${baseUrl}${paths.hub}`,
    files: Object.fromEntries(files),
    since: { first: null, last: null, answers: [{ date: '2019-01-01', matched: 0, chain: '', modified: 0 }] },
  };
  writeFileSync(path.join(tree, paths.generation), printGeneration(generation));
  const dist = path.join(folder, 'dist');
  symlinkSync(tree, `${dist}-next`);
  renameSync(`${dist}-next`, dist);
  return dist;
}
