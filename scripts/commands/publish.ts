import { fileKind } from '../../site/shared/regular-file.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { counted } from '../../site/shared/text.ts';
import { requirePublishedTree } from '../build/last-publication.ts';
import type { PrintSite } from '../build/print.ts';
import { publishSite } from '../build/publish.ts';
import { describeAnnouncement, describeBuild } from '../build/report.ts';
import { guides } from '../cli/about.ts';
import { readFlags } from '../cli/flags.ts';
import { readPublishFile, targets } from '../cli/publish-file.ts';
import { type Command, progress } from '../cli/run-command.ts';
import { readSettings, type Settings, withAddress } from '../cli/settings.ts';
import { openTerminal } from '../cli/terminal.ts';
import { isPublished } from '../deploy/backup-folder.ts';
import { toMb } from '../hosts/host-limits.ts';
import { isTrial, keyFile } from '../log/state.ts';
import { chooseTarget, confirmLogin, webSpaceFlags } from '../publish/choose-target.ts';
import { type Delivery, deliver, type Seen } from '../publish/deliver.ts';
import { writePublishFile } from '../publish/stored-settings.ts';
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

/** `open-reviews publish`: builds the site and brings it to its host. `print` renders the site; tests render documents only. */
export const publishCommandWith =
  (print?: PrintSite): Command =>
  async ({ args, say, ...call }) => {
    const given = readFlags('publish', USAGE, args, ['to', 'out', ...Object.keys(webSpaceFlags)], ['replace', 'purge']);
    if (given.positionals.length > 0) throw new SetupError(`publish: unexpected argument ${given.positionals[0]}\n\n${USAGE}`);
    const terminal = openTerminal();
    const asked = await openFolder({ ...call, say });
    const { settings: chosen, out, isNew } = await chooseTarget(asked, given, terminal, USAGE);
    if (out !== undefined) checkOut(asked, out);
    if (chosen.target === 'sftp') await confirmLogin(asked, chosen, terminal, say);
    else if (isNew) await writePublishFile(asked.CONTENT_DIR, chosen);
    // Where the site lives may just have been written.
    const environment = chosen.target === 'zip' ? withAddress(asked, chosen.address) : readSettings(call);
    const settings = chosen.target === 'sftp' ? (readPublishFile(environment.CONTENT_DIR) ?? chosen) : chosen;
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
        `warning: links in this site lead to ${environment.BASE_URL}, which is only this computer; for a site that others can use, pass its public address as --address URL`,
      );
    for (const line of built ? describeAnnouncement(built, environment) : []) say(line);
    if (delivery.target !== 'github' && !isTrial(environment) && environment.LOG_KEY === undefined)
      say(`keep a copy of ${keyFile(environment)} away from this computer: only this key can continue your public log`);
  };

export const publishCommand: Command = publishCommandWith();

/** @throws SetupError before a build if an archive may not be there */
function checkOut(environment: Settings, out: string): void {
  if (isPublished(out, environment))
    throw new SetupError(`publish: ${out} is inside DIST_DIR, whose files are public; choose another file`);
  if (fileKind(out) === 'folder') throw new SetupError(`publish: ${out} is a folder; write the name of a file in it`);
}

async function saveZip({ DIST_DIR }: Settings, out: string): Promise<string> {
  const { files, bytes } = await writeZip(await requirePublishedTree(DIST_DIR), out);
  return `${out}: ${counted(files, 'file')}, ${toMb(bytes)} MB
next: drop it on Netlify or Cloudflare, or unpack it in a web space; nginx needs its _nginx.conf, and Caddy its _Caddyfile: ${guides.webServers}`;
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
  if (seen.shows === 'nothing')
    return `warning: ${address} doesn't show it (${seen.reason}); check that path is the folder of this address`;
  if (seen.shows === 'this') return `${address} shows it`;
  return `warning: ${address} still shows another version; a cache may need some minutes, or path isn't the folder of this address`;
}
