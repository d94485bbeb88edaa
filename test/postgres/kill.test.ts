import { afterAll, describe, expect, inject, test } from 'vitest';
import { killLoop } from '../evidence/hub-kill.ts';
import { Databases, postgresMissing, withPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  const databases = new Databases(inject('postgresPort'));
  afterAll(() => databases.drop());

  test('T52 kill -9 at random moments loses no acknowledged subscription and no update', async () => {
    expect(await killLoop(3, { databaseUrl: await databases.database() })).toMatchObject({ kills: 3 });
  });
});
