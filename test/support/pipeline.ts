import { connect } from 'node:net';
import type { TestResponse } from './ask.ts';

export interface Target {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const END_OF_HEAD = '\r\n\r\n';

/**
 * Sends all GET requests at once on one connection (RFC 9112 9.3.2) and returns the answers in the same order, ten times as fast as one
 * request after another. Every answer needs a Content-Length. Rejects if the connection ends before the last answer.
 */
export function askAll(origin: string, targets: readonly Target[]): Promise<TestResponse[]> {
  const { hostname, port, host } = new URL(origin);
  return new Promise((resolve, reject) => {
    const answers: TestResponse[] = [];
    const socket = connect(Number(port), hostname);
    let rest: Buffer = Buffer.of();
    const take = (part: Buffer) => {
      rest = rest.length > 0 ? Buffer.concat([rest, part]) : part;
      for (let next = parse(rest); next; next = parse(rest)) {
        answers.push(next.answer);
        rest = rest.subarray(next.length);
      }
      if (answers.length === targets.length) socket.destroy();
    };
    const isMissing = () => new Error(`${origin}${targets[answers.length]?.target} has no answer with a length: ${rest.subarray(0, 80)}`);
    socket.on('data', take);
    socket.on('error', reject);
    socket.on('close', () => (answers.length === targets.length ? resolve(answers) : reject(isMissing())));
    if (targets.length === 0) socket.destroy();
    else socket.write(targets.map(({ target, headers = {} }) => print(target, { Host: host, ...headers })).join(''));
  });
}

const print = (target: string, headers: Readonly<Record<string, string>>) =>
  `GET ${target} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Returns the first answer in `bytes` and its length in bytes; undefined if it is incomplete or has no Content-Length. */
function parse(bytes: Buffer): { readonly answer: TestResponse; readonly length: number } | undefined {
  const end = bytes.indexOf(END_OF_HEAD);
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]);
  const headers = Object.fromEntries(pairs);
  const begin = end + END_OF_HEAD.length;
  const length = begin + Number(headers['content-length']);
  // NaN if there is no Content-Length.
  if (!(bytes.length >= length)) return undefined;
  const body = bytes.subarray(begin, length);
  return { answer: { status: Number(first.split(' ')[1]), headers, body, text: body.toString() }, length };
}
