import { afterAll, describe, expect, inject } from 'vitest';
import { openPostgres } from '../../sidecar/hub/store/postgres.ts';
import { killLoop } from '../evidence/hub-kill.ts';
import { playRandomLives } from '../hub/random-lives.ts';
import { describeStore } from '../hub/store-suite.ts';
import { Databases, postgresMissing, withPostgres } from '../support/postgres.ts';
import { releaseTest } from '../support/release-test.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  const databases = new Databases(inject('postgresPort'));
  afterAll(() => databases.drop());

  describeStore('the store on PostgreSQL', () => {
    let url = '';
    const reopen = () => openPostgres({ url });
    const open = async () => {
      url = await databases.database();
      return reopen();
    };
    return { open, reopen, clear: async () => {} };
  });

  releaseTest('on PostgreSQL, T52 kill -9 at random moments loses no acknowledged subscription and no update', async () => {
    expect(await killLoop(3, { databaseUrl: await databases.database() })).toMatchObject({ kills: 3 });
  });

  releaseTest('on PostgreSQL, random histories of two subscriptions follow C50, T07, T54 and T56', () =>
    playRandomLives(3, async () => ({ databaseUrl: await databases.database() })),
  );
});
