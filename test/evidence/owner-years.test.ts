import { expect, test } from 'vitest';
import { searchYears, type YearFinding } from '../model/years.ts';
import { withReleaseCases } from '../support/release-test.ts';

// Shrinking a fault takes minutes.
const timeout = 1_800_000;

test.each(
  withReleaseCases(
    'three random sequences of owner actions, and one with pages',
    [[1, 8, 1, false]],
    [
      [3, 12, 2, false],
      [1, 4, 2, true],
    ],
  ),
)(
  '%i random sequences of up to %i owner actions (seed %i, with pages: %s) publish exactly what should be public',
  {
    timeout,
  },
  async (sequences, acts, seed, pages) => {
    const findings: YearFinding[] = [];
    await searchYears({ sequences, seed, acts, pages }, (finding) => findings.push(finding));
    const again = (place: number) => `again: node test/evidence/owner-years.ts 1 ${seed} ${place} ${acts}${pages ? ' pages' : ''}`;
    expect(findings.map(({ story, place }) => `${story}\n${again(place)}`).join('\n\n')).toBe('');
  },
);
