/** What stands wrong in a call, as a sentence for the agent to act on. */
export class ToolError extends Error {
  override name = 'ToolError';
}
