import { publicAddress } from '../../site/contract/environment.ts';
import { fileKind } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { readPublishedTree } from '../build/last-publication.ts';
import type { PrintSite } from '../build/print.ts';
import { publishSite } from '../build/publish.ts';
import { describeBuild } from '../build/report.ts';
import { type Arguments, completeFlag, type Flag, readFlags, textFlag } from '../cli/flags.ts';
import { type Command, progress } from '../cli/run-command.ts';
import { readSettings, type Settings, withAddress } from '../cli/settings.ts';
import { openTerminal, type Terminal } from '../cli/terminal.ts';
import { isPublished } from '../deploy/backup.ts';
import { toMb } from '../hosts/host-limits.ts';
import { isTrial, keyFile } from '../log/state.ts';
import { type Delivery, deliver, signIn } from '../publish/deliver.ts';
import type { Seen } from '../publish/look.ts';
import { readPassword, rememberPassword } from '../publish/password.ts';
import {
  checkPublishSettings,
  type PublishSettings,
  readPublishFile,
  targets,
  type WebSpace,
  writePublishFile,
} from '../publish/publish-file.ts';
import { UnknownHost } from '../publish/sftp.ts';
import { writeZip } from '../publish/zip.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `open-reviews publish [--to ${targets.join('|')}] [--out FILE] [--replace] [--purge]

  builds the site and brings it to where publish.yaml says; without that file, asks and writes it

  --to sftp       a web space: also pass --host HOST --user NAME --address URL [--port N] [--path FOLDER]
  --to zip        an archive for Netlify, Cloudflare or a web space: also pass --out FILE [--address URL]
  --to github     commits and pushes this folder, whose workflow builds and publishes the site
  --replace       upload over files that this program hasn't put there, or over the site of another address
  --purge         remove older generations on this machine, which contain everything published before

  The password is asked once and kept in DATA_DIR, or read from PUBLISH_PASSWORD. Without one, the keys of
  SSH_AUTH_SOCK are used.`;

/** The flags of a web space, which are also the keys of publish.yaml. */
const webSpaceFlags = {
  host: textFlag('The server of your web space', 'ssh.example.com', true),
  port: textFlag('Its port', '22', false),
  user: textFlag('The name to sign in with', 'u1234', true),
  path: textFlag('The folder that your address shows', 'htdocs', false),
  address: { question: 'The address of your site', hint: 'https://reviews.example.com', schema: publicAddress, required: true },
} as const satisfies Record<string, Flag>;

/** `open-reviews publish`: builds the site and brings it to its host. `print` renders the site; tests render documents only. */
export const publishCommandWith =
  (print?: PrintSite): Command =>
  async ({ args, say, ...call }) => {
    const given = readFlags('publish', USAGE, args, ['to', 'out', ...Object.keys(webSpaceFlags)], ['replace', 'purge']);
    if (given.positionals.length > 0) throw new SetupError(`publish: unexpected argument ${given.positionals[0]}\n\n${USAGE}`);
    const terminal = openTerminal();
    const asked = await openFolder({ ...call, say });
    const where = await chooseTarget(asked, given, terminal);
    if (where.target === 'sftp') await makeKnown(asked, where, terminal, say);
    // Where the site lives may just have been written.
    const environment = where.target === 'zip' ? withAddress(asked, where.address) : readSettings(call);
    const settings = where.target === 'sftp' ? (readPublishFile(environment.CONTENT_DIR) ?? where) : where;
    const { out } = given.texts;
    checkOut(settings.target, environment, out);
    const show = progress(process.stderr);
    const onBuilt = (result: Parameters<typeof describeBuild>[0]) => {
      show.end();
      say(describeBuild(result, environment));
    };
    const options = { environment, onProgress: show.step, onBuilt, purge: given.has('purge'), ...(print && { print }) };
    const { delivery, built } = await deliver(environment, settings, { replace: given.has('replace'), onProgress: show.step }, (bring) =>
      publishSite({ ...options, bring }),
    ).finally(show.end);
    for (const line of describeDelivery(delivery)) say(line);
    if (delivery.target === 'zip' && out !== undefined) say(await saveZip(environment, out));
    if (delivery.target !== 'github' && isTrial(environment))
      say(
        `warning: links in this site lead to ${environment.BASE_URL}, which is only this computer; for a site that others can use, add --address URL`,
      );
    if (built?.hasHub) say(built.pingWarning === undefined ? `pinged ${environment.HUB_URL}` : `warning: ${built.pingWarning}`);
    if (built?.purgedCdn !== undefined) say(built.purgedCdn);
    if (built?.purged !== undefined) say(`purged: ${counted(built.purged, 'older generation')}`);
    if (delivery.target !== 'github' && !isTrial(environment) && environment.LOG_KEY === undefined)
      say(`keep a copy of ${keyFile(environment)} away from this computer: only this key can continue your public log`);
  };

export const publishCommand: Command = publishCommandWith();

/** Where to publish: `--to` and the flags, or publish.yaml, or the answers to questions. A web space is remembered. */
async function chooseTarget(settings: Settings, { texts }: Arguments, terminal: Terminal | undefined): Promise<PublishSettings> {
  const { CONTENT_DIR, BASE_URL } = settings;
  const stored = readPublishFile(CONTENT_DIR);
  const isChanged = Object.keys(webSpaceFlags).some((name) => texts[name] !== undefined);
  const to = texts['to'] === undefined && (stored === undefined || isChanged) ? stored?.target : texts['to'];
  if (texts['to'] === undefined && stored !== undefined && !isChanged) return stored;
  const target = to ?? (await askTarget(terminal));
  if (!targets.some((one) => one === target)) throw new SetupError(`publish: --to ${target}: must be one of ${targets.join(', ')}`);
  if (target === 'github') return { target };
  if (target === 'zip') return checkPublishSettings(CONTENT_DIR, { target, address: texts['address'] ?? BASE_URL });
  const known = stored?.target === 'sftp' ? stored : undefined;
  const texted = Object.fromEntries(
    Object.keys(webSpaceFlags).map((name) => [name, texts[name] ?? textOf(known?.[name as keyof WebSpace])]),
  );
  const { port, path, ...answers } = await completeFlag('publish', webSpaceFlags, texted, terminal, known ? 'required' : 'all');
  const isSameHost = known?.host === answers.host;
  return checkPublishSettings(CONTENT_DIR, {
    target,
    ...answers,
    ...(port !== undefined && { port: Number(port) }),
    ...(path !== undefined && { path }),
    ...(isSameHost && known.host_key !== undefined && { host_key: known.host_key }),
  });
}

const textOf = (value: string | number | undefined): string | undefined => (value === undefined ? undefined : String(value));

async function askTarget(terminal: Terminal | undefined): Promise<string> {
  if (terminal === undefined) throw new SetupError(`publish: there is no publish.yaml; pass --to\n\n${USAGE}`);
  return terminal.choose('Where should your site live?', [
    { value: 'sftp', label: 'a web space', hint: 'uploads the files by SFTP' },
    { value: 'zip', label: 'a zip archive', hint: 'for Netlify, Cloudflare or a web space' },
    { value: 'github', label: 'GitHub', hint: 'pushes this folder; its workflow publishes it' },
  ]);
}

/** Makes sure that the host and the password are known, and remembers them. @throws SetupError without a terminal to ask on */
async function makeKnown(settings: Settings, space: WebSpace, terminal: Terminal | undefined, say: (text: string) => void): Promise<void> {
  const { CONTENT_DIR, DATA_DIR } = settings;
  const stored = readPublishFile(CONTENT_DIR);
  let known = space;
  const hasLogin = (await readPassword(settings)) !== undefined || settings.source['SSH_AUTH_SOCK'] !== undefined;
  const password =
    hasLogin || terminal === undefined ? undefined : await terminal.password(`The password of ${space.user} at ${space.host}`);
  const attempt = password === undefined ? settings : { ...settings, PUBLISH_PASSWORD: password };
  const open = async () => (await signIn(attempt, known)).close();
  await open().catch(async (error: unknown) => {
    if (!(error instanceof UnknownHost) || known.host_key !== undefined) throw error;
    const { fingerprint } = error;
    if (terminal === undefined) {
      await writePublishFile(CONTENT_DIR, space);
      throw new SetupError(`${error.message}, and if they are equal, add this line to publish.yaml:\nhost_key: ${fingerprint}`);
    }
    say(error.message);
    if (!(await terminal.confirm('Is this the key of your host?'))) throw new SetupError('publish: nothing was sent');
    known = { ...space, host_key: fingerprint };
    await open();
  });
  if (JSON.stringify(stored) !== JSON.stringify(known)) await writePublishFile(CONTENT_DIR, known);
  if (password !== undefined) await rememberPassword(DATA_DIR, password);
}

/** @throws SetupError before a build if `--out` is missing, or isn't where an archive may be */
function checkOut(target: PublishSettings['target'], environment: Settings, out: string | undefined): void {
  if (target !== 'zip') {
    if (out !== undefined) throw new SetupError(`publish: --out is only for --to zip, and this site goes to ${target}`);
    return;
  }
  if (out === undefined) throw new SetupError(`publish: --to zip needs --out FILE\n\n${USAGE}`);
  if (isPublished(out, environment))
    throw new SetupError(`publish: ${out} is inside DIST_DIR, whose files are public; choose another file`);
  if (fileKind(out) === 'folder') throw new SetupError(`publish: ${out} is a folder; write the name of a file in it`);
}

async function saveZip({ DIST_DIR }: Settings, out: string): Promise<string> {
  const tree = await readPublishedTree(DIST_DIR);
  if (tree === undefined) throw new SetupError(`publish: ${DIST_DIR} has no build`);
  const { files, bytes } = await writeZip(tree, out);
  return `${out}: ${counted(files, 'file')}, ${toMb(bytes)} MB`;
}

/** What was done with the site, one line per fact. */
function describeDelivery(delivery: Delivery): string[] {
  if (delivery.target === 'zip') return [];
  if (delivery.target === 'github')
    return [
      delivery.isPushed
        ? 'pushed; the workflow on GitHub builds and publishes it in a few minutes'
        : 'nothing to push: GitHub has everything',
    ];
  const { files, bytes, deleted, address, seen } = delivery;
  return [`sent ${counted(files, 'file')} (${toMb(bytes)} MB), deleted ${deleted}`, describeSeen(address, seen)];
}

function describeSeen(address: string, seen: Seen): string {
  if (seen.shows === 'this') return `${address} shows it`;
  if (seen.shows === 'another')
    return `warning: ${address} still shows another version; a cache may need some minutes, or path isn't the folder of this address`;
  return `warning: ${address} doesn't show it (${seen.reason}); check that path is the folder of this address`;
}
