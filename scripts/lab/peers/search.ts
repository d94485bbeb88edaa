import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readEnvironment } from '../../../site/contract/environment.ts';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { build } from '../../build/build.ts';
import { generateContent } from '../bench/generate.ts';
import { compare, cpuSeconds, hasCommand, measureLoad, type Started, startPinned } from '../bench/load.ts';
import { searchMix } from '../bench/search-mix.ts';
import {
  asAnyWord,
  asSubstring,
  asWords,
  filterPlainly,
  type PeerData,
  type PeerQuestion,
  readPeerData,
  readQuestion,
  type WordRule,
} from './questions.ts';

const TURNS = 3;
const SECONDS = 5;
const COUNTS = [1_000, 10_000];

interface Answer {
  readonly matched: number;
  readonly ids: readonly string[];
}

type AnswerRule = (answer: Answer, question: PeerQuestion, data: PeerData) => boolean;

interface Peer {
  readonly name: string;
  readonly server: string;
  readonly isRight: AnswerRule;
  /** The rule that `isRight` checks, for the table. */
  readonly checked: string;
  /** The address of a search; by default, that of our search. */
  readonly toTarget?: (question: PeerQuestion) => string;
  readonly toAnswer?: (response: Response) => Promise<Answer>;
}

function toJsonServer({ query, minRating, maxRating, since, until, technician, service, limit }: PeerQuestion): string {
  // json-server compares lists as text, joined with commas.
  const within = (name: string) => `(^|,)${name}(,|$)`;
  const params = Object.entries({
    text_like: query,
    rating_gte: minRating > 1 ? String(minRating) : undefined,
    rating_lte: maxRating < 5 ? String(maxRating) : undefined,
    date_gte: since || undefined,
    date_lte: until === '9999' ? undefined : until,
    'mentions.technicians_like': technician === undefined ? undefined : within(technician || 'nobody'),
    'mentions.services_like': service === undefined ? undefined : within(service || 'none'),
    _limit: String(limit),
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/reviews?${new URLSearchParams(params)}`;
}

async function readOwn(response: Response): Promise<Answer> {
  const { matched, reviews } = (await response.json()) as {
    readonly matched: number;
    readonly reviews: readonly { readonly id: string }[];
  };
  return { matched, ids: reviews.map(({ id }) => id) };
}

/** Sends every search of the mix once. Throws if a response isn't correct by the peer's own rule. */
async function checkAnswers(
  url: string,
  targets: readonly string[],
  data: PeerData,
  { name, isRight, toAnswer = readOwn }: Peer,
): Promise<void> {
  const questions = questionsOf(data);
  for (const [index, target] of targets.entries()) {
    const answer = await toAnswer(await fetch(url + target));
    if (!isRight(answer, questions[index] as PeerQuestion, data)) {
      throw new Error(`${name}: ${decodeURIComponent(target)} was answered with ${answer.matched}: ${answer.ids}`);
    }
  }
}

/** Whether a response has the same reviews, order and count as a plain filter with this rule. */
const hasExactly =
  (rule: WordRule): AnswerRule =>
  ({ matched, ids }, question, { reviews }) => {
    const right = filterPlainly(reviews, question, rule);
    return matched === right.matched && `${ids}` === `${right.reviews.map(({ id }) => id)}`;
  };

/**
 * Orama counts matching prefixes, not matched words, so a result may lack one of several words, and a review with all of them may be
 * missing.
 */
const hasOneWord =
  (between: RegExp): AnswerRule =>
  (answer, question, data) => {
    const { query, limit } = question;
    if (query?.includes(' ') !== true) return hasExactly(asWords(between))(answer, question, data);
    const all = filterPlainly(data.reviews, { ...question, limit: Number.POSITIVE_INFINITY }, asAnyWord(between));
    const ids = new Set(all.reviews.map(({ id }) => id));
    return answer.ids.length === Math.min(limit, answer.matched) && answer.ids.every((id) => ids.has(id));
  };

const questionsOf = (data: PeerData) => searchMix().map((target) => readQuestion(new URL(target, 'http://peer').searchParams, data));

const peers: readonly Peer[] = [
  { name: 'a plain filter behind Express', server: 'naive-server.ts', isRight: hasExactly(asSubstring), checked: 'the same reviews' },
  {
    name: 'json-server 0.17',
    server: 'json-server.ts',
    isRight: hasExactly(asSubstring),
    checked: 'the same reviews',
    toTarget: toJsonServer,
    toAnswer: async (response) => ({
      matched: Number(response.headers.get('x-total-count')),
      ids: ((await response.json()) as { readonly id: string }[]).map(({ id }) => id),
    }),
  },
  {
    name: 'SQLite FTS5 (trigrams) behind Express',
    server: 'fts5-server.ts',
    isRight: hasExactly(asSubstring),
    checked: 'the same reviews',
  },
  {
    name: 'MiniSearch 7.2 behind Express',
    server: 'minisearch-server.ts',
    isRight: hasExactly(asWords(/[\n\r\p{Z}\p{P}]+/u)),
    checked: 'the reviews with words that begin so',
  },
  {
    name: 'Orama 3.1 behind Express',
    server: 'orama-server.ts',
    isRight: hasOneWord(/[^a-zàèéìòóù0-9_'-]+/i),
    checked: 'the same; of several words, one at least',
  },
];

const CONSTANT = { name: 'a constant of the same size from Express', checked: 'nothing' };

/** Searches per second of a server's processor time, so other work on the machine counts for neither side. */
async function measureServer({ url, pid }: Started, targets: readonly string[]): Promise<number> {
  const requests = targets.map((target) => ({ path: target }));
  const before = cpuSeconds(pid);
  const perSecond = await measureLoad(url, requests, 200, SECONDS);
  return (perSecond * SECONDS) / (cpuSeconds(pid) - before);
}

/** Ours as a multiple of another server, measured in turn. */
async function measureRatio(ours: Started, other: Started, targets: readonly string[], label: string): Promise<string> {
  const { ratio, ...rates } = await compare(
    TURNS,
    () => measureServer(ours, searchMix()),
    () => measureServer(other, targets),
  );
  const [our, their] = [rates.ours, rates.peer].map(Math.round);
  console.log(`${label}: ${ratio.toFixed(2)} (${our} against ${their} a second of processor time)`);
  return ratio.toFixed(ratio < 1 ? 2 : 1);
}

/** The cost of HTTP: a constant response of the mean size of ours. */
async function measureConstant(ours: Started, label: string): Promise<string> {
  const sizes = await Promise.all(searchMix().map(async (target) => (await (await fetch(ours.url + target)).arrayBuffer()).byteLength));
  const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const constant = await startPinned('scripts/lab/bench/constant-server.ts', [String(mean)]);
  try {
    return await measureRatio(ours, constant, searchMix(), label);
  } finally {
    await constant.stop();
  }
}

async function measurePeer(ours: Started, data: PeerData, distDir: string, peer: Peer): Promise<string> {
  const targets = peer.toTarget === undefined ? searchMix() : questionsOf(data).map(peer.toTarget);
  const server = await startPinned(`scripts/lab/peers/${peer.server}`, [distDir]);
  try {
    await checkAnswers(server.url, targets, data, peer);
    return await measureRatio(ours, server, targets, `${peer.name}, ${data.reviews.length} reviews`);
  } finally {
    await server.stop();
  }
}

async function benchPeers(count: number): Promise<readonly string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'bench-peers-'));
  const [content, dist] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  try {
    await generateContent(content, count);
    const variables = { CONTENT_DIR: content, DIST_DIR: dist, DATA_DIR: path.join(folder, 'data'), BASE_URL: 'http://reviews.localhost:9' };
    await build({ environment: readEnvironment(variables), now: Date.now, onProgress: () => {} });
    const data = readPeerData(dist);
    const ours = await startPinned('scripts/lab/bench/origin-server.ts', [], { DIST_DIR: dist });
    try {
      await checkAnswers(ours.url, searchMix(), data, { name: 'ours', server: '', isRight: hasExactly(asSubstring), checked: '' });
      const ratios = [await measureConstant(ours, `${CONSTANT.name}, ${count} reviews`)];
      for (const peer of peers) ratios.push(await measurePeer(ours, data, dist, peer));
      return ratios;
    } finally {
      await ours.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

const missing = (await Promise.all(['wrk', 'taskset'].map(async (name) => ((await hasCommand(name)) ? [] : [name])))).flat();
if (missing.length > 0) throw new SetupError(`bench: not installed: ${missing.join(', ')} (Debian: apt-get install wrk)`);
const columns: (readonly string[])[] = [];
for (const count of COUNTS) columns.push(await benchPeers(count));
console.log(
  `| searches a second, ours as a multiple of | ${COUNTS.map((count) => `${count.toLocaleString('en')} reviews`).join(' | ')} | each answer has |`,
);
console.log(`| --- | ${COUNTS.map(() => '---').join(' | ')} | --- |`);
for (const [index, { name, checked }] of [CONSTANT, ...peers].entries())
  console.log(`| ${name} | ${columns.map((ratios) => ratios[index]).join(' | ')} | ${checked} |`);
