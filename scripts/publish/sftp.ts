import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import SftpClient from 'ssh2-sftp-client';
import { limits } from '../../site/contract/limits.ts';
import { messageOf } from '../../site/shared/algorithms.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import type { WebSpace } from '../cli/publish-file.ts';

/** The site's folder at a host. Names are paths below it, with `/`. */
export interface RemoteFolder {
  /** The names in a folder below it, or with `.` in itself; undefined if that doesn't exist. */
  list(name: string): Promise<readonly string[] | undefined>;
  /** The bytes of a file; undefined if it doesn't exist. */
  read(name: string): Promise<Buffer | undefined>;
  /** Replaces a file in one step: it's sent under another name, which `slot` tells apart from those of other transfers, and then renamed. */
  write(name: string, body: Buffer, modified: number, slot: number): Promise<void>;
  /** Deletes what killed transfers have left. */
  sweep(): Promise<void>;
  /** Deletes a file that may be missing. */
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

/** How to sign in: with a password, or with the keys of an agent. */
interface Login {
  readonly password: string | undefined;
  /** The path of its socket. */
  readonly agent: string | undefined;
}

/** The key of a host isn't the expected one. */
export class UnknownHost extends SetupError {
  override name = 'UnknownHost';
  /** The key that the host has, as `ssh-keygen -l` shows it. */
  readonly fingerprint: string;

  constructor(message: string, fingerprint: string) {
    super(message);
    this.fingerprint = fingerprint;
  }
}

/** The host doesn't let this user in. */
export class LoginRefused extends SetupError {
  override name = 'LoginRefused';
  /** Whether there was something to try: a password, or an agent with keys. */
  readonly isTried: boolean;

  constructor(message: string, isTried: boolean) {
    super(message);
    this.isTried = isTried;
  }
}

/** The name under which a file is sent. Hidden, because hosts don't serve names that begin with a dot or show them in lists. */
const draftName = (slot: number) => `.open-reviews-upload-${slot}`;
const isDraftName = (name: string) => /^\.open-reviews-upload-\d+$/.test(name);

/** `SSH_FX_NO_SUCH_FILE` (draft-ietf-secsh-filexfer-02, 7), and as the client reports it. */
const isMissing = (error: unknown) => [2, 'ENOENT', 'ERR_NOT_FOUND'].includes((error as { code?: string | number }).code ?? '');

const fingerprintOf = (key: Buffer) => `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

/**
 * Connects to a web space and opens the site's folder. Signs in with the password, or without one with the keys of SSH_AUTH_SOCK.
 * @throws UnknownHost before it signs in if the host's key isn't `host_key`; SetupError if it can't connect or sign in
 */
export async function openWebSpace(
  { host, port, user, path: folder, host_key: expected }: WebSpace,
  { password, agent }: Login,
): Promise<RemoteFolder> {
  const ignore = () => {};
  const client = new SftpClient('open-reviews', { error: ignore, end: ignore, close: ignore });
  const where = `${host}${port === 22 ? '' : `:${port}`}`;
  let found: string | undefined;
  const hostVerifier = (key: Buffer) => {
    found = fingerprintOf(key);
    return found === expected;
  };
  if (password !== undefined)
    // Some hosts only ask for the password in a dialog.
    client.on('keyboard-interactive', (_name, _instructions, _language, prompts: readonly unknown[], finish: (answers: string[]) => void) =>
      finish(prompts.map(() => password)),
    );
  const readyTimeout = limits.webSpaceTimeoutSeconds * 1000;
  const login = password === undefined ? { agent } : { password, tryKeyboard: true };
  const sftp = await client
    // Each small request would wait for the acknowledgement of the one before.
    .connect({
      sock: connect({ host, port, noDelay: true }),
      username: user,
      ...login,
      hostVerifier,
      readyTimeout,
      keepaliveInterval: 10_000,
    })
    .catch(async (error: unknown) => {
      await client.end().catch(ignore);
      if (found !== undefined && found !== expected) throw unknownHost(where, found, expected);
      throw explain(error, where, user, { password, agent });
    });
  const at = (name: string) => path.posix.join(folder, name);
  const setTimes = promisify(sftp.utimes.bind(sftp));
  const makeOne = promisify((name: string, done: (error?: Error | null) => void) => sftp.mkdir(name, done));
  /** By name, so that two files that are sent at the same time don't both make their folder. */
  const made = new Map<string, Promise<void>>();
  const makeFolder = (name: string): Promise<void> => {
    if (name === folder || name === '.' || name === '/') return Promise.resolve();
    // The server doesn't tell a folder that exists from one that it doesn't let us make; the next step will.
    const making = made.get(name) ?? makeFolder(path.posix.dirname(name)).then(() => makeOne(name).catch(ignore));
    made.set(name, making);
    return making;
  };
  const replace = async (from: string, to: string) => {
    await client.posixRename(from, to).catch(async (error: unknown) => {
      if (isMissing(error)) throw error;
      // Servers without OpenSSH's extension don't rename over a file.
      await client.delete(to, true);
      await client.rename(from, to);
    });
  };
  const list = async (name: string) => {
    const found = await client.list(at(name)).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    return found?.map(({ name }) => name);
  };
  const remove = async (name: string) => {
    await client.delete(at(name), true);
  };
  return {
    list: async (name) => (await list(name))?.filter((one) => !isDraftName(one)),
    sweep: async () => {
      for (const name of (await list('.')) ?? []) if (isDraftName(name)) await remove(name);
    },
    read: async (name) => {
      if ((await client.exists(at(name))) === false) return undefined;
      return (await client.get(at(name))) as Buffer;
    },
    write: async (name, body, modified, slot) => {
      const draft = at(draftName(slot));
      await client.put(body, draft);
      await setTimes(draft, modified, modified);
      await replace(draft, at(name)).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        await makeFolder(path.posix.dirname(at(name)));
        await replace(draft, at(name));
      });
    },
    remove,
    close: async () => {
      await client.end().catch(ignore);
    },
  };
}

function unknownHost(where: string, found: string, expected: string | undefined): UnknownHost {
  const words =
    expected === undefined
      ? `publish: ${where} has the key ${found}; compare it with the one that your host shows`
      : `publish: ${where} has the key ${found} instead of ${expected}. Somebody may pretend to be your host, so nothing was sent. If your host says that it has a new key, remove host_key from publish.yaml`;
  return new UnknownHost(words, found);
}

function explain(error: unknown, where: string, user: string, { password, agent }: Login): SetupError {
  const message = messageOf(error);
  if (!/authentication/i.test(message)) return new SetupError(`publish: ${where} can't be reached (${message}); check host and port`);
  const isTried = password !== undefined || agent !== undefined;
  if (password !== undefined) return new LoginRefused(`publish: ${where} refuses ${user}; check the user and the password`, isTried);
  return new LoginRefused(
    `publish: ${where} refuses ${user}; check the user and the password, or set SSH_AUTH_SOCK to an agent with your key`,
    isTried,
  );
}
