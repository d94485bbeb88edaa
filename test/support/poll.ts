import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, decoded, type TestResponse } from './ask.ts';

/** The results of polling a site while it is rebuilt: each fault as a sentence, and how much was read. */
export interface PollReading {
  readonly faults: readonly string[];
  readonly answers: number;
  /** Distinct bodies of /reviews.json. */
  readonly generations: number;
}

export interface Reader {
  /** Returns the newest mark read at a path; -1 before the first. */
  newest(path: string): number;
  stop(): Promise<PollReading>;
}

export interface PollOptions {
  /** The pause between two requests of each of the three readers. */
  readonly pauseMs?: number;
  /** Returns the oldest mark that an answer to a request sent now may have; by default, the newest mark read at the path. */
  readonly oldest?: (path: string) => number;
  readonly paths?: readonly string[];
}

/** What readers poll by default. */
export const POLLED = [
  '/reviews.json',
  '/api/feed.json',
  '/feed.xml',
  '/insights.json',
  '/',
  '/api/reviews/since/1999-01-01',
  '/api/reviews/search?limit=100',
];

/**
 * Polls a site until it is stopped. Every text of the fixture contains a mark `generation-N` that each rebuild changes, so an answer with
 * two marks mixes two generations. A tag must always have the same body, and a 304 must have the tag of the conditional request.
 */
export function pollSite(origin: string, options: PollOptions = {}): Reader {
  const faults: string[] = [];
  const bodyOfTag = new Map<string, string>();
  const markOfTag = new Map<string, number>();
  const newest = new Map<string, number>();
  const versions = new Set<string>();
  let answers = 0;
  let stopped = false;
  const newestAt = (path: string) => newest.get(path) ?? -1;
  const { pauseMs, oldest = newestAt, paths = POLLED } = options;

  const check = (path: string, coding: string, asked: string | undefined, oldestMark: number, answer: TestResponse) => {
    answers++;
    const tag = answer.headers.etag;
    const fault = (text: string) => faults.push(`${path} (${coding}): ${text}`);
    const checkAge = (mark: number | undefined) => {
      if (mark === undefined) return;
      if (mark < oldestMark) fault(`generation ${mark} instead of ${oldestMark} or newer`);
      newest.set(path, Math.max(mark, newestAt(path)));
    };
    if (answer.status === 304) {
      if (tag !== asked) fault(`304 with ${tag} for ${asked}`);
      return checkAge(markOfTag.get(`${path} ${coding} ${tag}`));
    }
    if (answer.status !== 200 || tag === undefined) return void fault(`status ${answer.status}`);
    const body = decoded(answer).toString();
    const digest = createHash('sha256').update(body).digest('hex');
    const key = `${path} ${coding} ${tag}`;
    if ((bodyOfTag.get(key) ?? digest) !== digest) fault(`${tag} has two bodies`);
    bodyOfTag.set(key, digest);
    const marks = new Set(body.match(/generation-\d+/g));
    if (marks.size > 1) fault(`mixes ${[...marks].join(' and ')}`);
    if (path === '/reviews.json') versions.add(digest);
    for (const mark of marks) markOfTag.set(key, Number(mark.slice('generation-'.length)));
    checkAge(markOfTag.get(key));
  };
  const read = async (coding: string) => {
    const tags = new Map<string, string>();
    let isLast: boolean;
    do {
      // Polls one full round after the stop, to read what was published last.
      isLast = stopped;
      for (const path of paths) {
        const asked = tags.get(path);
        const oldestMark = oldest(path);
        const headers = { 'accept-encoding': coding, ...(asked === undefined ? {} : { 'if-none-match': asked }) };
        try {
          const answer = await ask(origin, path, { headers });
          check(path, coding, asked, oldestMark, answer);
          if (answer.headers.etag !== undefined) tags.set(path, answer.headers.etag);
        } catch (error) {
          faults.push(`${path} (${coding}): ${error instanceof Error ? error.message : String(error)}`);
        }
        if (pauseMs !== undefined) await wait(pauseMs);
      }
    } while (!isLast);
  };
  const reading = Promise.all(['identity', 'br', 'gzip'].map(read));
  return {
    newest: newestAt,
    stop: async () => {
      stopped = true;
      await reading;
      return { faults, answers, generations: versions.size };
    },
  };
}
