import { SetupError } from '../../site/contract/environment.ts';

/** Thrown where a file can't be imported at all; nothing has been changed then. */
export class ImportError extends SetupError {
  override name = 'ImportError';
}
