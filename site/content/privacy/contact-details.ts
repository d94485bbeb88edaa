import type { Business } from '../../contract/reviews-document.ts';

/** A range of UTF-16 units, end exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Where a text gives a contact detail of one kind, in order and apart from each other. */
export type FindRanges = (text: string) => readonly Range[];

/** The business's own contact details: they stay readable. */
export type OwnDetails = Pick<Business, 'telephone' | 'email' | 'address'>;
