import { z } from 'zod';
import { type AddressFilter, checkCallback } from '../../sidecar/hub/callback-address.ts';
import { ContentError, type ContentProblem } from '../../site/content/problems.ts';
import { readContentFile } from '../../site/content/read/content-files.ts';
import { logPaths } from '../../site/contract/log.ts';
import { readVerifierKey, signatureTypes, type VerifierKey } from '../../site/log/note.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import type { Get } from './get.ts';

/** A log that the witness follows: the address of its site, and the only key that may sign it. Its origin is the name of the key. */
export type WitnessedLog = Readonly<{ address: string; key: VerifierKey }>;

const PORT = 'write a port such as 4330';

const witnessFile = z.strictObject({
  name: z.string().regex(/^[^\s+]{1,60}$/, 'write an address without https://, such as witness.example.com'),
  port: z.int(PORT).min(0, PORT).max(65_535, PORT).default(4330),
  logs: z.array(
    z.strictObject({
      address: z.string('write the address of a site, such as https://reviews.example.com').transform((text) => text.replace(/\/+$/, '')),
      key: z.string('write the verifier key of the log in quotes').optional(),
    }),
  ),
});

/** What `witness.yaml` contains. */
export type WitnessConfig = Omit<z.infer<typeof witnessFile>, 'logs'> & { readonly logs: readonly WitnessedLog[] };

/** Reads `witness.yaml`. If a log has no key, the problem shows the one at its address. @throws ContentError with every problem */
export async function readWitnessConfig(file: string, filter: AddressFilter, get: Get): Promise<WitnessConfig> {
  const { value, at } = await readContentFile(file, witnessFile);
  const problems: ContentProblem[] = [];
  const logs: WitnessedLog[] = [];
  for (const [index, { address, key: text }] of value.logs.entries()) {
    const report = (field: string, found: string, write: string) => problems.push({ ...at(['logs', index, field]), found, write });
    const fault = address.includes('?') ? 'must not have a query' : checkCallback(address, `https://${value.name}`, filter);
    const key = text === undefined ? undefined : await readVerifierKey(text).catch(() => undefined);
    if (fault !== undefined) report('address', `"${address}"`, `the address ${fault}`);
    else if (text === undefined) report('key', 'no key', await describeKey(address, get));
    else if (key?.type !== signatureTypes.ed25519) report('key', `"${text}"`, `write the key as ${address}${logPaths.key} shows it`);
    else if (logs.some((log) => log.key.name === key.name)) report('key', key.name, 'list each log once');
    else logs.push({ address, key });
  }
  if (problems.length > 0) throw new ContentError(problems);
  return { ...value, logs };
}

async function describeKey(address: string, get: Get): Promise<string> {
  const found = await get(address + logPaths.key).then((document) => `"${document?.body.toString('utf8').trimEnd()}"`, messageOf);
  return `ask the log's owner for its key, compare it, and write it as key: the address shows ${found}`;
}
