import { setTimeout as pause } from 'node:timers/promises';
import type { Authority } from './certificates.ts';
import { type BenchChild, startChild } from './child.ts';

const LOOK_MS = 20;

/** In milliseconds since 1970. */
interface Arrivals {
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Subscribers in a separate process, which counts their deliveries. */
export class Callbacks {
  readonly #child: BenchChild;
  readonly #control: string;
  readonly port: number;

  private constructor(child: BenchChild) {
    const [port = '', control = ''] = child.firstLine.split(' ');
    this.#child = child;
    this.port = Number(port);
    this.#control = `http://127.0.0.1:${control}/`;
  }

  static async start(authority: Authority): Promise<Callbacks> {
    const { certificate: cert, key } = authority.issue(['127.0.0.1']);
    return new Callbacks(await startChild(new URL('./hub-callbacks.ts', import.meta.url), { cert, key }));
  }

  async reset(): Promise<void> {
    await (await fetch(this.#control, { method: 'DELETE' })).text();
  }

  /** Resolves after `count` POSTs, with the times of the first and the last one. */
  async until(count: number): Promise<Arrivals> {
    for (;;) {
      const { posts, ...arrivals } = (await (await fetch(this.#control)).json()) as Arrivals & { readonly posts: number };
      if (posts >= count) return arrivals;
      await pause(LOOK_MS);
    }
  }

  stop(): Promise<void> {
    return this.#child.end('SIGKILL');
  }
}
