import type { Business, Shown } from './business.ts';
import type { Hosting } from './hosts.ts';
import type { LogReader } from './log-reader.ts';
import type { Validators } from './validators.ts';

/** What must be on the web: what the model had at the last build that came out. */
export interface Live {
  readonly business: Business;
  readonly reviews: readonly Shown[];
  /** Marks that may be read: those of `reviews`, and of what the owner quotes. */
  readonly marks: ReadonlySet<string>;
  readonly corrected: readonly string[];
}

/** What a check needs of the world. */
export interface CheckedWorld {
  readonly businesses: readonly Business[];
  readonly hosting: Hosting;
  readonly validators: Validators;
  readonly log: LogReader;
  readonly options: { readonly sinceBudget: number };
  readonly counts: { answers: number };
  readonly generation: string | undefined;
  readonly disk: string;
  readonly dataDir: string;
  readonly today: string;
}
