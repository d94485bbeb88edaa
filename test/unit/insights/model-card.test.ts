import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drawDemoVerdicts } from '../../../scripts/lab/eval/demo-verdicts.ts';
import { foundTable } from '../../../scripts/lab/eval/found.ts';

const card = readFileSync('site/analysis/README.md', 'utf8');

describe('the model card', () => {
  test('has the figures that the README repeats', () => {
    const cellsOf = (text: string, name: string) =>
      text
        .slice(text.indexOf(`| ${name} `))
        .split('\n', 1)[0]
        ?.split('|')
        .slice(2, -1)
        .map((cell) => cell.trim());
    const repeated = (part: string, name: string) => cellsOf(part, name)?.filter((_, column) => column < 5 || column === 7);
    const [, home = '', general = ''] = card.split(/^\| (?:home services|general), published/m);
    const readme = readFileSync('README.md', 'utf8');
    expect([
      cellsOf(readme, 'aspects of home services'),
      cellsOf(readme, 'the same, whole reviews'),
      cellsOf(readme, 'general aspects, silent unless sure'),
      cellsOf(readme, 'the analysis before this one, home services'),
    ]).toEqual([
      repeated(home, 'all'),
      repeated(home, 'whole reviews'),
      repeated(general, 'all'),
      repeated(home, 'the engine before this one, all'),
    ]);
    const [, , , f1, polarity, , , foundAndRight] = cellsOf(card, 'home, text and stars') ?? [];
    expect(readme).toContain(`F1 is ${f1}, polarity ${polarity}, and ${foundAndRight} are found and right`);
  });

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
