import path from 'node:path';
import { stringify } from 'yaml';
import { z } from 'zod';
import { PUBLISH_FILE } from '../../site/content/read/folder-listing.ts';
import { parseFile } from '../../site/content/read/parse-file.ts';
import { publicAddress } from '../../site/contract/environment.ts';
import { fileKind, readRegularFile } from '../../site/shared/regular-file.ts';

const port = 'write a port such as 22';
const text = (example: string) => z.string().trim().min(1, `write ${example}`);

/** A web space that is reached by SFTP. */
export const webSpace = z.strictObject({
  target: z.literal('sftp'),
  address: publicAddress,
  host: z.string().regex(/^[\w.:-]+$/, 'write the name of the server, such as ssh.example.com'),
  port: z.int(port).min(1, port).max(65_535, port).default(22),
  user: text('the name to sign in with'),
  /** The folder that the address shows. */
  path: text('the folder that the address shows, such as htdocs').default('.'),
  host_key: z
    .string()
    .regex(/^SHA256:[A-Za-z0-9+/]{43}$/, 'write the fingerprint that ssh-keygen -l shows, such as SHA256:… with 43 letters')
    .optional(),
});
export type WebSpace = z.infer<typeof webSpace>;

const publishFile = z.discriminatedUnion('target', [
  webSpace,
  z.strictObject({ target: z.literal('zip'), address: publicAddress }),
  // The workflow knows its address; builds on this machine stay trials.
  z.strictObject({ target: z.literal('github') }),
]);

/** What `publish.yaml` contains: where the site lives. */
export type PublishSettings = z.infer<typeof publishFile>;

/** The places where a site can live. */
export const targets = ['sftp', 'zip', 'github'] as const satisfies readonly PublishSettings['target'][];

/** The path of `publish.yaml`. */
export const publishFileIn = (contentDir: string): string => path.join(contentDir, PUBLISH_FILE);

/** Reads `publish.yaml` in the content folder; undefined if it doesn't exist. @throws ContentError with every problem, UnreadableFile */
export function readPublishFile(contentDir: string): PublishSettings | undefined {
  // Who reads the content reports what is wrong with its folder.
  if (fileKind(contentDir) !== 'folder') return undefined;
  const file = publishFileIn(contentDir);
  const bytes = readRegularFile(file);
  return bytes && parseFile({ name: file, bytes }, publishFile).value;
}

/** Checks settings as they would be read from `publish.yaml`. @throws ContentError with every problem */
export const checkPublishSettings = (contentDir: string, given: Readonly<Record<string, unknown>>): PublishSettings =>
  parseFile({ name: publishFileIn(contentDir), bytes: Buffer.from(printPublishFile(given)) }, publishFile).value;

/** The same for a web space. Has the key in `stored` if that is on the same server. @throws ContentError with every problem */
export function checkWebSpace(contentDir: string, given: Readonly<Record<string, unknown>>, stored: PublishSettings | undefined): WebSpace {
  const file = { name: publishFileIn(contentDir), bytes: Buffer.from(printPublishFile({ ...given, target: 'sftp' })) };
  const space = parseFile(file, webSpace).value;
  return isSameServer(space, stored) && stored.host_key !== undefined ? { ...space, host_key: stored.host_key } : space;
}

/** Whether a web space is on the server in `stored`. Another server has another key, and must not get the password. */
export const isSameServer = ({ host, port }: WebSpace, stored: PublishSettings | undefined): stored is WebSpace =>
  stored?.target === 'sftp' && stored.host === host && stored.port === port;

/** The text of `publish.yaml`. */
export const printPublishFile = (settings: Readonly<Record<string, unknown>>): string =>
  `# Where your site lives. The desk's screen "Publish" and "open-reviews publish" write this file.\n${stringify(settings)}`;
