import { type Due, type PendingRequest, type RequestKind, type Work, workOf } from './records.ts';
import type { Statements } from './sql.ts';

/** Active subscriptions whose topic has a newer version. In this order and form SQLite reads them, and no others, from an index. */
export const FROM_LAGGING = `FROM hub.topics t CROSS JOIN hub.subscriptions s
  WHERE s.topic = t.path AND s.state || '' = 'active' AND s.delivered_version < t.version`;

/** Those of them that can be tried at $1. */
const FROM_DUE = `${FROM_LAGGING} AND s.expires_at > $1
    AND (s.next_attempt_at <= $1 OR (s.attempted_version < t.version AND NOT s.holds_newer))`;

const REQUEST = `
  SELECT r.id, r.mode, r.topic_given AS "topicGiven", s.callback, r.callback_given AS "callbackGiven", s.host,
    r.reason, s.token, CASE r.mode WHEN 'unsubscribe' THEN coalesce(s.lease_seconds, r.lease_seconds) ELSE r.lease_seconds END AS "leaseSeconds",
    r.created_at AS "createdAt", r.attempts
  FROM hub.requests r JOIN hub.subscriptions s ON s.id = r.subscription`;

/** Requests that can be sent at $1. */
const REQUEST_IS_DUE = `r.next_attempt_at <= $1 AND (r.mode <> 'denied'
    OR NOT EXISTS (SELECT 1 FROM hub.requests q WHERE q.subscription = r.subscription AND q.mode = 'subscribe'))`;

const IS_KIND: Readonly<Record<RequestKind, string>> = { verification: `r.mode <> 'denied'`, denial: `r.mode = 'denied'` };

/** The server that claims work, the end of the claim, and the current time by the server's clock (`now`) and the database's (`at`). */
export interface Claim {
  readonly server: string;
  readonly now: number;
  readonly at: number;
  readonly until: number;
}

/** Claims what `due` selects, a column `work` that is `expression`, unless it is claimed already. */
async function claim(
  sql: Statements,
  due: string,
  expression: string,
  { server, now, at, until }: Claim,
  limit: number,
): Promise<readonly Work[]> {
  const claims = await sql.all<{ work: Work }>(
    // In order, so that two servers don't wait for each other.
    `INSERT INTO hub.claims AS c (work, claimed_by, claimed_until)
     SELECT DISTINCT work, CAST($2 AS text), CAST($3 AS bigint) FROM (${due}
       AND NOT EXISTS (SELECT 1 FROM hub.claims k WHERE k.work = ${expression} AND k.claimed_until > $4) LIMIT $5) AS page
     WHERE true ORDER BY 1
     ON CONFLICT (work) DO UPDATE SET claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until
       WHERE c.claimed_until <= $4
     RETURNING work`,
    now,
    server,
    until,
    at,
    limit,
  );
  return claims.map(({ work }) => work);
}

export async function claimRequests(sql: Statements, kind: RequestKind, by: Claim, limit: number): Promise<readonly PendingRequest[]> {
  const due = `SELECT 'request ' || r.id AS work FROM hub.requests r WHERE ${REQUEST_IS_DUE} AND ${IS_KIND[kind]}`;
  const claimed = await claim(sql, due, `'request ' || r.id`, by, limit);
  if (claimed.length === 0) return [];
  const ids = claimed.map((work) => Number(work.split(' ')[1]));
  return sql.all<PendingRequest>(`${REQUEST} WHERE r.id = ANY($1) ORDER BY r.id`, ids);
}

export function claimedRequest(sql: Statements, id: number, { server, now }: Claim): Promise<PendingRequest | undefined> {
  return sql.get<PendingRequest>(
    `${REQUEST} WHERE ${REQUEST_IS_DUE} AND r.id = $2 AND EXISTS (SELECT 1 FROM hub.claims WHERE work = $3 AND claimed_by = $4)`,
    now,
    id,
    workOf(id),
    server,
  );
}

export function claimDeliveries(sql: Statements, failing: boolean, by: Claim, limit: number): Promise<readonly Work[]> {
  return claim(sql, `SELECT s.callback AS work ${FROM_DUE} AND s.failures ${failing ? '>' : '='} 0`, 's.callback', by, limit);
}

export function nextDelivery(sql: Statements, callback: Work, { server, now }: Claim): Promise<Due | undefined> {
  return sql.get<Due>(
    `SELECT s.id, s.topic, s.callback, s.callback_given AS "callbackGiven", s.secret, s.delivered_version AS "deliveredVersion", t.version AS "currentVersion",
       s.failures, s.expires_at AS "expiresAt" ${FROM_DUE} AND s.callback = $2
       AND EXISTS (SELECT 1 FROM hub.claims WHERE work = $2 AND claimed_by = $3) ORDER BY s.id LIMIT 1`,
    now,
    callback,
    server,
  );
}
