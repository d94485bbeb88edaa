import { X509Certificate } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { isIP, isIPv6, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import { limits } from '../../../site/contract/limits.ts';
import type { Clock } from '../../runtime.ts';
import { type AddressFilter, toTarget, withoutLastDot } from '../callback-address.ts';

/** One request to a callback. Up to `keepBytes` of the answer's body are read; with 0 only its status. */
export interface CallbackRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  readonly timeoutSeconds: number;
  readonly keepBytes: number;
}

/** Why something failed, in a few words: `reason` is for the subscriber, `detail` for the operator's log. */
export interface Failure {
  readonly reason: string;
  readonly detail: string;
}

/** The outcome of a request. `body` has up to `keepBytes` bytes, plus one if there was more. `abandoned`: we canceled the request. */
export type CallbackAnswer =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly body: Buffer;
      readonly retryAfter: string | undefined;
      readonly etag: string | undefined;
    }
  | ({ readonly kind: 'failed' } & Failure)
  | { readonly kind: 'abandoned' };

/** Whether a status is a success: 2xx, so never a redirect. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Why an unsuccessful answer failed. */
export function whyFailed(answer: Exclude<CallbackAnswer, { kind: 'abandoned' }>): Failure {
  if (answer.kind === 'failed') return answer;
  const reason = `the callback answered ${answer.status}`;
  return { reason, detail: reason };
}

/** Resolves a name to all its addresses, IPv4 and IPv6. Rejects if there is none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/**
 * Queries DNS directly, without the hosts file. The system's resolver would run in the thread pool, four threads shared with the file
 * system, which slow name servers could block.
 */
export const resolveByDns: Resolve = async (hostname) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
};

/** Asks the system's resolver, which reads the hosts file, for networks where `CALLBACK_ALLOW_CIDRS` allows private addresses. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};

/** A callback resolves to an address that isn't allowed; the message names the address. */
class RefusedAddressError extends Error {
  override name = 'RefusedAddressError';
}

async function allowedAddresses(hostname: string, resolve: Resolve, addressFilter: AddressFilter): Promise<readonly LookupAddress[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error(`${hostname} has no address`);
  const refused = addresses.find((address) => !addressFilter.allows(address));
  if (refused !== undefined) throw new RefusedAddressError(`${hostname} has the address ${refused}, which is not public`);
  return addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
}

/**
 * The `lookup` of `net.connect`. Every address of the DNS answer is checked and the connection uses that same answer, so a second answer
 * can't redirect it. Literal addresses don't get here; `send` checks them.
 */
function guardedLookup(resolve: Resolve, addressFilter: AddressFilter): LookupFunction {
  return (hostname, options, callback) => {
    allowedAddresses(hostname, resolve, addressFilter).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true || first === undefined) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

/** One TLS context for all connections, since parsing the CAs takes longer than a handshake. Throws if `extraCa` isn't a certificate. */
function trust(extraCa: string | Buffer | undefined): SecureContext {
  if (extraCa === undefined) return createSecureContext();
  new X509Certificate(extraCa);
  return createSecureContext({ ca: [...getCACertificates('default'), extraCa.toString()] });
}

export interface CallbackOptions {
  readonly resolve: Resolve;
  readonly addressFilter: AddressFilter;
  readonly extraCa: string | Buffer | undefined;
}

/** The HTTPS agent for callbacks. It verifies certificates, checks addresses when connecting, and keeps few idle connections, briefly. */
class CallbackAgent extends Agent {
  constructor({ resolve, addressFilter, extraCa }: CallbackOptions) {
    super({
      keepAlive: true,
      timeout: limits.hub.idleConnectionSeconds * 1000,
      maxFreeSockets: limits.hub.idleConnections,
      secureContext: trust(extraCa),
      lookup: guardedLookup(resolve, addressFilter),
      // Must not be weakened by NODE_TLS_REJECT_UNAUTHORIZED=0.
      rejectUnauthorized: true,
    });
  }

  override keepSocketAlive(socket: Duplex): boolean {
    const idle = Object.values(this.freeSockets).reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
    return idle < limits.hub.idleConnections && Boolean(super.keepSocketAlive(socket));
  }
}

/** Writes a body in chunks, so a callback that doesn't read holds one chunk of our memory instead of the whole body. */
function writeBody(request: ClientRequest, body: Uint8Array): void {
  let offset = 0;
  const writeMore = () => {
    while (offset + limits.hub.bodyChunkBytes < body.length) {
      const piece = body.subarray(offset, offset + limits.hub.bodyChunkBytes);
      offset += piece.length;
      if (!request.write(piece)) {
        request.once('drain', writeMore);
        return;
      }
    }
    request.end(body.subarray(offset));
  };
  writeMore();
}

/**
 * Node's message for a failure, or its code if the message is empty (all addresses of a name refused the connection). Only the operator
 * sees a refused address: a subscriber could use a CNAME to find out addresses that only our DNS knows.
 */
function failureOf(error: Error): CallbackAnswer {
  const code = 'code' in error ? String(error.code) : error.name;
  const detail = error.message === '' ? code : error.message;
  return { kind: 'failed', reason: error instanceof RefusedAddressError ? 'address not allowed' : detail, detail };
}

/** Sends every request to callbacks: HTTPS only, checked addresses, no redirects, answers bounded in time and size. */
export function createCallbackClient(options: CallbackOptions, clock: Clock) {
  const agent = new CallbackAgent(options);
  const underWay = new Set<() => void>();

  /** Reads as much of the response as was asked for. The rest is discarded if it is short and arrives soon, or the connection is closed. */
  const read = (request: ClientRequest, response: IncomingMessage, keepBytes: number, settle: (answer: CallbackAnswer) => void) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    const answer = (): CallbackAnswer => ({
      kind: 'answered',
      status: response.statusCode ?? 0,
      body: Buffer.concat(pieces).subarray(0, keepBytes + 1),
      retryAfter: response.headers['retry-after'],
      etag: response.headers.etag,
    });
    const isStatusEnough = keepBytes === 0;
    if (isStatusEnough) {
      settle(answer());
      const cancelTimer = clock.setTimer(clock.now() + limits.hub.answerSeconds * 1000, () => request.destroy());
      request.once('close', cancelTimer);
    }
    response.on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (!isStatusEnough) pieces.push(piece);
      if (bytes <= (isStatusEnough ? limits.hub.answerBytes : keepBytes)) return;
      settle(answer());
      request.destroy();
    });
    response.on('end', () => {
      settle(answer());
      // A callback that answers before it has read the body loses its connection, since we are still writing to it.
      if (!request.writableEnded) request.destroy();
    });
    response.on('error', (error) => settle(failureOf(error)));
  };

  const follow = (request: ClientRequest, { body, keepBytes, timeoutSeconds }: CallbackRequest): Promise<CallbackAnswer> =>
    new Promise((resolve) => {
      const settle = (answer: CallbackAnswer) => {
        cancelTimer();
        underWay.delete(abandon);
        resolve(answer);
      };
      const abort = (answer: CallbackAnswer) => {
        settle(answer);
        request.destroy();
      };
      const abandon = () => abort({ kind: 'abandoned' });
      const cancelTimer = clock.setTimer(clock.now() + timeoutSeconds * 1000, () =>
        abort(failureOf(new Error(`no answer within ${timeoutSeconds} s`))),
      );
      underWay.add(abandon);
      request.on('error', (error) => settle(failureOf(error)));
      request.on('response', (response) => read(request, response, keepBytes, settle));
      if (body === undefined) request.end();
      else writeBody(request, body);
    });

  return {
    /** Resolves with the outcome; never rejects. */
    async send(exchange: CallbackRequest): Promise<CallbackAnswer> {
      const { hostname, port, target } = toTarget(exchange.url);
      // The agent's lookup is not called for literal addresses.
      if (isIP(hostname) !== 0 && !options.addressFilter.allows(hostname))
        return failureOf(new RefusedAddressError(`${hostname} is not a public address`));
      const request = httpsRequest({
        agent,
        host: hostname,
        // RFC 6066 3: "without a trailing dot", and no literal.
        servername: isIP(hostname) === 0 ? withoutLastDot(hostname) : '',
        port,
        path: target,
        method: exchange.method,
        headers: { ...exchange.headers },
        maxHeaderSize: limits.hub.answerHeaderBytes,
      });
      return follow(request, exchange);
    },
    /** Cancels the requests under way and closes every connection. */
    close(): void {
      for (const abandon of underWay) abandon();
      agent.destroy();
    },
  };
}
export type CallbackClient = ReturnType<typeof createCallbackClient>;
