import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startWitness } from '../../scripts/witness/server.ts';
import { openKeys, type SignedHead, type WitnessKeys, WitnessStore } from '../../scripts/witness/store.ts';
import { systemClock } from '../../sidecar/runtime.ts';
import { readVerifierKey } from '../../site/log/note.ts';
import { MissingError } from '../../site/log/published-log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A store that also remembers everything it has signed. */
class RecordingStore extends WitnessStore {
  readonly cosigned: { readonly size: number; readonly root: string }[] = [];

  override advance(...given: Parameters<WitnessStore['advance']>): string | undefined {
    const lines = super.advance(...given);
    const { size, root }: Omit<SignedHead, 'cosignatures'> = given[2];
    if (lines !== undefined) this.cosigned.push({ size, root });
    return lines;
  }
}

/** A witness for one log, which only signs what is submitted to it. */
export class TestWitness implements AsyncDisposable {
  readonly name = 'witness.example/w1';
  /** If set, requests get this status instead of a cosignature. */
  refusal: number | undefined;
  url = '';
  readonly #logKey: string;
  readonly #folder = temporaryFolder();
  readonly #store = new RecordingStore(this.#folder);
  #keys: WitnessKeys | undefined;
  #witness: Awaited<ReturnType<typeof startWitness>> | undefined;
  readonly #front = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const answer = this.refusal ?? (await fetch(`${this.#witness?.url}${request.url}`, { method: 'POST', body }));
    if (typeof answer === 'number') return response.writeHead(answer).end();
    return response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' }).end(await answer.text());
  });

  /** `logKey` is the verifier key of its log. */
  constructor(logKey: string) {
    this.#logKey = logKey.trim();
  }

  /** The checkpoints that it has cosigned, oldest first. */
  get cosigned() {
    return this.#store.cosigned;
  }

  /** Its page for people, which says why a log is held back. */
  async page(): Promise<string> {
    return (await fetch(`${this.#witness?.url}/`)).text();
  }

  async start(): Promise<this> {
    const key = await readVerifierKey(this.#logKey);
    this.#keys = await openKeys(this.#folder, this.name, this.#store);
    const config = { name: this.name, port: 0, logs: [{ address: 'https://reviews.test', key }] };
    const get = () => Promise.reject(new MissingError('not on the network'));
    // A second later for each look, so no two cosignatures are equal and a build never takes one for an unchanged file.
    let seconds = Math.floor(Date.now() / 1000);
    const clock = { ...systemClock, now: () => seconds++ * 1000 };
    const parts = { store: this.#store, keys: this.#keys, get, clock };
    this.#witness = await startWitness({ config, host: '127.0.0.1', log: () => {}, ...parts });
    await new Promise<void>((resolve) => this.#front.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#front.address() as AddressInfo).port}`;
    return this;
  }

  get verifierKeys(): readonly string[] {
    return this.#keys?.verifierKeys ?? [];
  }

  /** Returns the value of WITNESSES for this witness. */
  async setting(): Promise<string> {
    return `${this.verifierKeys[0]} ${this.url}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#front.closeAllConnections();
    await new Promise((resolve) => this.#front.close(resolve));
    await this.#witness?.close();
    this.#store.close();
  }
}
