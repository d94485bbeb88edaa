import { createHash, randomBytes } from 'node:crypto';
import { cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Environment } from '../../site/contract/environment.ts';
import { codingSuffixes, compressions, fileName } from '../../site/contract/generation.ts';
import { logPaths } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { fromBase64, type Opening } from '../../site/log/bytes.ts';
import { SEED_BYTES } from '../../site/log/signer.ts';
import { isLoopback } from '../../site/shared/base-path.ts';
import { readRegularFile } from '../../site/shared/regular-file.ts';
import { createSecret } from '../../site/shared/secret-file.ts';
import { explainFull, SetupError } from '../../site/shared/setup-error.ts';
import { writeWhole } from '../content/write-file.ts';

/**
 * Whether a build is a trial: its address is a loopback address. A trial has a separate log and key, so nothing people try out ends up
 * in the public log, and uses neither LOG_KEY nor witnesses.
 */
export const isTrial = ({ BASE_URL }: Pick<Environment, 'BASE_URL'>): boolean => isLoopback(new URL(BASE_URL).hostname);

type KeySettings = Pick<Environment, 'BASE_URL' | 'LOG_KEY' | 'DATA_DIR'>;

/** The file of the key that a build makes. */
export const keyFile = (settings: Pick<KeySettings, 'BASE_URL' | 'DATA_DIR'>): string =>
  path.join(settings.DATA_DIR, isTrial(settings) ? 'trial-log.key' : 'log.key');

/** The seeds of LOG_KEY, or the one in DATA_DIR. The first one signs. Empty without any. @throws SetupError */
export async function readLogKeys(settings: KeySettings): Promise<readonly Uint8Array[]> {
  if (settings.LOG_KEY && !isTrial(settings)) return settings.LOG_KEY.map((key) => seedOf(key, 'LOG_KEY'));
  const file = keyFile(settings);
  const text = readRegularFile(file)?.toString();
  return text === undefined ? [] : [seedOf(text.trim(), file)];
}

function seedOf(text: string, where: string): Uint8Array {
  const seed = fromBase64(text);
  if (seed?.length === SEED_BYTES) return seed;
  throw new SetupError(
    `log: ${where} is not a key; restore it from a backup. If it is lost, remove it and start a new log: npm run build -- --new-log`,
  );
}

/** Creates a key in DATA_DIR. Concurrent builds all use the first key written. @throws SetupError */
export async function makeLogKey(settings: KeySettings): Promise<Uint8Array> {
  const file = keyFile(settings);
  const secret = `${randomBytes(SEED_BYTES).toString('base64')}\n`;
  const text = await createSecret(file, secret).catch((error: NodeJS.ErrnoException) => {
    const full = explainFull(error, file);
    if (full instanceof SetupError) throw full;
    throw new SetupError(`log: can't store a key in ${settings.DATA_DIR} (${error.code}); set DATA_DIR or LOG_KEY`);
  });
  return seedOf(text.trim(), file);
}

/**
 * The last checkpoint that this machine published in a DIST_DIR or sent to a witness, and its entries that weren't published yet. If a
 * build is killed before it publishes, the next one continues from these. They contain neither texts nor salts.
 */
const lastSigned = z.object({
  checkpoint: z.string(),
  entries: z.array(z.string()),
});
export type LastSigned = z.infer<typeof lastSigned>;

type Folders = Pick<Environment, 'DATA_DIR' | 'DIST_DIR'>;

/** The path in DATA_DIR for the public log of a DIST_DIR; with `.json`, for the record of what was signed last. */
function stateOf({ DATA_DIR, DIST_DIR }: Folders): string {
  const name = createHash('sha256').update(path.resolve(DIST_DIR)).digest('hex').slice(0, 8);
  return path.join(DATA_DIR, `log-${name}`);
}

/** Reads the record; undefined if this machine has signed nothing yet. @throws SetupError if the record can't be read */
export async function readLastSigned(folders: Folders): Promise<LastSigned | undefined> {
  const file = `${stateOf(folders)}.json`;
  const text = readRegularFile(file)?.toString();
  if (text === undefined) return undefined;
  try {
    return lastSigned.parse(JSON.parse(text));
  } catch {
    throw new SetupError(
      `log: ${file} cannot be read; it prevents this machine from signing two histories: restore it, or remove it if there is only one`,
    );
  }
}

/** Writes the record atomically and durably. */
export async function keepLastSigned(folders: Folders, signed: LastSigned): Promise<void> {
  await writeWhole(`${stateOf(folders)}.json`, `${JSON.stringify(signed)}\n`);
}

/**
 * The folder of the public log while DIST_DIR has a trial: the files of the log, `generation.json`, and a `reviews.json` with nothing but
 * the name of the business.
 */
export const asideFolder = stateOf;

const fileIn = (folder: string, publicPath: string) => path.join(folder, fileName(publicPath));

/** Copies the public log from `tree`, which a trial is about to replace, so the next public build continues it. */
export async function setLogAside(folders: Folders, tree: string): Promise<void> {
  const [folder, draft] = [asideFolder(folders), `${asideFolder(folders)}.draft`];
  await removeLogAside(folders);
  const isVariant = (file: string) => compressions.some((coding) => file.endsWith(codingSuffixes[coding]));
  for (const publicPath of [path.posix.dirname(logPaths.checkpoint), paths.generation])
    await cp(fileIn(tree, publicPath), fileIn(draft, publicPath), { recursive: true, filter: (file) => !isVariant(file) });
  const { business } = JSON.parse(await readFile(fileIn(tree, paths.reviews), 'utf8')) as ReviewsDocument;
  await writeFile(fileIn(draft, paths.reviews), JSON.stringify({ business: { name: business.name }, reviews: [] }));
  await rename(draft, folder);
}

/** Removes the salts of reviews that are no longer published from the log that was set aside, as builds do in the log they publish. */
export async function forgetAside(folders: Folders, published: ReadonlySet<string>): Promise<void> {
  const folder = path.join(asideFolder(folders), logPaths.openings);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    const openings = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<string, Opening>>;
    const kept = Object.entries(openings).filter(([, { id }]) => published.has(id));
    if (kept.length < Object.keys(openings).length) await writeWhole(file, `${JSON.stringify(Object.fromEntries(kept))}\n`);
  }
}

export async function removeLogAside(folders: Folders): Promise<void> {
  for (const folder of [asideFolder(folders), `${asideFolder(folders)}.draft`]) await rm(folder, { recursive: true, force: true });
}
