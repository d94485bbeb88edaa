import { PgBoss } from 'pg-boss';
import { limits } from '../../../../site/contract/limits.ts';
import type { Due, PendingRequest, Work, WorkShare } from '../store.ts';
import { batch } from './batch.ts';
import { type Database, isAway, patiently, type Statements } from './database.ts';
import { DUE, FROM_DUE, IS_DENIAL_DUE, keyOf, REQUEST } from './rows.ts';

/** Jobs that are put into the queue in one transaction. */
const PAGE = 1_000;
/** Longer than any lease, so that the queue itself never forgets a job. */
const KEEP_SECONDS = 60 * 86_400;

interface Job {
  readonly work: Work;
}

/** The claim on a job: it is void when another instance has taken the job since. */
interface Claim {
  readonly queue: string;
  readonly id: string;
  readonly retryCount: number;
  /** By `performance.now()`: until then nobody else gets the job. */
  validUntil: number;
}

interface NewJob {
  readonly work: Work;
  /** One job of a queue has it at a time. */
  readonly key: string;
  readonly priority: number;
}

/** One kind of work. */
interface Kind {
  readonly queue: string;
  /** Which jobs of the queue. */
  readonly priorities: { readonly minPriority?: number; readonly maxPriority?: number };
  /** Marks up to PAGE rows that need a job and have none. */
  mark(sql: Statements, now: number): Promise<readonly NewJob[]>;
}

const DELIVERIES = 'hub-deliveries';
const VERIFICATIONS = 'hub-verifications';
const DENIALS = 'hub-denials';
const QUEUES = [DELIVERIES, VERIFICATIONS, DENIALS];

function deliveries(failing: boolean): Kind {
  return {
    queue: DELIVERIES,
    priorities: failing ? { maxPriority: 0 } : { minPriority: 1 },
    async mark(sql, now) {
      const rows = await sql.all<{ callback: string }>(
        `UPDATE hub.subscriptions SET queued = true WHERE id IN (
           SELECT s.id ${FROM_DUE} AND NOT s.queued AND s.failures ${failing ? '>' : '='} 0 LIMIT ${PAGE} FOR UPDATE OF s SKIP LOCKED)
         RETURNING callback`,
        now,
      );
      const callbacks = [...new Set(rows.map(({ callback }) => callback))];
      return callbacks.map((callback) => ({ work: callback, key: keyOf(callback), priority: failing ? 0 : 1 }));
    },
  };
}

function requests(queue: string, condition: string, valuesOf: (now: number) => readonly unknown[]): Kind {
  return {
    queue,
    priorities: {},
    async mark(sql, now) {
      const rows = await sql.all<{ id: number }>(
        `UPDATE hub.requests SET queued = true WHERE id IN (
           SELECT r.id FROM hub.requests r WHERE NOT r.queued AND ${condition} ORDER BY r.id LIMIT ${PAGE} FOR UPDATE SKIP LOCKED)
         RETURNING id`,
        ...valuesOf(now),
      );
      return rows.map(({ id }) => ({ work: id, key: String(id), priority: 0 }));
    },
  };
}

const FIRST_ATTEMPTS = deliveries(false);
const RETRIES = deliveries(true);
const REQUESTED = requests(VERIFICATIONS, `r.mode <> 'denied'`, () => []);
const DENIED = requests(DENIALS, IS_DENIAL_DUE, (now) => [now]);

/** Lets jobs be made anew where they are gone, as after a restored backup of the rows alone; those that are there stay the only ones of their keys. */
async function unmark({ statements }: Database, table: string): Promise<void> {
  await statements.run(
    `UPDATE hub.${table} SET queued = false WHERE id IN (SELECT id FROM hub.${table} WHERE queued FOR UPDATE SKIP LOCKED)`,
  );
}

export interface QueueOptions {
  readonly claimSeconds: number;
  /** Writes one line for the operator. */
  log(line: object): void;
}

/**
 * Divides the work by jobs of pg-boss: one for each callback with something due, for each verification and for each denial. Rows say what is to be
 * done, jobs only who does it: a job is made in the transaction that marks its rows as queued, and goes in the one that unmarks them.
 */
export class WorkQueue implements WorkShare {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #claimMs: number;
  readonly #claims = new Map<Work, Claim>();
  readonly #return: (claim: readonly [Work, Claim]) => Promise<void>;
  readonly #read: (id: number) => Promise<ReadonlyMap<number, Due>>;
  readonly #timers = new Set<() => void>();
  #now = 0;
  #isClosed = false;

  private constructor(database: Database, boss: PgBoss, claimSeconds: number) {
    this.#database = database;
    this.#boss = boss;
    this.#claimMs = claimSeconds * 1000;
    this.#return = batch((claims) => this.#returnAll(claims));
    this.#read = batch((ids) => patiently(() => this.#readAll(ids)));
    this.#repeat(claimSeconds / 3, () => this.#renew());
  }

  /** Opens the queue, and makes it where it is missing. Rejects where that fails. */
  static async open(database: Database, { claimSeconds, log }: QueueOptions): Promise<WorkQueue> {
    // Expired claims are looked for as often as a third of their time, by one instance for all.
    const every = Math.max(1, Math.floor(claimSeconds / 3));
    const boss = new PgBoss({
      db: database.statements,
      schema: 'hub_queue',
      schedule: false,
      registerInstance: false,
      superviseIntervalSeconds: every,
      monitorIntervalSeconds: every,
    });
    // What fails because the database is away is repeated; the hub tells of that by itself.
    boss.on('error', (error) => {
      if (!isAway(error)) log({ level: 'error', event: 'hub.error', during: 'keeping the queue', message: error.message });
    });
    await boss.start();
    const options = { policy: 'exclusive', heartbeatSeconds: claimSeconds, retryLimit: 1_000_000, retentionSeconds: KEEP_SECONDS } as const;
    for (const queue of QUEUES) {
      await boss.createQueue(queue, options);
      await boss.updateQueue(queue, { heartbeatSeconds: claimSeconds });
    }
    for (const table of ['subscriptions', 'requests']) await unmark(database, table);
    return new WorkQueue(database, boss, claimSeconds);
  }

  async takeDue(now: number, limit: number, failing: boolean): Promise<readonly Due[]> {
    const kind = failing ? RETRIES : FIRST_ATTEMPTS;
    return this.#takeRows(
      kind,
      now,
      limit,
      (callbacks: readonly string[]) => this.#dueOf(callbacks, now),
      ({ callback }) => callback,
    );
  }

  takePending(limit: number): Promise<readonly PendingRequest[]> {
    return this.#takeRequests(REQUESTED, 0, limit);
  }

  takeDenials(now: number, limit: number): Promise<readonly PendingRequest[]> {
    return this.#takeRequests(DENIED, now, limit);
  }

  async recheck({ id, callback }: Due, now: number): Promise<Due | undefined> {
    this.#now = Math.max(this.#now, now);
    if (this.#isOverdue(callback)) await this.#renew();
    if (!this.#claims.has(callback) || this.#isOverdue(callback)) return undefined;
    return (await this.#read(id)).get(id);
  }

  async giveBack(work: Work): Promise<void> {
    const claim = this.#claims.get(work);
    if (claim === undefined) return;
    this.#claims.delete(work);
    await this.#return([work, claim]).catch(() => {});
  }

  abandon(work: Work): void {
    this.#claims.delete(work);
  }

  onWork(listener: () => void): () => void {
    return this.#repeat(limits.hub.workPollSeconds, async () => {
      await this.#database.statements.get('SELECT 1');
      if (!this.#isClosed) listener();
    });
  }

  /** Gives everything back. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const cancel of this.#timers) cancel();
    await Promise.all([...this.#claims.keys()].map((work) => this.giveBack(work)));
    await this.#boss.stop({ graceful: false }).catch(() => {});
  }

  #takeRequests(kind: Kind, now: number, limit: number): Promise<readonly PendingRequest[]> {
    const read = (ids: readonly number[]) =>
      this.#database.statements.all<PendingRequest>(`${REQUEST} WHERE r.id = ANY($1) ORDER BY r.id`, ids);
    return this.#takeRows(kind, now, limit, read, ({ id }) => id);
  }

  /** Takes jobs until they have `limit` rows, or there are no more. Those without a row are out of date, and done. */
  async #takeRows<Key extends Work, Row>(
    kind: Kind,
    now: number,
    limit: number,
    read: (work: readonly Key[]) => Promise<readonly Row[]>,
    workOf: (row: Row) => Key,
  ): Promise<readonly Row[]> {
    const rows: Row[] = [];
    await this.#enqueue(kind, now);
    while (rows.length < limit && !this.#isClosed) {
      const taken = (await this.#take(kind, limit - rows.length)) as Key[];
      if (taken.length === 0) break;
      const found = await read(taken);
      const wanted = new Set(found.map(workOf));
      await Promise.all(taken.filter((work) => !wanted.has(work)).map((work) => this.giveBack(work)));
      rows.push(...found);
    }
    return rows;
  }

  async #enqueue(kind: Kind, now: number): Promise<void> {
    for (let found = PAGE; found === PAGE; ) {
      found = await this.#database.transaction(async (sql) => {
        const jobs = await kind.mark(sql, now);
        const inserted = jobs.map(({ work, key, priority }) => ({ singletonKey: key, priority, data: { work } satisfies Job }));
        if (inserted.length > 0) await this.#boss.insert(kind.queue, inserted, { db: sql });
        return jobs.length;
      });
    }
  }

  async #take({ queue, priorities }: Kind, limit: number): Promise<readonly Work[]> {
    const validUntil = performance.now() + this.#claimMs;
    const jobs = await this.#boss.fetch<Job>(queue, { batchSize: limit, ...priorities });
    for (const { id, retryCount, data } of jobs) this.#claims.set(data.work, { queue, id, retryCount, validUntil });
    return jobs.map(({ data }) => data.work);
  }

  #dueOf(callbacks: readonly string[], now: number): Promise<readonly Due[]> {
    return this.#database.statements.all<Due>(`${DUE} AND s.callback_key = ANY($2) ORDER BY s.id`, now, callbacks.map(keyOf));
  }

  async #readAll(ids: readonly number[]): Promise<ReadonlyMap<number, Due>> {
    const rows = await this.#database.statements.all<Due>(`${DUE} AND s.id = ANY($2)`, this.#now, ids);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** First the rows, then the jobs: who makes jobs locks in that order, too. */
  #returnAll(claims: readonly (readonly [Work, Claim])[]): Promise<void> {
    const works = claims.map(([work]) => work);
    const callbacks = works.filter((work) => typeof work === 'string').map(keyOf);
    const ids = works.filter((work) => typeof work === 'number');
    return this.#database.transaction(async (sql) => {
      if (callbacks.length > 0)
        await sql.run('UPDATE hub.subscriptions SET queued = false WHERE queued AND callback_key = ANY($1)', callbacks);
      if (ids.length > 0) await sql.run('UPDATE hub.requests SET queued = false WHERE queued AND id = ANY($1)', ids);
      for (const queue of QUEUES) {
        const ofQueue = claims.map(([, claim]) => claim).filter((claim) => claim.queue === queue);
        if (ofQueue.length > 0) await this.#boss.deleteJob(queue, ofQueue, { db: sql });
      }
    });
  }

  #isOverdue(work: Work): boolean {
    return (this.#claims.get(work)?.validUntil ?? 0) < performance.now();
  }

  /** Renews all claims; forgets those that another instance has. */
  async #renew(): Promise<void> {
    const validUntil = performance.now() + this.#claimMs;
    for (const queue of QUEUES) {
      const ours = [...this.#claims].filter(([, claim]) => claim.queue === queue);
      if (ours.length === 0) continue;
      const isWhole =
        (await this.#touch(
          queue,
          ours.map(([, claim]) => claim),
        )) === ours.length;
      for (const [work, claim] of ours) {
        if (isWhole || (await this.#touch(queue, [claim])) === 1) claim.validUntil = validUntil;
        else if (this.#claims.get(work) === claim) this.#claims.delete(work);
      }
    }
  }

  /** How many of the claims are still ours. */
  async #touch(queue: string, claims: readonly Claim[]): Promise<number> {
    const result = await this.#boss.touch(queue, [...claims]);
    return 'affected' in result ? Number(result.affected) : 0;
  }

  /** Calls `action` again and again, `seconds` after its last end; what fails then is tried the next time. */
  #repeat(seconds: number, action: () => Promise<void>): () => void {
    let timer: NodeJS.Timeout;
    const wait = () => {
      timer = setTimeout(
        () =>
          void action()
            .catch(() => {})
            .finally(() => this.#timers.has(cancel) && wait()),
        seconds * 1000,
      ).unref();
    };
    const cancel = () => {
      this.#timers.delete(cancel);
      clearTimeout(timer);
    };
    this.#timers.add(cancel);
    wait();
    return cancel;
  }
}
