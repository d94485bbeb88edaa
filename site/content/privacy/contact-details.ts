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
