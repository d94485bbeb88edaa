import { expect, test } from 'vitest';
import { compareVerifiers } from './proofs.ts';

test('verify.mjs and a second verifier agree on random proofs, with and without policies', async () => {
  const report = await compareVerifiers(30, 1);
  expect(report).toEqual({ 0: expect.any(Number), 1: expect.any(Number), 2: expect.any(Number) });
  expect(Math.min(...Object.values(report))).toBeGreaterThan(0);
});
