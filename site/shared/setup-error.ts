/** Thrown for an invalid setting, argument or file. The message has the problem and the fix in one sentence. */
export class SetupError extends Error {
  override name = 'SetupError';
}
