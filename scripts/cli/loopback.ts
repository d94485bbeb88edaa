/** Whether an address is one of this machine alone: localhost, names below it (RFC 6761 6.3), 127.0.0.0/8 and ::1. */
export function isLoopback(url: string): boolean {
  return /^(?:(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);
}
