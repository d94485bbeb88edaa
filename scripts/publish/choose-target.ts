import { z } from 'zod';
import { publicAddress } from '../../site/contract/environment.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { type Arguments, askMissing, checkFlags, completeFlag, type Flag, textFlag } from '../cli/flags.ts';
import {
  checkPublishSettings,
  checkWebSpace,
  type PublishSettings,
  readPublishFile,
  targets,
  type WebSpace,
  webSpace,
} from '../cli/publish-file.ts';
import type { Settings } from '../cli/settings.ts';
import type { Terminal } from '../cli/terminal.ts';

const { host, user, port } = webSpace.shape;

const portText = z.string().transform(Number).pipe(port.unwrap()).transform(String);

/** The flags of a web space, which are also the keys of publish.yaml. */
export const webSpaceFlags = {
  host: { question: 'The server of your web space', hint: 'ssh.example.com', schema: host, required: true },
  port: { question: 'Its port', hint: '22', schema: portText, required: false },
  user: { question: 'The name to sign in with', hint: 'u1234', schema: user, required: true },
  path: textFlag('The folder that your address shows', 'htdocs', false),
  address: { question: 'The address of your site', hint: 'https://reviews.example.com', schema: publicAddress, required: true },
} as const satisfies Record<string, Flag>;

/** The flags of an archive. Its name isn't remembered. */
const zipFlags = {
  address: webSpaceFlags.address,
  out: textFlag('The name of the archive', 'reviews.zip', true),
} as const satisfies Record<string, Flag>;

/** Where to publish. */
export interface ChosenTarget {
  readonly settings: PublishSettings;
  /** The name of an archive. */
  readonly out: string | undefined;
  /** Whether to write the settings to publish.yaml. Those of a web space are written once it has let us sign in. */
  readonly isNew: boolean;
}

/** Chooses `--to` and the flags, or publish.yaml, or the answers to questions. @throws SetupError for flags of other targets */
export async function chooseTarget(
  { CONTENT_DIR, BASE_URL }: Settings,
  { texts }: Arguments,
  terminal: Terminal | undefined,
  usage: string,
): Promise<ChosenTarget> {
  const stored = readPublishFile(CONTENT_DIR);
  const target = texts['to'] ?? stored?.target ?? (await askTarget(terminal, usage));
  const isNew = texts['to'] === undefined && stored === undefined;
  if (!isTarget(target)) throw new SetupError(`publish: --to ${target}: must be one of ${targets.join(', ')}`);
  refuseOthers(target, texts);
  if (target === 'github') return { settings: { target }, out: undefined, isNew };
  if (target === 'zip') {
    const known = stored?.target === 'zip' ? stored.address : undefined;
    // Who passes `--to zip` may want an archive for this computer.
    const given = { ...texts, address: texts['address'] ?? known ?? (isNew ? undefined : BASE_URL) };
    if (!terminal && texts['out'] === undefined) throw new SetupError(`publish: --to zip needs --out FILE\n\n${usage}`);
    checkFlags('publish', { address: zipFlags.address }, given, terminal);
    const { address, out } = await askMissing(zipFlags, given, terminal);
    return { settings: checkPublishSettings(CONTENT_DIR, { target, address }), out, isNew };
  }
  return { settings: await chooseSpace(CONTENT_DIR, stored, texts, terminal), out: undefined, isNew: false };
}

const isTarget = (text: string): text is PublishSettings['target'] => targets.some((target) => target === text);

/** @throws SetupError for a flag that this target would ignore */
function refuseOthers(target: PublishSettings['target'], texts: Arguments['texts']): void {
  const isUsed = { sftp: Object.keys(webSpaceFlags), zip: Object.keys(zipFlags), github: [] as readonly string[] }[target];
  const other = Object.keys(texts).find((name) => name !== 'to' && !isUsed.includes(name));
  if (other !== undefined)
    throw new SetupError(`publish: --${other} is only for --to ${other === 'out' ? 'zip' : 'sftp'}, and this site goes to ${target}`);
}

async function chooseSpace(
  contentDir: string,
  stored: PublishSettings | undefined,
  texts: Arguments['texts'],
  terminal: Terminal | undefined,
): Promise<WebSpace> {
  const known: Partial<WebSpace> = stored?.target === 'sftp' ? stored : {};
  const given = { ...texts, ...Object.fromEntries(names.map((name) => [name, texts[name] ?? textOf(known[name])])) };
  const { port, path, ...answers } = await completeFlag(
    'publish',
    webSpaceFlags,
    given,
    terminal,
    known.host === undefined ? 'all' : 'required',
  );
  const space = { ...answers, ...(port !== undefined && { port: Number(port) }), ...(path !== undefined && { path }) };
  return checkWebSpace(contentDir, space, stored);
}

const names = Object.keys(webSpaceFlags) as (keyof typeof webSpaceFlags)[];

const textOf = (value: string | number | undefined): string | undefined => (value === undefined ? undefined : String(value));

async function askTarget(terminal: Terminal | undefined, usage: string): Promise<string> {
  if (terminal === undefined) throw new SetupError(`publish: there is no publish.yaml; pass --to\n\n${usage}`);
  return terminal.choose('Where should your site live?', [
    { value: 'sftp', label: 'a web space', hint: 'uploads the files by SFTP' },
    { value: 'zip', label: 'a zip archive', hint: 'for Netlify, Cloudflare or a web space' },
    { value: 'github', label: 'GitHub', hint: 'pushes this folder; its workflow publishes it' },
  ]);
}
