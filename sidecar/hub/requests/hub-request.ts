import { type ParsedUrlQuery, parse } from 'node:querystring';
import { limits } from '../../../site/contract/limits.ts';
import { topicPaths } from '../../../site/contract/paths.ts';
import { type AddressFilter, checkCallback, decodeUnreserved, hostOf, toNormalForm } from '../callback-address.ts';
import type { NewRequest } from '../store/records.ts';

/** A request, as parsed from a form. */
export type HubRequest = Omit<NewRequest, 'token' | 'at'> | { readonly mode: 'publish' };

/** Thrown by `readHubRequest`; the message is the body of the 400. */
export class HubRequestError extends Error {
  override name = 'HubRequestError';
}

/** The parameters of WebSub 5.1. They can't be repeated, because the hub couldn't tell which value counts. */
const SINGLE = ['hub.mode', 'hub.topic', 'hub.callback', 'hub.lease_seconds', 'hub.secret'];
/** A publisher names one or more topics with these; PubSubHubbub publishers send `hub.url`. */
const PUBLISHED = ['hub.url', 'hub.topic'];

/** The values of a form by name. Each character is a byte, since a secret doesn't have to be text. */
type Form = ParsedUrlQuery;

const unescapeBytes = (text: string) => text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Parses `application/x-www-form-urlencoded` (WHATWG URL 5.1); never throws. */
function parseForm(body: Buffer): Form {
  return parse(body.toString('latin1'), '&', '=', { maxKeys: 0, decodeURIComponent: unescapeBytes });
}

function valuesOf(form: Form, name: string): readonly Buffer[] {
  return [form[name] ?? []].flat().map((value) => Buffer.from(value, 'latin1'));
}

function textOf(form: Form, name: string): string | undefined {
  const [value] = valuesOf(form, name);
  if (value === undefined) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw new HubRequestError(`${name} is not UTF-8.`);
  }
}

function requiredText(form: Form, name: string): string {
  const value = textOf(form, name);
  if (value === undefined) throw new HubRequestError(`${name} is missing.`);
  if (value === '') throw new HubRequestError(`${name} is empty.`);
  return value;
}

/** Ignored parameters can be repeated: older libraries send `hub.verify` twice. */
function refuseRepeated(form: Form, mode: string): void {
  const single = mode === 'publish' ? SINGLE.filter((name) => !PUBLISHED.includes(name)) : SINGLE;
  const repeated = single.find((name) => valuesOf(form, name).length > 1);
  if (repeated !== undefined) throw new HubRequestError(`${repeated} is given more than once.`);
}

/** The topic's path, or undefined if the URL isn't one of our topics. Unreserved characters can be escaped (RFC 3986 6.2.2.2). */
function toTopic(given: string, baseUrl: string): string | undefined {
  const decoded = decodeUnreserved(given);
  if (/[\s\\\p{Cc}]/u.test(decoded) || !URL.canParse(decoded)) return undefined;
  const { href } = new URL(decoded);
  return topicPaths.find((path) => href === baseUrl + path);
}

function readTopic(given: string, baseUrl: string): string {
  const topic = toTopic(given, baseUrl);
  if (topic !== undefined) return topic;
  throw new HubRequestError(`hub.topic is not one of this hub's topics: ${topicPaths.map((path) => baseUrl + path).join(', ')}`);
}

/** WebSub 5.1: the hub can grant a different lease than was asked for; none is endless (5.2). An empty parameter counts as absent. */
function readLease(form: Form, mode: string): number {
  const { defaultLeaseSeconds, minLeaseSeconds, maxLeaseSeconds } = limits.hub;
  const asked = mode === 'subscribe' ? textOf(form, 'hub.lease_seconds') : undefined;
  if (asked === undefined || asked === '') return defaultLeaseSeconds;
  if (!/^\d+$/.test(asked) || Number(asked) === 0) throw new HubRequestError('hub.lease_seconds must be a positive whole number.');
  return Math.min(Math.max(Number(asked), minLeaseSeconds), maxLeaseSeconds);
}

/** WebSub 5.1: "This parameter MUST be less than 200 bytes in length." An empty parameter counts as absent. */
function readSecret(form: Form, mode: string): Uint8Array | null {
  const [secret] = mode === 'subscribe' ? valuesOf(form, 'hub.secret') : [];
  if (secret === undefined || secret.length === 0) return null;
  if (secret.length > limits.hub.secretBytes) throw new HubRequestError('hub.secret must be less than 200 bytes long.');
  return secret;
}

function readPublish(form: Form, baseUrl: string): HubRequest {
  const urls = PUBLISHED.flatMap((name) => valuesOf(form, name)).map(String);
  if (urls.length === 0) throw new HubRequestError('hub.url is missing: name at least one topic.');
  if (!urls.some((url) => toTopic(url, baseUrl) !== undefined)) throw new HubRequestError("hub.url names none of this hub's topics.");
  return { mode: 'publish' };
}

/** Parses and checks a form; unknown parameters are ignored. Throws a HubRequestError with the first problem. */
export function readHubRequest(body: Buffer, baseUrl: string, addressFilter: AddressFilter): HubRequest {
  const form = parseForm(body);
  const mode = requiredText(form, 'hub.mode');
  refuseRepeated(form, mode);
  if (mode === 'publish') return readPublish(form, baseUrl);
  if (mode !== 'subscribe' && mode !== 'unsubscribe') throw new HubRequestError('hub.mode must be subscribe, unsubscribe or publish.');
  const topicGiven = requiredText(form, 'hub.topic');
  const callbackGiven = requiredText(form, 'hub.callback');
  const topic = readTopic(topicGiven, baseUrl);
  const objection = checkCallback(callbackGiven, baseUrl, addressFilter);
  if (objection !== undefined) throw new HubRequestError(`hub.callback ${objection}.`);
  return {
    mode,
    topic,
    topicGiven,
    callback: toNormalForm(callbackGiven),
    callbackGiven,
    host: hostOf(callbackGiven),
    secret: readSecret(form, mode),
    leaseSeconds: readLease(form, mode),
  };
}
