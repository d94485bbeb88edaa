import { randomBytes } from 'node:crypto';
import { limits } from '../../site/contract/limits.ts';
import { paths } from '../../site/contract/paths.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { toGenerationDocument } from '../build/last-publication.ts';

/** What the public address shows: this generation, something else, or nothing that can be reached. */
export type Seen =
  | { readonly shows: 'this' }
  | { readonly shows: 'another'; readonly generation: string }
  | { readonly shows: 'nothing'; readonly reason: string };

/** Fetches the site's record at its public address, past caches. Never throws. */
export async function lookAt(address: string, generation: string): Promise<Seen> {
  try {
    // Caches have nothing under an address that nobody has asked for.
    const response = await fetch(`${address}${paths.generation}?${randomBytes(8).toString('hex')}`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(limits.lastPublicationTimeoutSeconds * 1000),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (!response.ok) return { shows: 'nothing', reason: `it answers ${response.status}` };
    const found = await toGenerationDocument(bytes).catch(() => undefined);
    if (found === undefined) return { shows: 'nothing', reason: 'it has another site' };
    return found.generation === generation ? { shows: 'this' } : { shows: 'another', generation: found.generation };
  } catch (error) {
    return { shows: 'nothing', reason: messageOf(error) };
  }
}
