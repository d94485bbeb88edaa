/**
 * How customers write about one aspect, in the language of reading/phrases.ts, one phrase a line. A `topic` is a mention by
 * itself (neutral unless an opinion is near); a `subject` is one only with an opinion near; positive, negative and
 * neutral ones carry their verdict.
 */
export interface AspectLexicon {
  readonly label: string;
  readonly topic: string;
  readonly subject: string;
  /** Looks like the others and is about something else: whatever it covers says nothing. */
  readonly silent: string;
  readonly positive: string;
  readonly negative: string;
  readonly neutral: string;
}
