import { randomBytes } from 'node:crypto';
import { paths } from '../../site/contract/paths.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { fetchRecord } from '../build/last-publication.ts';

/** What the public address shows: this generation, something else, or nothing that can be reached. */
export type Seen = { readonly shows: 'this' | 'another' } | { readonly shows: 'nothing'; readonly reason: string };

/** Fetches the site's record at its public address, past caches. Never throws. */
export async function lookAt(address: string, generation: string): Promise<Seen> {
  try {
    // Caches have nothing under an address that nobody has asked for.
    const url = `${address}${paths.generation}?${randomBytes(8).toString('hex')}`;
    const { status, document } = await fetchRecord(url, 'no-store');
    if (document === undefined) return { shows: 'nothing', reason: status < 300 ? 'it has another site' : `it answers ${status}` };
    return { shows: document.generation === generation ? 'this' : 'another' };
  } catch (error) {
    return { shows: 'nothing', reason: messageOf(error) };
  }
}
