import { isIP } from 'node:net';
import { isLoopback } from '../../site/contract/base-path.ts';

/**
 * How the server at `host` and `port` is reached under the public address `baseUrl`; undefined where that is its own. It can take an
 * address over by itself only where that is one of the machine, over HTTP: names and HTTPS are a proxy's.
 */
export function listeningAdvice(baseUrl: string, { host, port }: { readonly host: string; readonly port: number }): string | undefined {
  const { protocol, hostname, port: given, origin } = new URL(baseUrl);
  const published = given === '' ? { 'http:': 80 }[protocol] : Number(given);
  if (['localhost', host].includes(hostname) && published === port) return undefined;
  const proxy = `http://${host}:${port}: a proxy has to lead there from ${origin}`;
  if (protocol !== 'http:' || published === undefined) return proxy;
  if (isLoopback(hostname)) return `${proxy}, or set PORT=${published}`;
  return isIP(hostname) === 0 ? proxy : `${proxy}, or set PORT=${published} and HOST=${hostname}`;
}
