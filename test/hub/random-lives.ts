import fc from 'fast-check';
import { expect } from 'vitest';
import { limits } from '../../site/contract/limits.ts';
import { Harness, type HarnessOptions } from './harness.ts';
import type { Received, Subscriber, SubscriberReply } from './subscriber.ts';

const LEASE_SECONDS = 3_600;
const BUSY_SECONDS = 120;
const CALLBACKS = ['a', 'b'] as const;
type Callback = (typeof CALLBACKS)[number];

/** Spellings of one callback (T07), with the host and path that its server sees. */
const SPELLINGS = [
  {
    url: (callback: Callback, port: number) => `https://reader.test:${port}/${callback}`,
    seen: (callback: Callback) => `reader.test/${callback}`,
  },
  {
    url: (callback: Callback, port: number) => `HTTPS://Reader.TEST:${port}/%6${callback === 'a' ? 1 : 2}`,
    seen: (callback: Callback) => `reader.test/%6${callback === 'a' ? 1 : 2}`,
  },
  {
    url: (callback: Callback, port: number) => `https://reader.test.:${port}/${callback}`,
    seen: (callback: Callback) => `reader.test./${callback}`,
  },
] as const;
type Spelling = (typeof SPELLINGS)[number];

/** How a callback answers a delivery or a denial: with a status, with 503 and `Retry-After`, or with a broken connection. */
type Mood = 204 | 500 | 410 | 'busy' | 'down';

/** A subscription in the model: what was tried and delivered, and when it is tried again. */
interface ModelSubscription {
  spelling: Spelling;
  expiresAt: number;
  failures: number;
  delivered: number;
  tried: number;
  retryAt: number;
  /** Whether newer versions wait until `retryAt`, too. */
  holdsNewer: boolean;
}

/** A denial that could not be sent yet. */
interface ModelDenial {
  readonly spelling: Spelling;
  readonly owedUntil: number;
  attempts: number;
  retryAt: number;
}

/** A plain model of C50, T07, T54 and T56, without queues, storage or restarts. Times are in seconds. */
class Model {
  now = 0;
  version = 0;
  readonly subscriptions = new Map<Callback, ModelSubscription>();
  readonly denials = new Map<Callback, ModelDenial>();
  readonly moods = new Map<Callback, Mood>();
  /** What each callback must have received: versions or `denied`, each with the spelling. */
  readonly received = new Map<Callback, string[]>(CALLBACKS.map((callback) => [callback, []]));

  subscribe(callback: Callback, spelling: Spelling): void {
    const renewed = this.subscriptions.get(callback);
    const fresh = { delivered: this.version, tried: this.version, holdsNewer: false };
    this.subscriptions.set(callback, { ...(renewed ?? fresh), spelling, failures: 0, retryAt: 0, expiresAt: this.now + LEASE_SECONDS });
    this.denials.delete(callback);
    this.#deliver(callback);
  }

  unsubscribe(callback: Callback): void {
    this.subscriptions.delete(callback);
    this.denials.delete(callback);
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
    const subscriptions = [...this.subscriptions.values()].flatMap(({ expiresAt, retryAt }) => [expiresAt, retryAt]);
    const denials = [...this.denials.values()].map(({ retryAt }) => retryAt);
    return [...subscriptions, ...denials].filter((time) => time > this.now && time <= until).toSorted((a, b) => a - b)[0];
  }

  #happen(): void {
    for (const [callback, { retryAt }] of this.denials) if (retryAt <= this.now) this.#deny(callback);
    for (const [callback, { expiresAt }] of this.subscriptions) {
      if (expiresAt <= this.now) this.subscriptions.delete(callback);
      else this.#deliver(callback);
    }
  }

  #receive(callback: Callback, what: number | 'denied', spelling: Spelling): Mood {
    this.received.get(callback)?.push(`${what} at ${spelling.seen(callback)}`);
    return this.moods.get(callback) ?? 204;
  }

  #deliver(callback: Callback): void {
    const subscription = this.subscriptions.get(callback);
    if (subscription === undefined || subscription.delivered === this.version) return;
    const isHeld = subscription.tried === this.version || subscription.holdsNewer;
    if (isHeld && subscription.retryAt > this.now) return;
    subscription.tried = this.version;
    this.#answer(callback, subscription, this.#receive(callback, this.version, subscription.spelling));
  }

  #answer(callback: Callback, subscription: ModelSubscription, mood: Mood): void {
    if (mood === 204) {
      Object.assign(subscription, { delivered: this.version, failures: 0, retryAt: 0 });
    } else if (mood === 410) {
      this.subscriptions.delete(callback);
    } else {
      const wait = limits.hub.retrySeconds[subscription.failures] ?? 0;
      subscription.failures += 1;
      subscription.retryAt = this.now + (mood === 'busy' ? Math.max(wait, BUSY_SECONDS) : wait);
      subscription.holdsNewer = mood !== 500;
      if (subscription.failures === limits.hub.failuresInARow) this.#end(callback, subscription.spelling);
    }
  }

  #end(callback: Callback, spelling: Spelling): void {
    this.subscriptions.delete(callback);
    const owedUntil = this.now + limits.hub.denialOwedSeconds;
    this.denials.set(callback, { spelling, owedUntil, attempts: 0, retryAt: this.now });
    this.#deny(callback);
  }

  #deny(callback: Callback): void {
    const denial = this.denials.get(callback);
    if (denial === undefined) return;
    const mood = this.#receive(callback, 'denied', denial.spelling);
    const wait = limits.hub.denialRetrySeconds[denial.attempts] ?? 3_600;
    denial.attempts += 1;
    denial.retryAt = this.now + (mood === 'busy' ? Math.max(wait, BUSY_SECONDS) : wait);
    const isSent = mood !== 'busy' && mood !== 'down';
    if (isSent || denial.retryAt > denial.owedUntil) this.denials.delete(callback);
  }
}

/** The real hub, with callbacks that answer according to their moods. */
class Real {
  readonly harness: Harness;
  readonly subscriber: Subscriber;
  readonly moods = new Map<Callback, Mood>();
  agrees = true;
  version = 0;

  constructor(harness: Harness, subscriber: Subscriber) {
    this.harness = harness;
    this.subscriber = subscriber;
    subscriber.behavior = (received, response) => {
      if (received.query.has('hub.challenge')) return this.agrees ? 'echo' : { status: 404 };
      const mood = CALLBACKS.filter((callback) => isFor(received, callback)).map((callback) => this.moods.get(callback) ?? 204)[0];
      if (mood === 'down') response.destroy();
      return mood === 'down' ? undefined : toReply(mood);
    };
  }

  async ask(mode: string, callback: Callback, spelling: Spelling, agrees: boolean): Promise<void> {
    this.agrees = agrees;
    const url = spelling.url(callback, this.subscriber.port);
    await this.harness.subscribe(url, { 'hub.mode': mode, 'hub.lease_seconds': String(LEASE_SECONDS) });
  }

  received(callback: Callback): readonly string[] {
    const sent = this.subscriber.received.filter((received) => isFor(received, callback) && !received.query.has('hub.challenge'));
    return sent.map((received) => `${received.method === 'POST' ? received.body : received.query.get('hub.mode')} at ${seen(received)}`);
  }
}

function toReply(mood: Exclude<Mood, 'down'> | undefined): SubscriberReply {
  return mood === 'busy' ? { status: 503, headers: { 'Retry-After': String(BUSY_SECONDS) } } : { status: mood ?? 404 };
}

/** Returns the host and the path byte for byte, without the port and the query. */
function seen({ target, headers }: Received): string {
  return `${headers.host?.split(':')[0]}${target.split('?')[0]}`;
}

function isFor(received: Received, callback: Callback): boolean {
  return SPELLINGS.some((spelling) => spelling.seen(callback) === seen(received));
}

type Command = fc.AsyncCommand<Model, Real>;

/** Returns a command that does the same thing in the model and in the hub, and then compares what callbacks received. */
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

/** Generates a request by a callback in one of its spellings, which the callback confirms if `agrees`. */
function asking(mode: 'subscribe' | 'unsubscribe', agrees: boolean): fc.Arbitrary<Command> {
  return fc.tuple(fc.constantFrom(...CALLBACKS), fc.constantFrom(...SPELLINGS)).map(([who, spelling]) =>
    command(
      `${mode} ${spelling.seen(who)}${agrees ? '' : ', refused'}`,
      (m) => {
        if (agrees) m[mode](who, spelling);
      },
      (r) => r.ask(mode, who, spelling, agrees),
    ),
  );
}

/** Returns a command that publishes once for each mood of `who`, which stays in the last one. */
function publications(who: Callback, moods: readonly Mood[]): Command {
  return command(
    `publish; ${who} answers ${moods.join(', then ')}`,
    (m) => {
      for (const mood of moods) {
        m.moods.set(who, mood);
        m.publish();
      }
    },
    async (r) => {
      for (const mood of moods) {
        r.moods.set(who, mood);
        r.version += 1;
        await r.harness.publish(String(r.version));
      }
    },
  );
}

const mood = fc.constantFrom<Mood>(204, 204, 204, 500, 500, 500, 'busy', 'down', 'down', 410);
const publication = fc.tuple(fc.constantFrom(...CALLBACKS), mood).map(([who, how]) => publications(who, [how]));
/** Three failures in a row, after which the denial can't be sent, either. */
const collapse = fc
  .tuple(fc.constantFrom(...CALLBACKS), fc.constantFrom<Mood>('busy', 'down'))
  .map(([who, how]) => publications(who, [500, 500, how]));
const waiting = fc.constantFrom(30, 60, 120, 900, 3_600).map((seconds) =>
  command(
    `wait ${seconds} s`,
    (m) => m.wait(seconds),
    async (r) => {
      // Advances in steps, because events on the way may need the network.
      for (let left = seconds; left > 0; left -= 30) await r.harness.advance(30);
    },
  ),
);
const restart = fc.constant(
  command(
    'restart',
    () => {},
    (r) => r.harness.restart(),
  ),
);
/** Some commands are repeated so that they occur more often. */
const commands = [
  ...[1, 2, 3].map(() => asking('subscribe', true)),
  asking('subscribe', false),
  asking('unsubscribe', true),
  asking('unsubscribe', false),
  ...[1, 2, 3].map(() => publication),
  collapse,
  waiting,
  waiting,
  restart,
];

/**
 * Compares `runs` random histories of two subscriptions, each on its own hub, with the model. Rejects with the shortest history in which
 * they differ.
 */
export async function playRandomLives(runs: number, options: () => Promise<Partial<HarnessOptions>>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (sequence) => {
      const harness = await new Harness({ resolve: async () => ['127.0.0.1'], ...(await options()) }).start();
      try {
        const real = new Real(harness, await harness.subscriber());
        await fc.asyncModelRun(() => ({ model: new Model(), real }), sequence);
      } finally {
        await harness.clear();
      }
    }),
    { numRuns: runs },
  );
}
