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
import { signIn } from './deliver.ts';
import { LoginRefused, openWebSpace, UnknownHost } from './sftp.ts';
import { forgetPassword, rememberPassword, writePublishFile } from './stored-settings.ts';

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

/** How often the password is asked for. */
const ATTEMPTS = 3;

/**
 * Makes sure that the host's key and the password are right, and remembers them. Asks for what isn't known, and again for a password that
 * the host refuses. @throws SetupError without a terminal to ask on, or if the host can't be reached
 */
export async function confirmLogin(
  settings: Settings,
  space: WebSpace,
  terminal: Terminal | undefined,
  say: (text: string) => void,
): Promise<void> {
  const { CONTENT_DIR, DATA_DIR } = settings;
  const known = space.host_key === undefined ? await askKey(settings, space, terminal, say) : space;
  const password = await askPassword(settings, known, terminal, say);
  if (JSON.stringify(readPublishFile(CONTENT_DIR)) !== JSON.stringify(known)) await writePublishFile(CONTENT_DIR, known);
  if (password !== undefined) await rememberPassword(DATA_DIR, password);
}

/** Shows the host's key. Returns the space with it if it's confirmed. */
async function askKey(
  { CONTENT_DIR, DATA_DIR }: Settings,
  space: WebSpace,
  terminal: Terminal | undefined,
  say: (text: string) => void,
): Promise<WebSpace> {
  // It's for another host, which must not see it.
  await forgetPassword(DATA_DIR);
  // This can't sign in, because no key is the expected one.
  const error = await openWebSpace(space, { password: undefined, agent: undefined }).then(
    () => new Error('signed in to an unknown host'),
    (error: unknown) => error,
  );
  if (!(error instanceof UnknownHost)) throw error;
  const { fingerprint, message } = error;
  if (terminal === undefined) {
    await writePublishFile(CONTENT_DIR, space);
    throw new SetupError(`${message}, and if they are equal, add this line to publish.yaml:\nhost_key: ${fingerprint}`);
  }
  say(message);
  if (!(await terminal.confirm('Is this the key of your host?'))) throw new SetupError('publish: nothing was sent');
  return { ...space, host_key: fingerprint };
}

/** Signs in. Returns the password if it had to be asked for. */
async function askPassword(
  settings: Settings,
  space: WebSpace,
  terminal: Terminal | undefined,
  say: (text: string) => void,
): Promise<string | undefined> {
  const isRefused = async (password: string | undefined) => {
    const attempt = password === undefined ? settings : { ...settings, PUBLISH_PASSWORD: password };
    try {
      await (await signIn(attempt, space)).close();
      return undefined;
    } catch (error) {
      if (error instanceof LoginRefused) return error;
      throw error;
    }
  };
  let refused = await isRefused(undefined);
  for (let attempt = 1; refused !== undefined; attempt++) {
    // The setting would be used instead of what is remembered.
    if (terminal === undefined || settings.PUBLISH_PASSWORD !== undefined || attempt > ATTEMPTS) throw refused;
    if (refused.isTried) say(refused.message);
    const password = await terminal.password(`The password of ${space.user} at ${space.host}`);
    refused = await isRefused(password);
    if (refused === undefined) return password;
  }
  return undefined;
}
