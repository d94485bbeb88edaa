import { randomBytes } from 'node:crypto';

/** Work that takes too long for one request, such as reading an archive or publishing. */
export interface Job<T = unknown> {
  readonly id: string;
  /** Its current step, for the page that shows its progress. */
  step: string;
  state: 'running' | 'done' | 'failed';
  result?: T;
  error?: unknown;
  readonly ended: Promise<void>;
}

/** The jobs of this desk. They live as long as its process. */
export class Jobs {
  readonly #jobs = new Map<string, Job>();

  start<T>(work: (step: (text: string) => void) => Promise<T>): Job<T> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const job: Job<T> = { id: randomBytes(9).toString('base64url'), step: '', state: 'running', ended };
    this.#jobs.set(job.id, job);
    const step = (text: string) => {
      job.step = text;
    };
    work(step)
      .then(
        (result) => Object.assign(job, { state: 'done', result }),
        (error: unknown) => Object.assign(job, { state: 'failed', error }),
      )
      .finally(end);
    return job;
  }

  find(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Forgets a job and its result. */
  drop(id: string): void {
    this.#jobs.delete(id);
  }
}
