import { createHash } from 'node:crypto';
import { type Answer, ask, decoded } from './ask.ts';

/** What a reader saw while the site was rebuilt: every fault as a sentence, and how much it read. */
export interface Reading {
  readonly faults: readonly string[];
  readonly answers: number;
  /** Distinct bodies of /reviews.json. */
  readonly generations: number;
}

export interface Reader {
  stop(): Promise<Reading>;
}

const PATHS = [
  '/reviews.json',
  '/api/feed.json',
  '/feed.xml',
  '/insights.json',
  '/',
  '/api/reviews/since/1999-01-01',
  '/api/reviews/search?limit=100',
];

/**
 * Reads a site again and again until it is stopped. Every text of the fixture holds a mark `generation-N` that each
 * rebuild changes, so an answer with two marks mixes two generations; a tag must always stand for the same bytes,
 * and a conditional request must be answered by that tag's body or 304.
 */
export function pollSite(origin: string): Reader {
  const faults: string[] = [];
  const bodyOfTag = new Map<string, string>();
  const newest = new Map<string, number>();
  const versions = new Set<string>();
  let answers = 0;
  let stopped = false;

  const check = (path: string, coding: string, asked: string | undefined, answer: Answer) => {
    answers++;
    const tag = answer.headers.etag;
    const fault = (text: string) => faults.push(`${path} (${coding}): ${text}`);
    if (answer.status === 304) {
      if (tag !== asked) fault(`304 with ${tag} for ${asked}`);
      return;
    }
    if (answer.status !== 200 || tag === undefined) return void fault(`status ${answer.status}`);
    const body = decoded(answer).toString();
    const digest = createHash('sha256').update(body).digest('hex');
    const key = `${path} ${coding} ${tag}`;
    if ((bodyOfTag.get(key) ?? digest) !== digest) fault(`${tag} stands for two bodies`);
    bodyOfTag.set(key, digest);
    const marks = new Set(body.match(/generation-\d+/g));
    if (marks.size > 1) fault(`mixes ${[...marks].join(' and ')}`);
    const mark = Number([...marks][0]?.slice('generation-'.length) ?? -1);
    if (mark < (newest.get(path) ?? -1)) fault(`went back from generation ${newest.get(path)} to ${mark}`);
    newest.set(path, mark);
    if (path === '/reviews.json') versions.add(digest);
  };
  const read = async (coding: string) => {
    const tags = new Map<string, string>();
    let isLast: boolean;
    do {
      // A whole round after the stop, so that what was published last is read.
      isLast = stopped;
      for (const path of PATHS) {
        const asked = tags.get(path);
        const headers = { 'accept-encoding': coding, ...(asked === undefined ? {} : { 'if-none-match': asked }) };
        try {
          const answer = await ask(origin, path, { headers });
          check(path, coding, asked, answer);
          if (answer.headers.etag !== undefined) tags.set(path, answer.headers.etag);
        } catch (error) {
          faults.push(`${path} (${coding}): ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    } while (!isLast);
  };
  const reading = Promise.all(['identity', 'br', 'gzip'].map(read));
  return {
    stop: async () => {
      stopped = true;
      await reading;
      return { faults, answers, generations: versions.size };
    },
  };
}
