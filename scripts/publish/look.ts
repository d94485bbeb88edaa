import { randomBytes } from 'node:crypto';
import { paths } from '../../site/contract/paths.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { fetchRecord } from '../build/last-publication.ts';

/** Why an address can't be reached. */
type Unreachable = 'name' | 'refused' | 'certificate' | 'timeout' | 'other';

/** What the public address shows: this generation, another one of this program, or nothing of it. */
export type Seen =
  | { readonly shows: 'this' | 'another' }
  | {
      readonly shows: 'nothing';
      /** `site`: something else is there; `status`: the server answers with `status`. */
      readonly why: Unreachable | 'site' | 'status';
      readonly status: number;
      /** In English, for the command. */
      readonly reason: string;
    };

/** Fetches the site's record at its public address, past caches. Never throws. */
export async function lookAt(address: string, generation: string): Promise<Seen> {
  try {
    // Caches have nothing under an address that nobody has asked for.
    const url = `${address}${paths.generation}?${randomBytes(8).toString('hex')}`;
    const { status, document } = await fetchRecord(url, 'no-store');
    if (document === undefined)
      return status < 300
        ? { shows: 'nothing', why: 'site', status, reason: 'it has another site' }
        : { shows: 'nothing', why: 'status', status, reason: `it answers ${status}` };
    return { shows: document.generation === generation ? 'this' : 'another' };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { shows: 'nothing', why: whyUnreachable(cause), status: 0, reason: messageOf(cause) };
  }
}

function whyUnreachable(cause: unknown): Unreachable {
  const { code = '', name = '' } = cause as Partial<NodeJS.ErrnoException>;
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'name';
  if (code === 'ECONNREFUSED') return 'refused';
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  // The codes of OpenSSL's verification, and Node's own for another host's certificate.
  return /CERT|SIGNATURE|ISSUER/.test(code) ? 'certificate' : 'other';
}
