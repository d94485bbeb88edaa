/** Where structured logs go, one object a line. */
export type Log = (line: object) => void;

/**
 * The same log, with callbacks reduced to their origin: their full URLs are secrets, since anybody who knows one can pose as the hub
 * (WebSub 5.1). Operators can see them with `npm run hub -- show`.
 */
export function withoutCallbacks(log: Log): Log {
  return (line) => log('callback' in line ? { ...line, callback: originOf(String(line.callback)) } : line);
}

function originOf(callback: string): string {
  return URL.canParse(callback) ? new URL(callback).origin : '';
}
