import { openSharedPostgres, type PostgresOptions } from '../../sidecar/hub/store/postgres/open.ts';

/** Opens the shared store as a server does at its start, with what its one JSON argument says; prints a line when it is open. */
if (import.meta.main) {
  const options = JSON.parse(process.argv[2] ?? '') as Omit<PostgresOptions, 'log'>;
  const store = await openSharedPostgres({ ...options, log: () => {} });
  process.stdout.write('open\n');
  await store.close();
}
