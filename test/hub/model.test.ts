import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../site/contract/limits.ts';
import { Harness } from './harness.ts';
import type { Subscriber } from './subscriber.ts';

const RUNS = 25;
const LEASE_SECONDS = 3_600;
const CALLBACKS = ['/a', '/b', '/c'] as const;
type Callback = (typeof CALLBACKS)[number];

/** What one callback does with a POST. */
type Mood = 204 | 500 | 410;

/** spec.md 3 for one callback, in the plainest terms: what it has been sent, what it should have, when it is tried again. */
interface ModelSubscription {
  expiresAt: number;
  failures: number;
  delivered: number;
  tried: number;
  retryAt: number;
}

/** The plain model of spec.md 3. It knows no queues, no storage and no restarts. */
class Model {
  now = 0;
  version = 0;
  readonly subscriptions = new Map<Callback, ModelSubscription>();
  readonly moods = new Map<Callback, Mood>();
  /** What each callback must have received: versions, and `denied`. */
  readonly received = new Map<Callback, (number | 'denied')[]>(CALLBACKS.map((callback) => [callback, []]));

  subscribe(callback: Callback): void {
    const renewed = this.subscriptions.get(callback);
    const fresh = { delivered: this.version, tried: this.version };
    this.subscriptions.set(callback, { ...(renewed ?? fresh), failures: 0, retryAt: 0, expiresAt: this.now + LEASE_SECONDS });
    this.#deliver(callback);
  }

  unsubscribe(callback: Callback): void {
    this.subscriptions.delete(callback);
  }

  publish(): void {
    this.version += 1;
    for (const callback of CALLBACKS) this.#deliver(callback);
  }

  wait(seconds: number): void {
    const until = this.now + seconds;
    for (let next = this.#nextEvent(until); next !== undefined; next = this.#nextEvent(until)) {
      this.now = next;
      this.#happen();
    }
    this.now = until;
    this.#happen();
  }

  #nextEvent(until: number): number | undefined {
    const times = [...this.subscriptions.values()].flatMap(({ expiresAt, retryAt }) => [expiresAt, retryAt]);
    return times.filter((time) => time > this.now && time <= until).toSorted((a, b) => a - b)[0];
  }

  #happen(): void {
    for (const [callback, { expiresAt }] of this.subscriptions) {
      if (expiresAt <= this.now) this.subscriptions.delete(callback);
      else this.#deliver(callback);
    }
  }

  #deliver(callback: Callback): void {
    const subscription = this.subscriptions.get(callback);
    if (subscription === undefined || subscription.delivered === this.version) return;
    if (subscription.tried === this.version && subscription.retryAt > this.now) return;
    this.received.get(callback)?.push(this.version);
    subscription.tried = this.version;
    this.#answer(callback, subscription);
  }

  #answer(callback: Callback, subscription: ModelSubscription): void {
    const mood = this.moods.get(callback) ?? 204;
    if (mood === 204) {
      Object.assign(subscription, { delivered: this.version, failures: 0, retryAt: 0 });
    } else if (mood === 410) {
      this.subscriptions.delete(callback);
    } else {
      subscription.failures += 1;
      subscription.retryAt = this.now + (limits.hub.retrySeconds[subscription.failures - 1] ?? 0);
      if (subscription.failures < limits.hub.failuresInARow) return;
      this.subscriptions.delete(callback);
      this.received.get(callback)?.push('denied');
    }
  }
}

/** The real hub, with the callbacks' moods. */
class Real {
  readonly harness: Harness;
  readonly subscriber: Subscriber;
  readonly moods = new Map<Callback, Mood>();
  agrees = true;
  version = 0;

  constructor(harness: Harness, subscriber: Subscriber) {
    this.harness = harness;
    this.subscriber = subscriber;
    subscriber.behaviour = ({ method, target }) => {
      if (method === 'GET') return this.agrees ? 'echo' : { status: 404 };
      return { status: this.moods.get(target as Callback) ?? 204 };
    };
  }

  async ask(mode: string, callback: Callback, agrees: boolean): Promise<void> {
    this.agrees = agrees;
    await this.harness.subscribe(this.subscriber.url(callback), { 'hub.mode': mode, 'hub.lease_seconds': String(LEASE_SECONDS) });
  }

  received(callback: Callback): readonly (number | 'denied')[] {
    const ofCallback = this.subscriber.received.filter(({ target }) => target.split('?')[0] === callback);
    return ofCallback.flatMap(({ method, body, query }): (number | 'denied')[] => {
      if (method === 'POST') return [Number(body.toString())];
      return query.get('hub.mode') === 'denied' ? ['denied'] : [];
    });
  }
}

type Command = fc.AsyncCommand<Model, Real>;

/** One thing that may happen, in the model and in the hub; afterwards both must agree. */
function command(name: string, model: (model: Model) => void, real: (real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(m, r) {
      model(m);
      await real(r);
      for (const callback of CALLBACKS) expect(r.received(callback), callback).toEqual(m.received.get(callback));
    },
  };
}

const callback = fc.constantFrom(...CALLBACKS);
const commands = [
  callback.map((who) =>
    command(
      `subscribe ${who}`,
      (m) => m.subscribe(who),
      (r) => r.ask('subscribe', who, true),
    ),
  ),
  callback.map((who) =>
    command(
      `subscribe ${who}, refused`,
      () => {},
      (r) => r.ask('subscribe', who, false),
    ),
  ),
  callback.map((who) =>
    command(
      `unsubscribe ${who}`,
      (m) => m.unsubscribe(who),
      (r) => r.ask('unsubscribe', who, true),
    ),
  ),
  callback.map((who) =>
    command(
      `unsubscribe ${who}, refused`,
      () => {},
      (r) => r.ask('unsubscribe', who, false),
    ),
  ),
  fc.tuple(callback, fc.constantFrom<Mood>(204, 500, 500, 410)).map(([who, mood]) =>
    command(
      `${who} answers ${mood}`,
      (m) => m.moods.set(who, mood),
      async (r) => {
        r.moods.set(who, mood);
      },
    ),
  ),
  fc.constant(
    command(
      'publish',
      (m) => m.publish(),
      async (r) => {
        r.version += 1;
        await r.harness.publish(String(r.version));
      },
    ),
  ),
  fc.constantFrom(30, 60, 900, 1_800).map((seconds) =>
    command(
      `wait ${seconds} s`,
      (m) => m.wait(seconds),
      async (r) => {
        // In steps, since what happens on the way may need the network.
        for (let left = seconds; left > 0; left -= 30) await r.harness.advance(30);
      },
    ),
  ),
  fc.constant(
    command(
      'restart',
      () => {},
      (r) => r.harness.restart(),
    ),
  ),
];

test('random lives of three subscriptions go as spec.md 3 says', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (sequence) => {
      const harness = await new Harness().start();
      try {
        const real = new Real(harness, await harness.subscriber());
        await fc.asyncModelRun(() => ({ model: new Model(), real }), sequence);
      } finally {
        await harness.clear();
      }
    }),
    { numRuns: RUNS },
  );
});
