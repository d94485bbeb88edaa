import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programs } from '../strangers/programs.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { run } from './child.ts';
import { conformanceSurface } from './conformance-surface.ts';
import { serveSurface } from './endpoint.ts';
import { type Served, serve } from './serve.ts';

let served: Served;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

describe("the conformance suite finds no failure in the server's own /mcp", () => {
  it.concurrent.each([
    ['server-initialize', '2025-06-18'],
    ['server-session-lifecycle', '2025-06-18'],
    ['ping', '2025-06-18'],
    ['tools-list', '2025-06-18'],
    ['resources-list', '2025-06-18'],
    ['prompts-list', '2025-06-18'],
    ['dns-rebinding-protection', '2025-11-25'],
    ['server-sse-multiple-streams', '2025-11-25'],
  ])('%s at %s', async (scenario, version) => {
    const { code, output } = await run(programs.conformance, [
      'server',
      '--url',
      served.url,
      '--scenario',
      scenario,
      '--spec-version',
      version,
    ]);
    expect([code, /Passed: (\d+)\/\1, 0 failed, 0 warnings/.test(output)], output).toEqual([0, true]);
  });
});

describe('the whole 2025-06-18 set, with tools made for it behind the same HTTP layer', () => {
  it('fails at nothing but the baseline', async () => {
    await using surface = await serveSurface(conformanceSurface);
    const folder = temporaryFolder();
    const baseline = 'test/mcp/conformance-baseline.yaml';
    const { code, output } = await run(programs.conformance, [
      'server',
      '--url',
      surface.url,
      '--spec-version',
      '2025-06-18',
      '--expected-failures',
      baseline,
      '-o',
      folder,
    ]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/✓ tools-call-error: 2 passed, 0 failed/);
  });
});
