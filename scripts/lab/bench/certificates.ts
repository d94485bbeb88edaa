import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A certificate and its key, in PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

export interface Authority {
  readonly certificate: string;
  /** A server's certificate for these DNS names and IPv4 addresses. */
  issue(names: readonly string[], validity?: { readonly from: Date; readonly to: Date }): Identity;
}

/** One DER element (X.690 8.1): tag, length, contents. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), contents]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const octets = (contents: Uint8Array) => der(0x04, contents);
const yes = der(0x01, Buffer.from([0xff]));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const SUBJECT_ALTERNATIVE_NAME = oid('551d11');
const BASIC_CONSTRAINTS = oid('551d13');

const nameOf = (text: string) => sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
const utcTime = (date: Date) => der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

function alternativeName(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
}

interface Contents {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extension: Buffer;
  readonly from: Date;
  readonly to: Date;
}

/** RFC 5280 4.1, signed by the test authority. */
function toPem({ subject, publicKey, extension, from, to }: Contents, issuerKey: KeyObject): string {
  const serial = der(0x02, Buffer.from([1]), randomBytes(8));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    serial,
    ECDSA_WITH_SHA256,
    nameOf('Test authority'),
    sequence(utcTime(from), utcTime(to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, issuerKey));
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64');
  return `-----BEGIN CERTIFICATE-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`;
}

const DAY_MS = 86_400_000;
const today = () => ({ from: new Date(Date.now() - DAY_MS), to: new Date(Date.now() + 30 * DAY_MS) });

/** Makes an authority that nobody trusts, for one run of the tests. */
export function makeAuthority(): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const extension = sequence(BASIC_CONSTRAINTS, yes, octets(sequence(yes)));
  return {
    certificate: toPem({ subject: 'Test authority', publicKey: own.publicKey, extension, ...today() }, own.privateKey),
    issue(names, validity = today()) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
      const san = sequence(SUBJECT_ALTERNATIVE_NAME, octets(sequence(...names.map(alternativeName))));
      const certificate = toPem({ subject: names[0] ?? 'nobody', publicKey, extension: san, ...validity }, own.privateKey);
      return { certificate, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
    },
  };
}
