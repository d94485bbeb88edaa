import { SetupError } from '../../site/contract/environment.ts';

/** Thrown where a file can't be imported; nothing has been changed then. */
export class ImportError extends SetupError {
  override name = 'ImportError';
}
