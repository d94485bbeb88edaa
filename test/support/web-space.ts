import { spawn, spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import ssh2 from 'ssh2';
import type { WebSpace } from '../../scripts/cli/publish-file.ts';
import { NOBODY } from './run-script.ts';
import { temporaryFolder } from './temporary-folder.ts';

const SFTP_SERVER = '/usr/lib/openssh/sftp-server';

/** Why tests that need OpenSSH's SFTP server can't run here, or undefined if they can. */
export const webSpaceMissing =
  spawnSync('test', ['-x', SFTP_SERVER]).status === 0
    ? undefined
    : `${SFTP_SERVER} is not installed (Debian: apt-get install openssh-sftp-server)`;

export const USER = 'owner';
export const PASSWORD = 'p4ss word!';

/** An address on this computer where nobody listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://localhost:${port}`;
}

export interface WebSpaceServer {
  /** What publish.yaml says about it once its key is known. */
  readonly settings: WebSpace & Required<Pick<WebSpace, 'port' | 'path' | 'host_key'>>;
  readonly port: number;
  /** The fingerprint of its key. */
  readonly hostKey: string;
  /** The folder where users sign in. */
  readonly home: string;
  /** The folder in `home` that the address shows. */
  readonly site: string;
  /** How often somebody has tried to sign in, and how often anybody has. */
  readonly logins: { tried: number; done: number };
  /** What was renamed and deleted, in order: the names below `home`, deleted ones with a minus before them. */
  done(): readonly string[];
  /** Resolves once nobody is connected and everything that they sent is done. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** The names of all files in a folder, sorted. */
export const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();

/** The names of files that Apache needs, worked out from the folder alone: no compressed files, no rules of other hosts, one date for each answer. */
export function neededByApache(dist: string): string[] {
  const rules = readFileSync(path.join(dist, 'api/reviews/since/.htaccess'), 'utf8');
  const dates = new Set([...rules.matchAll(/^RewriteRule \S+ (\d\S+) /gm)].map(([, date]) => `api/reviews/since/${date}`));
  return filesIn(dist).filter(
    (name) => !/[.](?:br|gz)$|^_(?:headers|redirects|nginx[.]conf|Caddyfile)$/.test(name) && (!/since\/\d/.test(name) || dates.has(name)),
  );
}

/**
 * Starts a web space: an SSH server on loopback that runs Debian's OpenSSH SFTP server in a folder of its own. With `dialog`, it asks for
 * the password in a dialog.
 */
export async function startWebSpace({ dialog = false, folder = temporaryFolder() } = {}): Promise<WebSpaceServer> {
  const home = path.join(folder, 'home');
  const site = path.join(home, 'htdocs');
  mkdirSync(site, { recursive: true });
  const { privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'sec1', format: 'pem' },
  });
  const parsed = ssh2.utils.parseKey(privateKey);
  if (parsed instanceof Error) throw parsed;
  const hostKey = `SHA256:${createHash('sha256').update(parsed.getPublicSSH()).digest('base64').replace(/=+$/, '')}`;
  const logins = { tried: 0, done: 0 };
  const clients = new Set<ssh2.Connection>();
  let log = '';
  const children = new Set<ReturnType<typeof spawn>>();
  const server = new ssh2.Server({ hostKeys: [privateKey] }, (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.on('error', () => {});
    client.on('authentication', (request) => {
      const method = dialog ? 'keyboard-interactive' : 'password';
      if (request.method !== method) return request.reject([method]);
      logins.tried += 1;
      const check = (user: string, password: string | undefined) => {
        if (user !== USER || password !== PASSWORD) return request.reject();
        logins.done += 1;
        return request.accept();
      };
      if (request.method === 'password') return check(request.username, request.password);
      if (request.method === 'keyboard-interactive')
        return request.prompt([{ prompt: 'Password:', echo: false }], (answers) => check(request.username, answers[0]));
      return undefined;
    });
    client.on('session', (accept) => {
      accept().on('subsystem', (open, _refuse, { name }) => {
        if (name !== 'sftp') return;
        const channel = open();
        const child = spawn(SFTP_SERVER, ['-e', '-l', 'VERBOSE', '-d', home], { stdio: ['pipe', 'pipe', 'pipe'] });
        child.stderr.setEncoding('utf8').on('data', (text: string) => {
          log += text;
        });
        children.add(child);
        child.once('exit', () => children.delete(child));
        child.stdin.on('error', () => {});
        channel.pipe(child.stdin);
        child.stdout.pipe(channel);
        channel.on('close', () => child.kill());
      });
    });
  });
  // Without delays: requests of SFTP are small, and the client waits for each answer.
  const sockets = createServer({ noDelay: true }, (socket) => server.injectSocket(socket));
  sockets.listen(0, '127.0.0.1');
  await once(sockets, 'listening');
  const { port } = sockets.address() as AddressInfo;
  return {
    settings: { target: 'sftp', address: NOBODY, host: '127.0.0.1', port, user: USER, path: 'htdocs', host_key: hostKey },
    port,
    hostKey,
    home,
    site,
    logins,
    done: () =>
      [...log.matchAll(/(?:posix-rename old ".*" new|(remove) name) "(?:[.][/])?(.*)"/g)].map(([, remove, name]) =>
        remove ? `-${name}` : (name ?? ''),
      ),
    idle: async () => {
      while (clients.size > 0 || children.size > 0) {
        const [client] = clients;
        const [child] = children;
        if (client) await once(client, 'close');
        else if (child) await once(child, 'exit');
      }
    },
    stop: async () => {
      const ended = [...children].map((child) => once(child, 'exit'));
      for (const client of clients) client.end();
      for (const child of children) child.kill();
      await Promise.all(ended);
      const closed = once(sockets, 'close');
      sockets.close();
      await closed;
    },
  };
}
