import { randomBytes } from 'node:crypto';

/** Randomness as an argument. */
export interface Random {
  /** `count` cryptographically random bytes. */
  bytes(count: number): Buffer;
  /** From 0 inclusive to 1 exclusive; for jitter, not for secrets. */
  fraction(): number;
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count), fraction: () => Math.random() };
