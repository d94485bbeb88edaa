import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { programs } from '../third-party/programs.ts';
import { run } from './child.ts';
import { conformanceFeatures } from './conformance-features.ts';
import { serveFeatures } from './endpoint.ts';
import { type Served, serve } from './serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

/** Runs one scenario against the server's own /mcp. */
const runScenario = (scenario: string, version: string) =>
  run(programs.conformance, ['server', '--url', served.url, '--scenario', scenario, '--spec-version', version]);

describe("the server's own /mcp passes the conformance suite", () => {
  it.concurrent.each([
    ['server-initialize', '2025-06-18'],
    ['server-session-lifecycle', '2025-06-18'],
    ['ping', '2025-06-18'],
    ['tools-list', '2025-06-18'],
    ['resources-list', '2025-06-18'],
    ['prompts-list', '2025-06-18'],
    ['dns-rebinding-protection', '2025-11-25'],
    ['server-sse-multiple-streams', '2025-11-25'],
    ['tools-list', '2026-07-28'],
    ['resources-list', '2026-07-28'],
    ['prompts-list', '2026-07-28'],
    ['caching', '2026-07-28'],
    ['http-header-validation', '2026-07-28'],
    ['dns-rebinding-protection', '2026-07-28'],
    ['server-sse-multiple-streams', '2026-07-28'],
    ['sep-2164-resource-not-found', '2026-07-28'],
  ])('%s at %s', async (scenario, version) => {
    const { code, output } = await runScenario(scenario, version);
    expect([code, /Passed: (\d+)\/\1, 0 failed, 0 warnings/.test(output)], output).toEqual([0, true]);
  });

  it('server-stateless at 2026-07-28, except four checks that need diagnostic tools', async () => {
    const { output } = await runScenario('server-stateless', '2026-07-28');
    expect(output).toContain('Passed: 21/25, 4 failed, 0 warnings');
    const reasons = [...output.matchAll(/^ {4}Error: (.*)$/gm)].map(([, reason]) => reason);
    expect(reasons).toHaveLength(4);
    for (const reason of reasons) expect(reason).toMatch(/^Not testable: server does not list the diagnostic tool 'test_/);
  });
});

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
