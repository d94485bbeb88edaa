import { describe, expect, test } from 'vitest';
import { runInstances } from '../evidence/instances.ts';
import { postgresMissing, withPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  test('three instances: kills -9, a database that is away and rebuilds lose nothing, and readers see no error', {
    timeout: 240_000,
  }, async () => {
    const subscribers = 30;
    const report = await runInstances({ instances: 3, subscribers, kills: 2, rebuilds: 1, secondsBetweenKills: 2, outageSeconds: 2 });
    expect(report).toMatchObject({ kills: 2, editions: 3, upToDate: subscribers, active: subscribers, outOfOrder: 0, faults: [] });
    expect(report.answers).toBeGreaterThan(0);
  });
});
