import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toStatus } from '../sidecar/hub/requests/status.ts';
import { DATABASE_FILE } from '../sidecar/hub/store/sqlite.ts';
import type { Store, SubscriptionState } from '../sidecar/hub/store/store.ts';
import { openStore } from '../sidecar/hub/store/threaded-store.ts';
import { SetupError } from '../site/contract/environment.ts';
import { runCommand } from './cli/run-command.ts';
import { readSettings } from './cli/settings.ts';

const USAGE = `npm run hub -- list [--all]        subscriptions that are pending or active; with --all the ended ones too
npm run hub -- show ID             one subscription with its last deliveries, as JSON
npm run hub -- remove ID [REASON]  ends one; its subscriber is told the reason`;

const LIVE: readonly SubscriptionState[] = ['pending', 'active'];
const ALL: readonly SubscriptionState[] = [...LIVE, 'rejected', 'removed', 'lapsed'];
const PAGE = 1_000;

function toId(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text))
    throw new SetupError(`hub: write a subscription's number, as \`list\` shows it, instead of ${JSON.stringify(text ?? '')}\n${USAGE}`);
  return Number(text);
}

/** Prints a line for each subscription: number, state, failures in a row, end of the lease, topic, callback. */
async function listSubscriptions(store: Store, states: readonly SubscriptionState[]): Promise<void> {
  let page = await store.list(states, 0, PAGE);
  console.log('id\tstate\tfailures\tlease until\ttopic\tcallback');
  while (page.length > 0) {
    for (const { id, state, failures, expiresAt, topic, callbackGiven } of page) {
      const until = expiresAt === null ? '-' : new Date(expiresAt).toISOString();
      console.log([id, state, failures, until, topic, callbackGiven].join('\t'));
    }
    page = await store.list(states, page.at(-1)?.id ?? 0, PAGE);
  }
}

async function showSubscription(store: Store, id: number, site: { readonly baseUrl: string; readonly hubUrl: string }): Promise<void> {
  const details = await store.byId(id);
  if (details === undefined) throw new SetupError(`hub: there is no subscription ${id}; \`list --all\` shows what there is`);
  console.log(JSON.stringify({ id, ...toStatus(details, site) }, null, 2));
}

async function remove(store: Store, id: number, reason: string): Promise<void> {
  if (!(await store.remove(id, reason, Date.now()))) throw new SetupError(`hub: there is no pending or active subscription ${id}`);
  console.log(`Removed ${id}. The server tells the subscriber within a few minutes, or when it starts.`);
}

async function run([command, ...rest]: readonly string[]): Promise<void> {
  const { BASE_URL: baseUrl, HUB_URL: hubUrl, DATA_DIR: dataDir } = readSettings();
  if (!['list', 'show', 'remove'].includes(command ?? '')) throw new SetupError(`hub: write list, show or remove\n${USAGE}`);
  const id = command === 'list' ? 0 : toId(rest[0]);
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new SetupError(`hub: ${dataDir} has no ${DATABASE_FILE}; set DATA_DIR to the server's`);
  const store = await openStore(dataDir);
  try {
    if (command === 'list') await listSubscriptions(store, rest.includes('--all') ? ALL : LIVE);
    else if (command === 'show') await showSubscription(store, id, { baseUrl, hubUrl });
    else await remove(store, id, rest.slice(1).join(' ') || 'removed by the operator');
  } finally {
    await store.close();
  }
}

await runCommand(() => run(process.argv.slice(2)));
