import type { AspectId } from '../../contract/insights.ts';

/** An aspect for people. */
export interface AspectWords {
  readonly id: AspectId;
  readonly label: string;
  /** What customers ask about it. */
  readonly question: string;
  /** How it reads in "reviews that mention …". */
  readonly topic: string;
}

/** The aspects that a kind of business is judged by, in the order in which every list shows them. */
export interface Pack {
  readonly name: 'home' | 'general';
  readonly aspects: readonly AspectWords[];
}
