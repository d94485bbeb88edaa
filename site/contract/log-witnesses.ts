import { z } from 'zod';

/** A witness of the log: a party that checks that the log only grows, and cosigns its checkpoints (C2SP tlog-witness). */
const logWitness = z.object({
  name: z.string().describe('The name of its keys'),
  url: z.url().describe('Its address, as the business gives it'),
  keys: z
    .array(z.string())
    .describe('Its verifier keys (C2SP signed-note), as the business gives them: compare them with what the witness publishes'),
  cosigned: z
    .object({
      size: z.int().describe('Number of entries that it covers'),
      at: z.iso.datetime().describe('When the witness made it'),
    })
    .nullable()
    .describe('Its newest cosignature that a build has verified; null if there is none'),
});
export type LogWitness = z.infer<typeof logWitness>;

/** `/log/witnesses.json`. */
export const logWitnesses = z.object({
  log: z.string().describe('The origin of the log'),
  witnesses: z.array(logWitness).describe('Empty if nobody is asked to cosign the log'),
});
export type LogWitnesses = z.infer<typeof logWitnesses>;
