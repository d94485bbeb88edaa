import { afterAll, describe, inject } from 'vitest';
import { openPostgres } from '../../sidecar/hub/store/postgres.ts';
import { describeStore } from '../hub/store-suite.ts';
import { Databases, postgresMissing, withPostgres } from '../support/postgres.ts';

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
});
