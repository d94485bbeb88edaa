import { createHash } from 'node:crypto';

/** The SHA-256 of several parts, in hex; each is hashed with its length, so that other parts with the same joined bytes have another hash. */
export function hashParts(...parts: readonly (string | Uint8Array)[]): string {
  return parts.reduce((hash, part) => hash.update(`${part.length}:`).update(part), createHash('sha256')).digest('hex');
}
