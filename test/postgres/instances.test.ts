import { describe, expect, test } from 'vitest';
import { runFleet } from '../evidence/fleet/run.ts';
import { WAIT_DEADLINE_MS } from '../support/deadlines.ts';
import { nginxMissing } from '../support/nginx.ts';
import { postgresMissing } from '../support/postgres.ts';
import { varnishMissing } from '../support/varnish.ts';

const missing = postgresMissing ?? nginxMissing ?? varnishMissing;

describe.skipIf(missing !== undefined)(`three servers behind nginx and Varnish${missing === undefined ? '' : `: ${missing}`}`, () => {
  test('lose no subscription or update and show no errors during kills, a database outage and a rebuild', async () => {
    const subscribers = 30;
    const report = await runFleet({
      servers: 3,
      subscribers,
      searchers: 2,
      agents: 2,
      kills: 3,
      secondsBetweenKills: 1,
      rebuilds: 1,
      secondsBetweenRebuilds: 1,
      outageSeconds: 1,
      // Not a deadline: this machine may be busy.
      readingSeconds: WAIT_DEADLINE_MS,
    });
    expect(report).toMatchObject({ kills: 3, editions: 3, upToDate: subscribers, active: subscribers, outOfOrder: 0, faults: [] });
    expect(Math.min(...Object.values(report.answers), report.repeatedRequests)).toBeGreaterThan(0);
  });
});
