import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { toStatus } from '../../sidecar/hub/requests/routes.ts';
import { ENDED_STATES, LIVE_STATES, type Subscription, type SubscriptionState } from '../../sidecar/hub/store/records.ts';
import { DATABASE_FILE } from '../../sidecar/hub/store/sqlite.ts';
import { withoutSecrets } from '../../sidecar/hub/store/storage.ts';
import type { Store } from '../../sidecar/hub/store/store.ts';
import { openSqlite } from '../../sidecar/hub/store/store-thread.ts';
import type { Environment } from '../../site/contract/environment.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { answerHelp, readFlags } from '../cli/flags.ts';
import type { Command } from '../cli/run-command.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run hub -- list [--all]        pending and active subscriptions; with --all, also ended ones
npm run hub -- list --ended        subscriptions that ended in the last day, with the reason
npm run hub -- show ID             a subscription with its last deliveries, as JSON
npm run hub -- remove ID [REASON]  ends a subscription and sends its subscriber the reason`;

const PAGE = 1_000;

interface Columns {
  readonly head: readonly string[];
  of(subscription: Subscription): readonly (string | number)[];
}

function toId(text: string | undefined): number {
  if (text === undefined || !/^\d{1,15}$/.test(text))
    throw new SetupError(`hub: expected the id of a subscription from \`list\`, got ${JSON.stringify(text ?? '')}\n${USAGE}`);
  return Number(text);
}

const toTime = (ms: number | null) => (ms === null ? '-' : new Date(ms).toISOString());

/** The columns for current subscriptions. */
const CURRENT: Columns = {
  head: ['id', 'state', 'failures', 'lease until', 'topic', 'callback'],
  of: ({ id, state, failures, expiresAt, topic, callbackGiven }) => [id, state, failures, toTime(expiresAt), topic, callbackGiven],
};

/** The columns for ended subscriptions. */
const PAST: Columns = {
  head: ['id', 'state', 'ended', 'topic', 'callback', 'reason'],
  of: ({ id, state, changedAt, topic, callbackGiven, reason }) => [id, state, toTime(changedAt), topic, callbackGiven, reason ?? '-'],
};

async function listSubscriptions(
  store: Store,
  states: readonly SubscriptionState[],
  { head, of }: Columns,
  say: (text: string) => void,
): Promise<void> {
  let page = await store.list(states, 0, PAGE);
  say(head.join('\t'));
  while (page.length > 0) {
    for (const subscription of page) say(of(subscription).join('\t'));
    page = await store.list(states, page.at(-1)?.id ?? 0, PAGE);
  }
}

async function describeSubscription(
  store: Store,
  id: number,
  site: { readonly baseUrl: string; readonly hubUrl: string },
): Promise<string> {
  const details = await store.byId(id);
  if (details === undefined) throw new SetupError(`hub: there is no subscription ${id}; \`list --all\` shows all`);
  return JSON.stringify({ id, ...toStatus(details, site) }, null, 2);
}

async function remove(store: Store, id: number, reason: string): Promise<string> {
  if (!(await store.remove(id, reason, Date.now()))) throw new SetupError(`hub: there is no pending or active subscription ${id}`);
  return `Removed ${id}. The server tells the subscriber within a few minutes, or when it starts.`;
}

/** Opens the storage of the server, which may be running. @throws SetupError if there is none */
async function open({ DATA_DIR: dataDir, HUB_DATABASE_URL: url }: Environment): Promise<Store> {
  if (url !== undefined) {
    const { openPostgres } = await import('../../sidecar/hub/store/postgres.ts');
    return openPostgres({ url }).catch((error: unknown) => {
      throw new SetupError(`hub: HUB_DATABASE_URL=${withoutSecrets(url)} cannot be used (${messageOf(error)}); set it to the server's`);
    });
  }
  if (!existsSync(join(dataDir, DATABASE_FILE)))
    throw new SetupError(`hub: ${dataDir} has no ${DATABASE_FILE}; set DATA_DIR or HUB_DATABASE_URL to the server's`);
  return openSqlite(dataDir);
}

/** `npm run hub`: lists, shows and ends subscriptions, whether or not the server is running. */
export const hubCommand: Command = async ({ args, say, ...call }) => {
  answerHelp(args, USAGE);
  const [command, ...rest] = args;
  const { has, positionals } = readFlags('hub', USAGE, rest, [], command === 'list' ? ['all', 'ended'] : []);
  const [given, ...reason] = positionals;
  const environment = await openFolder({ ...call, say });
  const { BASE_URL: baseUrl, HUB_URL: hubUrl } = environment;
  if (!['list', 'show', 'remove'].includes(command ?? '')) throw new SetupError(`hub: use list, show or remove\n${USAGE}`);
  const extra = command === 'list' ? given : reason[0];
  if (command !== 'remove' && extra !== undefined) throw new SetupError(`hub: unexpected argument ${extra}\n${USAGE}`);
  const id = command === 'list' ? 0 : toId(given);
  const store = await open(environment);
  try {
    if (command === 'list' && has('ended')) await listSubscriptions(store, ENDED_STATES, PAST, say);
    else if (command === 'list') await listSubscriptions(store, has('all') ? [...LIVE_STATES, ...ENDED_STATES] : LIVE_STATES, CURRENT, say);
    else if (command === 'show') say(await describeSubscription(store, id, { baseUrl, hubUrl }));
    else say(await remove(store, id, reason.join(' ') || 'removed by the operator'));
  } finally {
    await store.close();
  }
};
