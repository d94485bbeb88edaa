import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startBalancer } from '../../support/nginx.ts';
import { POLLED, pollSite } from '../../support/poll.ts';
import { Postgres } from '../../support/postgres.ts';
import { startVarnish } from '../../support/varnish.ts';
import { describeServer } from './describe-server.ts';
import { Editions } from './editions.ts';
import { Servers } from './servers.ts';
import { Subscribers } from './subscribers.ts';
import { pause, until } from './until.ts';
import { startAgents, startSearchers } from './visitors.ts';

const READER_PAUSE_MS = 50;

export interface FleetOptions {
  readonly servers: number;
  readonly subscribers: number;
  readonly searchers: number;
  readonly agents: number;
  readonly kills: number;
  readonly secondsBetweenKills: number;
  readonly rebuilds: number;
  readonly secondsBetweenRebuilds: number;
  readonly outageSeconds: number;
  /** How long a server may take to read an edition once it has found it. */
  readonly readingSeconds: number;
}

export interface FleetReport {
  readonly kills: number;
  readonly editions: number;
  /** Subscribers that have the last edition. */
  readonly upToDate: number;
  /** Subscribers that are active according to the hub. */
  readonly active: number;
  readonly posts: number;
  readonly repeated: number;
  readonly outOfOrder: number;
  readonly answers: { readonly readers: number; readonly searchers: number; readonly agents: number };
  /** Requests that the balancer had to send to a second server. */
  readonly repeatedRequests: number;
  /** Distinct bodies of /reviews.json that readers saw. */
  readonly editionsSeen: number;
  /** Every wrong answer or delivery, as a sentence. */
  readonly faults: readonly string[];
}

/**
 * Runs several servers on one PostgreSQL, behind nginx and Varnish as configured in scripts/deploy. Visitors go through Varnish while
 * servers are killed, the database is down and the content changes. Resolves when every subscriber and every reader has the last edition.
 * Rejects if one never gets it, with a description of the CDN, the balancer and the servers.
 */
export async function runFleet(options: FleetOptions): Promise<FleetReport> {
  const parts: { stop(): Promise<unknown> }[] = [];
  const keep = <Part extends { stop(): Promise<unknown> }>(part: Part): Part => {
    parts.unshift(part);
    return part;
  };
  let describe = async () => '';
  try {
    const postgres = keep(await Postgres.start());
    const servers = keep(await Servers.place(options.servers));
    const balancer = keep(await startBalancer(servers.addresses));
    const varnish = keep(await startVarnish(balancer.url));
    const cdn = varnish.url;
    describe = async () =>
      [
        await describeServer('Varnish', cdn, varnish.log()),
        await describeServer('nginx', balancer.url, balancer.log()),
        await servers.describe(),
      ].join('\n');
    const editions = await Editions.prepare(cdn);
    const subscribers = keep(await Subscribers.start(cdn));
    await editions.publish();
    await servers.start(await settings(postgres, subscribers, editions, cdn));
    await until('an answer through the CDN', async () => (await subscribers.active().catch(() => undefined)) !== undefined);

    const reader = keep(
      pollSite(cdn, {
        pauseMs: READER_PAUSE_MS,
        oldest: () => editions.oldestNow(options.readingSeconds),
        paths: POLLED.filter((polled) => polled !== '/'),
      }),
    );
    const searchers = keep(startSearchers(cdn, options.searchers));
    const agents = keep(await startAgents(cdn, options.agents));
    const early = Math.ceil(options.subscribers / 2);
    await subscribers.subscribe(early);
    await Promise.all([
      subscribers.subscribe(options.subscribers - early),
      repeat(options.kills, options.secondsBetweenKills, (turn) => servers.kill(turn)),
      repeat(options.rebuilds, options.secondsBetweenRebuilds, () => editions.publish()),
      stopDatabase(postgres, options),
    ]);
    await until('all subscriptions', async () => (await subscribers.active()) === options.subscribers);
    await editions.publish({ PURGE_URL: cdn });
    await until('the last edition at every subscriber', () => subscribers.have(editions.newest) === options.subscribers);
    await until('the last edition at every reader', () => reader.newest('/reviews.json') === editions.newest);

    await Promise.all([searchers.stop(), agents.stop()]);
    const reading = await reader.stop();
    const { posts, repeated, outOfOrder } = subscribers;
    return {
      kills: options.kills,
      editions: editions.newest,
      upToDate: subscribers.have(editions.newest),
      active: await subscribers.active(),
      posts,
      repeated,
      outOfOrder,
      answers: { readers: reading.answers, searchers: searchers.visits.answers, agents: agents.visits.answers },
      repeatedRequests: await balancer.repeated(),
      editionsSeen: reading.generations,
      faults: [...reading.faults, ...searchers.visits.faults, ...agents.visits.faults, ...subscribers.faults],
    };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${await describe()}`, { cause: error });
  } finally {
    for (const part of parts) await part.stop();
  }
}

/** Returns the settings that all servers share. They have only the documents, the database and the session key in common. */
async function settings(postgres: Postgres, { certificate }: Subscribers, { dist }: Editions, cdn: string) {
  const authority = path.join(path.dirname(dist), 'ca.pem');
  await writeFile(authority, certificate);
  return {
    BASE_URL: cdn,
    DIST_DIR: dist,
    RATE_LIMIT: '0',
    TRUST_PROXY: 'loopback',
    SESSION_KEYS: 'the-same-for-all-servers',
    HUB_DATABASE_URL: await postgres.database(),
    CALLBACK_CA_FILE: authority,
    CALLBACK_ALLOW_CIDRS: '127.0.0.0/8',
  };
}

async function repeat(times: number, secondsBetween: number, act: (turn: number) => Promise<void>): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) {
    await pause(secondsBetween * 1000);
    await act(turn);
  }
}

/** Pauses the database in the middle of the kills. */
async function stopDatabase(postgres: Postgres, { kills, secondsBetweenKills, outageSeconds }: FleetOptions): Promise<void> {
  await pause(kills * secondsBetweenKills * 500);
  await postgres.pause();
  await pause(outageSeconds * 1000);
  await postgres.resume();
}
