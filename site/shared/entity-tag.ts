import { hash } from 'node:crypto';

/** A strong entity tag (RFC 9110 8.8.3), quoted, of a body or of a text that determines it. It is the same on every machine. */
export function entityTag(content: string | Uint8Array): string {
  return `"${hash('sha1', content, 'base64url')}"`;
}
