import type { Business } from '../../contract/reviews-document.ts';

/** A range of UTF-16 units, end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Finds contact details of one kind in a text; the ranges are sorted and don't overlap. */
export type FindRanges = (text: string) => readonly Range[];

/** The business's own contact details, which are not masked. */
export type OwnDetails = Pick<Business, 'telephone' | 'email' | 'address'> & { readonly other_telephones?: readonly string[] };

/** The range of a match. */
export const rangeOf = ({ index, 0: { length } }: RegExpExecArray): Range => ({ start: index, end: index + length });

/** Removes ranges that overlap an earlier one in the list, and sorts the others. */
export const withoutOverlaps = (ranges: readonly Range[]): Range[] =>
  ranges
    .filter(({ start, end }, index) => ranges.slice(0, index).every((other) => end <= other.start || other.end <= start))
    .sort((a, b) => a.start - b.start);
