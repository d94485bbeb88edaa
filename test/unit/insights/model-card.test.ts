import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drawDemoVerdicts } from '../../../scripts/lab/eval/demo-verdicts.ts';
import { foundTable } from '../../../scripts/lab/eval/found.ts';

const card = readFileSync('site/analysis/README.md', 'utf8');

describe('the model card', () => {
  test('has the table of what was found wrong as today’s engine gives it (node scripts/lab/eval/found.ts)', () => {
    expect(card).toContain(foundTable());
  });

  test('has the figure of the verdicts that were judged, and those are the ones that today’s engine gives', () => {
    const drawn = drawDemoVerdicts();
    const lines = drawn.map((verdict) => `${JSON.stringify(verdict)}\n`).join('');
    expect(lines).toBe(readFileSync('test/gold/demo-verdicts.jsonl', 'utf8'));
    expect(drawn.filter(({ right, why }) => right === null || why === '')).toEqual([]);
    const right = drawn.filter((verdict) => verdict.right).length;
    expect(card).toContain(`Of ${drawn.length} verdicts drawn by chance and read by the guide, ${right} are right`);
    expect(card).toContain(`(${Math.round((100 * right) / drawn.length)} %; the aim is 90 %)`);
  });
});
