import { SetupError } from '../../site/shared/setup-error.ts';

/** What a folder at the host has: the site of another address, or some of the files that others put there. */
export type ForeignContent = { readonly site: string } | { readonly files: readonly string[]; readonly isMore: boolean };

/** The folder at the host has something that this program hasn't put there, or the site of another address. */
export class ForeignFolder extends SetupError {
  override name = 'ForeignFolder';
  /** The desk describes it in its own words. */
  readonly found: ForeignContent;

  constructor(found: ForeignContent, message: string) {
    super(message);
    this.found = found;
  }
}
