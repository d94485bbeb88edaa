/** Thrown where a file can't be imported at all; nothing has been changed then. */
export class ImportError extends Error {
  override name = 'ImportError';
}
