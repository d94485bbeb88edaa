import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rateLimiter } from '../../sidecar/http/rate-limit.ts';
import { readBody } from '../../sidecar/http/request.ts';
import { repeat } from '../../sidecar/runtime.ts';
import { type Bytes, fromBase64, HASH_BYTES } from '../../site/log/bytes.ts';
import { type Checkpoint, decodeNote, LogError, readCheckpoint } from '../../site/log/note.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { type Html, html } from '../desk/html.ts';
import type { WitnessConfig } from './config.ts';
import { MOST_BYTES } from './get.ts';
import { FollowedLog, type WitnessParts } from './witness.ts';

export type WitnessOptions = WitnessParts & Readonly<{ config: WitnessConfig; host: string; log: (line: object) => void }>;
type Answer = readonly [status: number, body: string, type?: string];

/** How long the witness waits before it looks at a log again. */
const LOOK_SECONDS = 300;
/** Requests for cosignatures that each log may make per minute, including repeated ones. */
const LOG_PER_MINUTE = 60;
const MAX_CONNECTIONS = 256;
const HEADERS = {
  'Cache-Control': 'max-age=60',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
};

/** Starts a witness, which follows its logs and answers requests. @throws SetupError if it can't listen */
export async function startWitness({ config, host, log, ...parts }: WitnessOptions) {
  const logs = config.logs.map((one) => new FollowedLog(one, parts));
  const monitored = new Map(logs.map((one) => [`/${originHash(one.origin)}/checkpoint`, one]));
  const limit = rateLimiter(LOG_PER_MINUTE, parts.clock);
  const respond = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', url = '' } = request;
    const isSubmission = url === '/add-checkpoint';
    if (!(isSubmission ? ['POST'] : ['GET', 'HEAD']).includes(method)) return [405, 'method not allowed\n'];
    const body = isSubmission ? await readBody(request, MOST_BYTES) : undefined;
    if (typeof body === 'string') return [413, 'too large\n'];
    if (body) return addCheckpoint(body, logs, (origin) => limit(origin)?.ok ?? true);
    if (url === '/') return [200, printWitnessPage(config.name, parts.keys.verifierKeys, logs), 'text/html; charset=utf-8'];
    const signed = monitored.get(url)?.signed;
    return signed?.cosignatures ? [200, signed.checkpoint + signed.cosignatures] : [404, 'not found\n'];
  };
  const server = createServer({ requestTimeout: 15_000, headersTimeout: 15_000 }, async (request, response) => {
    const [status, body, type = 'text/plain; charset=utf-8'] = await respond(request).catch((error: unknown): Answer => {
      log({ level: 'error', event: 'witness.error', message: messageOf(error) });
      return [503, 'the witness cannot store what it signs\n'];
    });
    response.writeHead(status, { ...HEADERS, 'Content-Type': type }).end(body);
  });
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    const fail = ({ code }: NodeJS.ErrnoException) =>
      reject(new SetupError(`witness: port ${config.port}: ${code}; change it in witness.yaml`));
    server.once('error', fail).listen(config.port, host, resolve);
  });
  for (const one of logs) void one.look();
  const stops = logs.map((one) => repeat(parts.clock, LOOK_SECONDS, () => one.look()));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    logs,
    async close(): Promise<void> {
      for (const stop of stops) stop();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The hash that names a log in addresses for monitors (tlog-witness, Monitor Retrieval Mechanism). */
export const originHash = (origin: string): string => createHash('sha256').update(origin).digest('hex');

/** Answers add-checkpoint with the statuses that tlog-witness prescribes, and with 403 if the log is held back. */
async function addCheckpoint(body: Buffer, logs: readonly FollowedLog[], mayAsk: (origin: string) => boolean): Promise<Answer> {
  const request = readSubmission(body);
  if (!request) return [400, 'not an add-checkpoint request\n'];
  const { old, proof, note, origin, size } = request;
  const log = logs.find((one) => one.origin === origin);
  if (!log) return [404, 'this witness does not follow the log\n'];
  if (log.hold) return [403, 'the witness signs nothing of this log until a person has decided\n'];
  const own = await log.verify(note);
  if (!own) return [403, 'the checkpoint is not signed with the key of the log\n'];
  if (!mayAsk(origin)) return [429, 'too many requests for this log\n'];
  if (old > size) return [400, 'the old size is larger than the size\n'];
  const known = log.signed;
  const conflict = (): Answer => [409, `${log.signed?.size ?? 0}\n`, 'text/x.tlog.size'];
  if (old !== (known?.size ?? 0)) return conflict();
  if (!(await log.continues(known, own, proof))) return [422, 'the proof does not show that the log only grew\n'];
  const lines = log.sign(known, own);
  return lines === undefined ? conflict() : [200, lines];
}

const STYLE = 'body{font:1rem/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;word-break:break-all}';

const timeOf = (ms?: number) => (ms === undefined ? 'never' : `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`);

/** The page of a witness: its keys, and for each log its size, the last times and what is wrong. */
function printWitnessPage(name: string, verifierKeys: readonly string[], logs: readonly FollowedLog[]): string {
  const troubled = logs.filter(({ hold, trouble }) => hold || trouble).length;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Witness ${name}</title><style>${STYLE}</style></head><body>
<h1>Witness ${name}</h1>
<p>This witness follows ${counted(logs.length, 'log')} of reviews. It signs a log only if everything that the log had before is still in it. ${troubled === 0 ? 'None is in trouble.' : `In trouble: ${troubled}.`}</p>
${logs.map(printWitnessedLog)}
<h2>Keys</h2>
<p>Compare them with the person who runs the witness before you trust them.</p>
${verifierKeys.map((key) => html`<pre>${key}</pre>\n`)}</body></html>
`.text;
}

function printWitnessedLog(log: FollowedLog): Html {
  const { signed, hold, trouble } = log;
  const [word, since, found] = hold ? ['Held back', hold.at, hold.found] : ['Trouble', trouble?.since, trouble?.found];
  const evidence = hold ?? (trouble?.now !== undefined && signed ? { before: signed.checkpoint, now: trouble.now } : undefined);
  return html`<h2>${log.origin}</h2>
<p><a href="${log.log.address}/">${log.log.address}</a><br>Signed: ${signed ? counted(signed.size, 'entry', 'entries') : 'nothing'}, ${timeOf(signed?.at)}<br>Last look: ${timeOf(log.lookedAt)}</p>
${found !== undefined && html`<p><strong>${word} since ${timeOf(since)}: ${found}.${hold && ' The witness signs nothing of this log until a person has decided.'}</strong></p>\n`}${
  evidence &&
  html`<p>The checkpoint that the witness signed last, and the one that it found:</p><pre>${evidence.before}</pre><pre>${evidence.now}</pre>\n`
}`;
}

/** A request for cosignatures (tlog-witness, add-checkpoint): a checkpoint, and the proof that it continues the one of size `old`. */
export interface Submission extends Checkpoint {
  readonly old: number;
  readonly proof: readonly Bytes[];
}

/** The most lines of a consistency proof (tlog-witness, add-checkpoint). */
const PROOF_LINES = 63;

/** Parses a request for cosignatures; undefined if it's malformed. Nothing in it is verified. */
function readSubmission(bytes: Uint8Array): Submission | undefined {
  try {
    const [, head = '', note = ''] = /^(.*?\n)\n(.*)$/s.exec(decodeNote(bytes)) ?? [];
    const [first = '', ...lines] = head.split('\n').slice(0, -1);
    const old = /^old (0|[1-9]\d{0,15})$/.exec(first)?.[1];
    const proof = lines.map(fromBase64).filter((hash): hash is Bytes => hash?.length === HASH_BYTES);
    const isWhole = old !== undefined && proof.length === lines.length && lines.length <= PROOF_LINES;
    return isWhole ? { old: Number(old), proof, ...readCheckpoint(note) } : undefined;
  } catch (error) {
    if (error instanceof LogError) return undefined;
    throw error;
  }
}
