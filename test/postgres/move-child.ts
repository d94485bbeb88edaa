import { openPostgres, type PostgresOptions } from '../../sidecar/hub/store/postgres.ts';

/** Opens the store as a starting server does, with options from a JSON argument, and prints a line when it is open. */
if (import.meta.main) {
  const options = JSON.parse(process.argv[2] ?? '') as Omit<PostgresOptions, 'log'>;
  const store = await openPostgres(options);
  process.stdout.write('open\n');
  await store.close();
}
