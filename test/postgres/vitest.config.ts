import { defineConfig } from 'vitest/config';
import ordinary from '../vitest.config.ts';

const { projects: _projects, ...test } = ordinary.test ?? {};

/** Runs the tests that need a PostgreSQL server, separately from the others, whose total time is limited. */
export default defineConfig({ ...ordinary, test: { ...test, include: ['test/postgres/**/*.test.ts'], exclude: [] } });
