import { defineConfig } from 'vitest/config';
import ordinary from '../vitest.config.ts';

/** The tests that run a PostgreSQL server, apart from the others, whose time is bounded. */
export default defineConfig({ ...ordinary, test: { ...ordinary.test, include: ['test/postgres/**/*.test.ts'], exclude: [] } });
