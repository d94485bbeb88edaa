// Keeps a copy of all reviews: node sync-client.js copy.json
import { readFile, writeFile } from 'node:fs/promises';

const BASE = process.env.BASE ?? 'http://localhost:4321';
const [file = 'copy.json'] = process.argv.slice(2);
const get = async (path) => {
  const response = await fetch(BASE + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
};

let copy = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
const { log, total, page_size } = await get('/api/changes/latest');
// Start over on the first run, or if the log was replaced.
if (copy.log !== log || copy.known > total) copy = { log, known: 0, reviews: {} };

while (copy.known < total) {
  const before = copy.known;
  const { changes } = await get(`/api/changes/${Math.floor(copy.known / page_size)}`);
  for (const { index, type, id, review } of changes) {
    if (index < copy.known) continue;
    if (review) copy.reviews[id] = review;
    // Without a record: the review is gone, or a later change has its record.
    else if (['removed_at_source', 'taken_down', 'withdrawn'].includes(type)) delete copy.reviews[id];
    copy.known = index + 1;
  }
  if (copy.known === before) break; // A cache has an older page. The next run continues here.
}
await writeFile(file, JSON.stringify(copy));
console.log(`${Object.keys(copy.reviews).length} reviews after ${copy.known} changes`);
