import { afterAll, describe, inject, test } from 'vitest';
import { playRandomLives } from '../hub/random-lives.ts';
import { Databases, postgresMissing, withPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  const databases = new Databases(inject('postgresPort'));
  afterAll(() => databases.drop());

  test('random histories of two subscriptions follow C50, T07, T54 and T56', () =>
    playRandomLives(3, async () => ({ databaseUrl: await databases.database() })));
});
