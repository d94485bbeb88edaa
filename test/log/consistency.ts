import { type Bytes, equal, sha256 } from '../../site/log/bytes.ts';
import { nodeHash } from '../../site/log/merkle.ts';

/** Returns whether `proof` shows that the tree with `oldRoot` is a prefix of the tree with `root` (RFC 9162 2.1.4.2). */
export async function verifyConsistency(old: number, size: number, proof: readonly Bytes[], oldRoot: Bytes, root: Bytes): Promise<boolean> {
  if (old < 0 || old > size) return false;
  if (old === 0) return proof.length === 0 && equal(oldRoot, await sha256(new Uint8Array()));
  if (old === size) return proof.length === 0 && equal(oldRoot, root);
  const isComplete = Number.isInteger(Math.log2(old));
  const [first, ...rest] = isComplete ? [oldRoot, ...proof] : proof;
  if (!first) return false;
  let [place, last] = [old - 1, size - 1];
  while (place % 2 === 1) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  let [before, now] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      [before, now] = [await nodeHash(hash, before), await nodeHash(hash, now)];
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, Math.floor(last / 2)];
    } else now = await nodeHash(now, hash);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 && equal(before, oldRoot) && equal(now, root);
}
