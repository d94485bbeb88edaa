import { createHash } from 'node:crypto';
import { type Answer, decoded } from '../support/ask.ts';
import { Fault } from './marks.ts';

const digest = (bytes: Buffer) => createHash('sha1').update(bytes).digest('base64');

/** What each validator stood for since the first build, whatever host sent it. */
export class Validators {
  readonly #bytesOf = new Map<string, string>();
  readonly #newest = new Map<string, number>();

  /** RFC 9110 8.8.3: a tag never goes with other bytes of the same address and coding. */
  checkTag(address: string, { headers, body }: Answer): void {
    const { etag } = headers;
    if (etag === undefined) throw new Fault('an answer has no ETag', address);
    this.#check('an ETag stands for other bytes', `${address} ${headers['content-encoding'] ?? 'identity'} ${etag}`, body);
  }

  /** RFC 9110 8.8.2: nor does a time, which never goes back. Times of files and of the server may differ: `from` says whose it is. */
  checkTime(address: string, from: string, answer: Answer): void {
    const modified = answer.headers['last-modified'];
    if (modified === undefined) throw new Fault('an answer has no Last-Modified', address);
    this.#check('a Last-Modified stands for other bytes', `${address} ${modified}`, decoded(answer));
    const newest = this.#newest.get(`${from} ${address}`) ?? 0;
    const time = Date.parse(modified);
    if (time < newest) throw new Fault('a Last-Modified goes back', `${address} from ${new Date(newest).toUTCString()} to ${modified}`);
    this.#newest.set(`${from} ${address}`, time);
  }

  #check(what: string, key: string, bytes: Buffer): void {
    const now = digest(bytes);
    if ((this.#bytesOf.get(key) ?? now) !== now) throw new Fault(what, key);
    this.#bytesOf.set(key, now);
  }
}
