import type { Subject } from './counter.ts';

/** A sentence or bar with numbers: where it is, how to find every one of its kind there, and which there should be. */
export interface Claim {
  /** The messages it is made of. */
  readonly of: readonly string[];
  readonly page: string;
  readonly every: RegExp;
  readonly expected: readonly string[];
}

/** The aspects of a published document: id, label, and the words of the questions page. */
export interface NamedNumbers {
  readonly id: string;
  readonly label: string;
}

/** The aspects with what the second count found. */
export type Aspects = readonly (NamedNumbers & { readonly said: Subject })[];

/** Up to three aspects praised or criticized in the most reviews; of equals, first those that fewer reviews mention. */
export function strongest(aspects: Aspects, side: 'positive' | 'negative') {
  return aspects
    .filter(({ said }) => said.enough && said.tally[side] > 0)
    .sort((a, b) => b.said.tally[side] - a.said.tally[side] || a.said.count - b.said.count);
}
