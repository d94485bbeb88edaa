import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgres } from '../../sidecar/hub/store/postgres.ts';
import { describeStore } from '../hub/store-suite.ts';
import { Postgres, postgresMissing, withPostgres } from '../support/postgres.ts';

describe.skipIf(postgresMissing !== undefined)(withPostgres, () => {
  let server: Postgres;
  beforeAll(async () => {
    server = await Postgres.start();
  });
  afterAll(() => server.stop());

  describeStore('the store on PostgreSQL', () => {
    let url = '';
    const reopen = () => openPostgres({ url });
    const open = async () => {
      url = await server.database();
      return reopen();
    };
    return { open, reopen, clear: async () => {} };
  });
});
