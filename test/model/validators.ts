import { createHash } from 'node:crypto';
import { decoded, type TestResponse } from '../support/ask.ts';
import { MarkFault } from './marks.ts';

const digest = (bytes: Buffer) => createHash('sha1').update(bytes).digest('base64');

/** Remembers the bytes that each validator was sent with since the first build, by any host. */
export class ModelValidators {
  readonly #bytesOf = new Map<string, string>();
  readonly #newest = new Map<string, number>();

  /** RFC 9110 8.8.3: for the same address and coding, a tag always stands for the same bytes. */
  checkTag(address: string, { headers, body }: TestResponse): void {
    const { etag } = headers;
    if (etag === undefined) throw new MarkFault('an answer has no ETag', address);
    this.#check('an ETag is reused for other bytes', `${address} ${headers['content-encoding'] ?? 'identity'} ${etag}`, body);
  }

  /** RFC 9110 8.8.2: a time always stands for the same bytes and never goes back. `from` is its origin: files and the server may differ. */
  checkTime(address: string, from: string, answer: TestResponse): void {
    const modified = answer.headers['last-modified'];
    if (modified === undefined) throw new MarkFault('an answer has no Last-Modified', address);
    this.#check('a Last-Modified is reused for other bytes', `${address} ${modified}`, decoded(answer));
    const newest = this.#newest.get(`${from} ${address}`) ?? 0;
    const time = Date.parse(modified);
    if (time < newest) throw new MarkFault('a Last-Modified goes back', `${address} from ${new Date(newest).toUTCString()} to ${modified}`);
    this.#newest.set(`${from} ${address}`, time);
  }

  #check(what: string, key: string, bytes: Buffer): void {
    const now = digest(bytes);
    if ((this.#bytesOf.get(key) ?? now) !== now) throw new MarkFault(what, key);
    this.#bytesOf.set(key, now);
  }
}
