import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foundTable } from '../../../scripts/lab/eval/found.ts';

const card = readFileSync('site/analysis/README.md', 'utf8');

describe('the model card', () => {
  test('has the table of what was found wrong as today’s engine gives it (node scripts/lab/eval/found.ts)', () => {
    expect(card).toContain(foundTable());
  });
});
