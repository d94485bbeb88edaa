import { audit } from '../../site/log/audit.ts';
import { printVerifierKey } from '../../site/log/note.ts';
import { inconsistency, type SeenLog, siteReader } from '../../site/log/published-log.ts';
import { MarkFault } from './marks.ts';

/** A reader who verifies the site's log after each build and remembers its checkpoint. */
export class LogReader {
  #seen: SeenLog | undefined;
  #runs = 0;

  /** Accepts any log next: the owner began a new one, or lost the state needed to continue the old one. */
  forget(): void {
    this.#seen = undefined;
  }

  /** Throws a Fault if the log doesn't continue the last one, doesn't explain a review, or opens a review that isn't among `ids`. */
  async check(baseUrl: string, ids: ReadonlySet<string>): Promise<void> {
    this.#runs += 1;
    const { log, findings } = await audit(siteReader(baseUrl, `run=${this.#runs}`)).catch((error: Error) => {
      throw new MarkFault('the log cannot be verified', error.message);
    });
    if (findings.length > 0) throw new MarkFault('the log does not explain a review', JSON.stringify(findings));
    const problem = this.#seen && (await inconsistency(this.#seen, log));
    if (problem !== undefined) throw new MarkFault('the log does not continue the last one', problem);
    const opened = [...log.openings.values()].find(({ id }) => !ids.has(id));
    if (opened) throw new MarkFault('the log opens a review that is not published', opened.id);
    this.#seen = { key: printVerifierKey(log.key), checkpoint: log.checkpoint.note };
  }
}
