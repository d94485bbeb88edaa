/** Where structured logs go, one object a line. */
export type Log = (line: object) => void;

/**
 * The same log without the secrets of others: of a callback its origin alone, since who knows the whole address can speak to the subscriber as
 * the hub (WebSub 5.1 asks for addresses that nobody guesses). `npm run hub -- show` has it for the operator.
 */
export function withoutCallbacks(log: Log): Log {
  return (line) => log('callback' in line ? { ...line, callback: originOf(String(line.callback)) } : line);
}

function originOf(callback: string): string {
  return URL.canParse(callback) ? new URL(callback).origin : '';
}
