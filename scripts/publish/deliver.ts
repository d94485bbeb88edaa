import { randomBytes } from 'node:crypto';
import type { Environment } from '../../site/contract/environment.ts';
import { paths } from '../../site/contract/paths.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { fetchRecord, requirePublishedTree } from '../build/last-publication.ts';
import type { PublishSettings, WebSpace } from '../cli/publish-file.ts';
import { pushFolder } from './github.ts';
import { openWebSpace, type RemoteFolder } from './sftp.ts';
import { readPassword } from './stored-settings.ts';
import { type Uploaded, upload } from './upload.ts';

/** What was done with a site after it was built. */
export type Delivery =
  | ({ readonly target: 'sftp'; readonly address: string; readonly seen: Seen } & Uploaded)
  | { readonly target: 'zip' }
  | { readonly target: 'github'; readonly isPushed: boolean };

interface DeliverOptions {
  /** Upload over a site of another address, or other files. */
  readonly replace: boolean;
  readonly onProgress: (step: string) => void;
}

type Own = Pick<Environment, 'BASE_URL' | 'CONTENT_DIR' | 'DATA_DIR' | 'DIST_DIR' | 'PUBLISH_PASSWORD' | 'source'>;

/** Signs in to a web space with what is known about it. @throws as openWebSpace */
export async function signIn(environment: Pick<Own, 'DATA_DIR' | 'PUBLISH_PASSWORD' | 'source'>, space: WebSpace): Promise<RemoteFolder> {
  const password = await readPassword(environment);
  return openWebSpace(space, { password, agent: environment.source['SSH_AUTH_SOCK'] });
}

/**
 * Builds with `build`, and brings the site to where `publish.yaml` says. Signs in before it builds, so that a wrong password doesn't cost a
 * build. A site on GitHub is only pushed, because its workflow builds it. @throws SetupError with the fix in its message
 */
export async function deliver<Built>(
  environment: Own,
  settings: PublishSettings,
  { replace, onProgress }: DeliverOptions,
  build: (bring: () => Promise<boolean>) => Promise<Built>,
): Promise<{ readonly delivery: Delivery; readonly built: Built | undefined }> {
  if (settings.target === 'github')
    return { delivery: { target: 'github', isPushed: await pushFolder(environment.CONTENT_DIR, 'Publish') }, built: undefined };
  requireAddress(environment, settings.address);
  if (settings.target === 'zip') return { delivery: { target: 'zip' }, built: await build(async () => false) };
  onProgress('signing in');
  const remote = await signIn(environment, settings);
  try {
    const { address } = settings;
    let delivery: Delivery | undefined;
    const built = await build(async () => {
      const tree = await requirePublishedTree(environment.DIST_DIR);
      const place = `${settings.user}@${settings.host}:${settings.port}/${settings.path}`;
      const sending = (done: number, all: number) => onProgress(`sending file ${done} of ${all}`);
      const options = { dataDir: environment.DATA_DIR, place, replace, onProgress: sending };
      const uploaded = await upload(remote, tree, options).catch((error: unknown) => {
        if (error instanceof SetupError) throw error;
        throw new SetupError(`publish: the upload stopped (${messageOf(error)}); publish again to continue it`);
      });
      onProgress('looking at the site');
      delivery = { target: 'sftp', address, ...uploaded, seen: await lookAt(address, tree.document.generation) };
      return true;
    });
    if (delivery === undefined) throw new Error('the build ended before the upload');
    return { delivery, built };
  } finally {
    await remote.close();
  }
}

/** @throws SetupError if the site would be built for another address than the one it lives at */
function requireAddress({ BASE_URL }: Own, address: string): void {
  if (BASE_URL !== address)
    throw new SetupError(
      `publish: BASE_URL is ${BASE_URL}, and publish.yaml has the address ${address}; remove BASE_URL, or change one of the two`,
    );
}

/** Why an address can't be reached. */
type Unreachable = 'name' | 'refused' | 'certificate' | 'timeout' | 'other';

/** What the public address shows: this generation, another one of this program, or nothing of it. */
export type Seen =
  | { readonly shows: 'this' | 'another' }
  | {
      readonly shows: 'nothing';
      /** `site`: something else is there; `status`: the server answers with `status`. */
      readonly why: Unreachable | 'site' | 'status';
      readonly status: number;
      /** In English, for the command. */
      readonly reason: string;
    };

/** Fetches the site's record at its public address, past caches. Never throws. */
export async function lookAt(address: string, generation: string): Promise<Seen> {
  try {
    // Caches have nothing under an address that nobody has asked for.
    const url = `${address}${paths.generation}?${randomBytes(8).toString('hex')}`;
    const { status, document } = await fetchRecord(url, 'no-store');
    if (document === undefined)
      return status < 300
        ? { shows: 'nothing', why: 'site', status, reason: 'it has another site' }
        : { shows: 'nothing', why: 'status', status, reason: `it answers ${status}` };
    return { shows: document.generation === generation ? 'this' : 'another' };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { shows: 'nothing', why: whyUnreachable(cause), status: 0, reason: messageOf(cause) };
  }
}

function whyUnreachable(cause: unknown): Unreachable {
  const { code = '', name = '' } = cause as Partial<NodeJS.ErrnoException>;
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(code)) return 'name';
  if (code === 'ECONNREFUSED') return 'refused';
  if (name === 'TimeoutError' || /TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout';
  // The codes of OpenSSL's verification, and Node's own for another host's certificate.
  return /CERT|SIGNATURE|ISSUER/.test(code) ? 'certificate' : 'other';
}
