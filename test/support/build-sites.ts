import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildSite, root } from './run-script.ts';

const fixture = (name: string) => path.join(root, 'test/fixtures', name);

/** The sites that tests share and must not change: content, and variables of the build. */
const sites = {
  corner: { folder: 'corner shop', content: fixture('corner shop'), variables: {} },
  unwritten: { folder: 'unwritten', content: fixture('corner shop'), variables: { SINCE_BUDGET_MB: '0' } },
  minimal: { folder: 'minimal', content: fixture('minimal'), variables: {} },
  demo: { folder: 'demo', content: path.join(root, 'content'), variables: {} },
} as const;

export type SharedSite = keyof typeof sites;

declare module 'vitest' {
  export interface ProvidedContext {
    /** The `dist` folder of each. */
    readonly dists: Readonly<Record<SharedSite, string>>;
  }
}

/** Builds the shared sites, two at a time, before the first test, and removes them after the last. */
export default async function buildSites({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-test-'));
  const distOf = (name: SharedSite) => path.join(folder, sites[name].folder, 'dist');
  const build = (name: SharedSite) => buildSite(sites[name].content, distOf(name), sites[name].variables);
  await Promise.all([build('corner').then(() => build('unwritten')), build('minimal').then(() => build('demo'))]);
  provide('dists', { corner: distOf('corner'), unwritten: distOf('unwritten'), minimal: distOf('minimal'), demo: distOf('demo') });
  return () => rm(folder, { recursive: true, force: true });
}
