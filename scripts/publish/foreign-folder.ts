import { SetupError } from '../../site/shared/setup-error.ts';

/** The folder at the host has something that this program hasn't put there, or the site of another address. */
export class ForeignFolder extends SetupError {
  override name = 'ForeignFolder';
}
