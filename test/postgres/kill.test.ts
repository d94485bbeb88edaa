import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { killLoop } from '../evidence/hub-kill.ts';
import { Postgres, postgresMissing, withPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await Postgres.start();
  });
  afterAll(() => server.stop());

  test('T52 kill -9 at random moments loses no acknowledged subscription and no update', async () => {
    expect(await killLoop(3, { databaseUrl: await server.database() })).toMatchObject({ kills: 3 });
  });
});
