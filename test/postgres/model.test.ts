import { afterAll, beforeAll, describe, test } from 'vitest';
import { playRandomLives } from '../hub/random-lives.ts';
import { Postgres, postgresMissing, withPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await Postgres.start();
  });
  afterAll(() => server.stop());

  test('random histories of two subscriptions follow C50, T07, T54 and T56', () =>
    playRandomLives(3, async () => ({ databaseUrl: await server.database() })));
});
