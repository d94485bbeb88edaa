import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bytes, concat, fromBase64, toBase64 } from '../../site/log/bytes.ts';
import { verifyConsistency } from './consistency.ts';
import type { Cosigner } from './cosigner.ts';

/**
 * A witness for one log, as specified by c2sp.org/tlog-witness and c2sp.org/tlog-cosignature. It has its own code to read and verify
 * notes, with Node's cryptography.
 */
export class TestWitness implements AsyncDisposable {
  readonly name = 'witness.example/w1';
  /** The checkpoints that it has cosigned, oldest first. */
  readonly cosigned: { readonly size: number; readonly root: string }[] = [];
  /** If set, the witness answers with this status instead of cosigning. */
  refusal: number | undefined;
  /** More keys that it signs with. */
  also: readonly Cosigner[] = [];
  url = '';
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #logKey: string;
  readonly #server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { status, body, type = 'text/plain' } = await this.#answer(request);
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });

  /** `logKey` is the verifier key of its log. */
  constructor(logKey: string) {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.#key = privateKey;
    this.#publicKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    this.#logKey = logKey.trim();
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Returns the value of WITNESSES for this witness. */
  async setting(): Promise<string> {
    return `${this.name}+${await this.#id(this.name, 4, this.#publicKey)}+${toBase64(concat(Uint8Array.of(4), this.#publicKey))} ${this.url}`;
  }

  async #id(name: string, type: number, key: Uint8Array): Promise<string> {
    const digest = await crypto.subtle.digest('SHA-256', concat(new TextEncoder().encode(`${name}\n`), Uint8Array.of(type), key));
    return Buffer.from(digest).subarray(0, 4).toString('hex');
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string; type?: string }> {
    if (request.method !== 'POST' || request.url !== '/add-checkpoint') return { status: 404, body: '' };
    if (this.refusal !== undefined) return { status: this.refusal, body: '' };
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return this.#addCheckpoint(Buffer.concat(parts).toString());
  }

  async #addCheckpoint(body: string): Promise<{ status: number; body: string; type?: string }> {
    const end = body.indexOf('\n\n');
    const [oldLine = '', ...proofLines] = body.slice(0, end).split('\n');
    const note = body.slice(end + 2);
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const [origin, sizeLine = '', root = ''] = text.split('\n');
    const old = /^old (0|[1-9]\d*)$/.exec(oldLine)?.[1];
    const [logName, logId, logBytes = ''] = this.#logKey.split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/);
    if (origin !== logName) return { status: 404, body: '' };
    if (!this.#isSigned(text, note, `${logName}`, `${logId}`, fromBase64(logBytes)?.subarray(1))) return { status: 403, body: '' };
    const size = Number(sizeLine);
    if (old === undefined || Number(old) > size || proofLines.length > 63) return { status: 400, body: '' };
    const latest = this.cosigned.at(-1) ?? { size: 0, root: '' };
    if (Number(old) !== latest.size) return { status: 409, body: `${latest.size}\n`, type: 'text/x.tlog.size' };
    const proof = proofLines.map((line) => fromBase64(line) as Bytes);
    const [before, now] = [fromBase64(latest.root) as Bytes, fromBase64(root) as Bytes];
    const isConsistent = latest.size === 0 ? proof.length === 0 : await verifyConsistency(latest.size, size, proof, before, now);
    if (!isConsistent) return { status: 422, body: '' };
    this.cosigned.push({ size, root });
    return { status: 200, body: await this.#cosign(text) };
  }

  #isSigned(text: string, note: string, name: string, id: string, key: Uint8Array | undefined): boolean {
    const line = note.split('\n').find((one) => one.startsWith(`\u2014 ${name} `)) ?? '';
    const signature = Buffer.from(line.split(' ')[2] ?? '', 'base64');
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key ?? Buffer.of()]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return signature.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(text), publicKey, signature.subarray(4));
  }

  async #cosign(text: string): Promise<string> {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000)));
    const signed = `cosignature/v1\ntime ${time.readBigUInt64BE()}\n${text}`;
    const id = Buffer.from(await this.#id(this.name, 4, this.#publicKey), 'hex');
    const line = `\u2014 ${this.name} ${Buffer.concat([id, time, sign(null, Buffer.from(signed), this.#key)]).toString('base64')}\n`;
    return `${line}${this.also.map(({ cosign }) => cosign(text, time.readBigUInt64BE())).join('')}`;
  }
}
