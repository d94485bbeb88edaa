import type { ModelBusiness, Shown } from './business.ts';
import type { Hosting } from './hosts.ts';
import type { LogReader } from './log-reader.ts';
import type { ModelValidators } from './validators.ts';

/** What must be on the web: the state of the model at the last published build. */
export interface LiveModel {
  readonly business: ModelBusiness;
  readonly reviews: readonly Shown[];
  /** Marks that may be public: those in `reviews` and in the owner's quotes. */
  readonly marks: ReadonlySet<string>;
  readonly corrected: readonly string[];
}

/** The parts of the world that a check needs. */
export interface CheckedWorld {
  readonly businesses: readonly ModelBusiness[];
  readonly hosting: Hosting;
  readonly validators: ModelValidators;
  readonly log: LogReader;
  readonly options: { readonly sinceBudget: number };
  readonly counts: { answers: number };
  readonly generation: string | undefined;
  readonly disk: string;
  readonly dataDir: string;
  readonly today: string;
}
