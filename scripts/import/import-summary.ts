import type { ReviewEntry } from '../../site/content/schemas.ts';
import type { Refused } from './incoming.ts';

/** Of each kind so many are shown. */
const SHOWN = 20;

export interface EntryChange {
  readonly from: ReviewEntry;
  readonly to: ReviewEntry;
}

/** A review and its keys that were changed by hand since the last import. */
export interface HandEdited {
  readonly entry: ReviewEntry;
  readonly keys: readonly string[];
}

/** Counts what is put into it, and keeps the first ones to show. */
export class CountedSample<T> {
  readonly shown: T[] = [];
  count = 0;

  add(item: T): void {
    this.count += 1;
    if (this.shown.length < SHOWN) this.shown.push(item);
  }

  addAll(other: CountedSample<T>): void {
    for (const item of other.shown) this.add(item);
    this.count += other.rest;
  }

  get rest(): number {
    return this.count - this.shown.length;
  }
}

/** What an import did, or would do. */
export class ImportSummary {
  readonly added = new CountedSample<ReviewEntry>();
  readonly changed = new CountedSample<EntryChange>();
  readonly removed = new CountedSample<ReviewEntry>();
  readonly refused = new CountedSample<Refused>();
  readonly notes = new CountedSample<string>();
  readonly handEdited = new CountedSample<HandEdited>();
  unchanged = 0;
  /** Reviews of which nothing is written but marks of hand edits and checksums. */
  marked = 0;
  keptOut = 0;
  /** Added although a newer complete export lacks them: marked as removed from the start. */
  addedAsRemoved = 0;
  /** Added although they must have stood in an earlier complete export: they were refused then, or deleted since. */
  addedAgain = 0;

  get counts() {
    return { added: this.added.count, changed: this.changed.count, removed: this.removed.count };
  }

  /** Whether the file that imports write is to be written. */
  get isToBeWritten(): boolean {
    return this.added.count + this.changed.count + this.removed.count + this.marked > 0;
  }

  /** Whether there were records and each of them was refused. */
  get isAllRefused(): boolean {
    return this.refused.count > 0 && this.added.count + this.changed.count + this.unchanged + this.keptOut === 0;
  }
}
