import { defineConfig } from 'vitest/config';
import ordinary from '../vitest.config.ts';

const { projects: _projects, ...test } = ordinary.test ?? {};

/** The tests that run a PostgreSQL server, apart from the others, whose time is bounded. */
export default defineConfig({ ...ordinary, test: { ...test, include: ['test/postgres/**/*.test.ts'], exclude: [] } });
