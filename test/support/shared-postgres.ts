import type { TestProject } from 'vitest/node';
import { Postgres, postgresMissing } from './postgres.ts';
import { runsFileWith } from './runs-file-with.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port of the PostgreSQL server that test files share, each with databases of its own. No test may stop it. */
    readonly postgresPort: number;
  }
}

/** Starts the PostgreSQL server that test files share, unless none of this run needs it. Returns a function that stops and deletes it. */
export default async function startSharedPostgres({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const isNeeded = postgresMissing === undefined && runsFileWith(/inject\('postgresPort'\)/);
  const server = isNeeded ? await Postgres.start() : undefined;
  provide('postgresPort', server?.port ?? 0);
  return server && (() => server.stop());
}
