import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { releaseGroup, withReleaseCases } from '../support/release-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { programs } from '../third-party/programs.ts';
import { run } from './child.ts';
import { conformanceFeatures } from './conformance-features.ts';
import { serveFeatures } from './endpoint.ts';
import { type Served, serve } from './serve.ts';

interface Check {
  readonly status: string;
  readonly errorMessage?: string;
}

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

/**
 * Runs all scenarios of a version against the server's own /mcp, in one process: starting it takes longer than most scenarios. Returns the
 * checks of each scenario, except those that don't apply.
 */
async function runScenarios(version: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const folder = temporaryFolder();
  await run(programs.conformance, ['server', '--url', served.url, '--suite', 'all', '--spec-version', version, '-o', folder]);
  const read = async (name: string) => {
    const checks: readonly Check[] = JSON.parse(await readFile(path.join(folder, name, 'checks.json'), 'utf8'));
    const scenario = name.replace(/^server-(.*)-\d{4}-\d\d-\d\dT.*$/, '$1');
    return [scenario, checks.filter(({ status }) => !['SKIPPED', 'INFO'].includes(status))] as const;
  };
  return new Map(await Promise.all((await readdir(folder)).map(read)));
}

const SESSIONS = ['server-initialize', 'server-session-lifecycle', 'ping'];
const LISTS = ['tools-list', 'resources-list', 'prompts-list'];
const HTTP = ['dns-rebinding-protection', 'server-sse-multiple-streams'];

describe("the server's own /mcp passes the conformance suite", () => {
  // The other scenarios call tools and read resources that a tested server should add for them.
  it.each(
    withReleaseCases<readonly [version: string, scenarios: readonly string[]]>(
      'the MCP conformance suite at 2025-06-18 and 2026-07-28',
      [['2025-11-25', [...SESSIONS, ...LISTS, ...HTTP]]],
      [
        ['2025-06-18', [...SESSIONS, ...LISTS]],
        ['2026-07-28', [...LISTS, ...HTTP, 'caching', 'http-header-validation', 'sep-2164-resource-not-found', 'server-stateless']],
      ],
    ),
  )('at %s: %s', async (version, scenarios) => {
    const checks = await runScenarios(version);
    for (const scenario of scenarios) {
      const found = checks.get(scenario) ?? [];
      expect(found, scenario).toContainEqual(expect.objectContaining({ status: 'SUCCESS' }));
      const others = found.filter(({ status }) => status !== 'SUCCESS').map(({ status, errorMessage }) => `${status} ${errorMessage}`);
      // Four checks need diagnostic tools.
      const untestable = expect.stringMatching(/^FAILURE Not testable: server does not list the diagnostic tool 'test_/);
      expect(others, scenario).toEqual(Array(scenario === 'server-stateless' ? 4 : 0).fill(untestable));
    }
  });
});

releaseGroup('the whole MCP conformance suite, run against features made for it', () => {
  describe.each([
    ['2025-06-18', 'test/mcp/conformance-baseline.yaml'],
    ['2026-07-28', 'test/mcp/conformance-baseline-stateless.yaml'],
  ])('the whole %s suite, run against features made for it behind the same HTTP layer', (version, baseline) => {
    it('only fails the scenarios in the baseline', async () => {
      await using features = await serveFeatures(conformanceFeatures);
      const folder = temporaryFolder();
      const { code, output } = await run(programs.conformance, [
        'server',
        '--url',
        features.url,
        '--spec-version',
        version,
        '--expected-failures',
        baseline,
        '-o',
        folder,
      ]);
      expect(code, output).toBe(0);
      expect(output).toMatch(/✓ tools-call-error: 2 passed, 0 failed/);
    });
  });
});
