import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../scripts/lab/free-port.ts';
import { environmentNames } from '../../site/contract/environment.ts';
import { ask } from '../support/ask.ts';
import { LOG_KEY, NOBODY, root, scriptEnvironment } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = path.join(root, 'scripts/deploy');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** A Dockerfile as its instructions, with continued lines joined. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.slice(0, line.indexOf(' ')), value: line.slice(line.indexOf(' ') + 1) }));
const valuesOf = (name: string) => instructions.filter((instruction) => instruction.name === name).map(({ value }) => value);

describe('the Dockerfile', () => {
  // The rules that hadolint would check; it isn't to be had here.
  test.each<readonly [rule: string, isKept: () => boolean]>([
    ['DL3006, DL3007: each base image has a version', () => valuesOf('FROM').every((image) => /^node:\d+\.\d+\.\d+-\S+/.test(image))],
    [
      'the version is the one that the tests run on',
      () => valuesOf('FROM').every((image) => image.startsWith(`node:${process.versions.node}-`)),
    ],
    ['DL3002: the last user isn’t root', () => valuesOf('USER').at(-1) === 'node'],
    ['DL3000: folders to work in are absolute', () => valuesOf('WORKDIR').every((place) => place.startsWith('/'))],
    ['DL3020: files are copied, not added', () => valuesOf('ADD').length === 0],
    [
      'DL3025: commands are lists',
      () =>
        [
          ...valuesOf('CMD'),
          valuesOf('HEALTHCHECK')
            .join()
            .replace(/^.*CMD /, ''),
        ].every((value) => Array.isArray(JSON.parse(value))),
    ],
    ['DL3003, DL3004: nothing changes folder or user in a RUN', () => valuesOf('RUN').every((value) => !/\bcd\b|sudo/.test(value))],
    [
      'DL3016, DL3059: packages come from the lock file, and RUN stands once in a stage',
      () =>
        valuesOf('RUN')
          .filter((value) => /npm/.test(value))
          .every((value) => value.startsWith('npm ci --omit=dev')),
    ],
    [
      'DL3012, DL4003: there is one health check and one command',
      () => valuesOf('HEALTHCHECK').length === 1 && valuesOf('CMD').length === 1,
    ],
    ['DL4000: no maintainer is named', () => valuesOf('MAINTAINER').length === 0],
  ])('%s', (_rule, isKept) => {
    expect(isKept()).toBe(true);
  });

  test('copies what is there and isn’t ignored, and no file that holds secrets', () => {
    const copied = valuesOf('COPY')
      .filter((value) => !value.startsWith('--from'))
      .flatMap((value) => value.split(' ').slice(0, -1));
    expect(copied.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
    const allowed = read('Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? [];
    expect(allowed.toSorted()).toEqual([...new Set(copied)].toSorted());
  });
});

/** `test`, or a test that is skipped by name where something is missing. */
const testUnless = (missing: string | undefined) => (title: string, run: () => Promise<void> | void) =>
  missing === undefined ? test(title, run) : test.skip(`${title} (${missing})`, run);

const READ_ONLY = 'mount -t proc -o subset=pid,hidepid=invisible proc /proc && mount -o remount,bind,ro /';
/** Why a read-only file system can't be had here; undefined where it can. */
const noNamespace =
  spawnSync('unshare', ['--mount', 'sh', '-c', READ_ONLY]).status === 0 ? undefined : 'only root may unshare its mounts on this machine';

interface Confinement {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folders that may be written to. */
  readonly writable: readonly string[];
}

/** Starts Node without capabilities on a file system of which it can write but few folders, and where /proc has nothing but processes. */
function startConfined(args: readonly string[], { cwd, env, writable }: Confinement) {
  // The folder may lie on another file system than the root.
  const script = `mount --bind "$PWD" "$PWD" && cd "$PWD" || exit 99
    while [ "$1" != -- ]; do mount --bind "$1" "$1" || exit 99; shift; done
    shift; mount -o remount,bind,ro "$PWD" && ${READ_ONLY} || exit 99
    touch ./written 2>/dev/null && exit 98
    exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;
  const command = ['--mount', 'sh', '-c', script, 'sh', ...writable, '--', process.execPath, ...args];
  return spawn('unshare', command, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

describe('what the image consists of', () => {
  testUnless(noNamespace)('builds, serves and says that it is well on a read-only file system, without any capability', async () => {
    const place = temporaryFolder();
    const app = path.join(place, 'app');
    const writable = path.join(place, 'volumes');
    await makeImage(app);
    await mkdir(path.join(writable, 'tmp'), { recursive: true });
    await cp(path.join(root, 'test/fixtures/minimal'), path.join(writable, 'content'), { recursive: true });
    const port = await freePort();
    const env = {
      ...scriptEnvironment(),
      TMPDIR: path.join(writable, 'tmp'),
      CONTENT_DIR: path.join(writable, 'content'),
      DATA_DIR: path.join(writable, 'data'),
      DIST_DIR: path.join(writable, 'site/dist'),
      BASE_URL: NOBODY,
      PORT: String(port),
      ENV_FILE: '',
      LOG_KEY,
    };
    const inside = ([, ...args]: readonly string[]) =>
      startConfined(args, { cwd: app, env, writable: [writable, path.join(app, '.astro')] });
    const codeOf = async (command: readonly string[]) => (await once(inside(command), 'exit'))[0];

    expect(await codeOf(compose.services.build.command)).toBe(0);
    const health = JSON.parse(
      valuesOf('HEALTHCHECK')
        .join()
        .replace(/^.*CMD /, ''),
    );
    expect(await codeOf(health)).toBe(1);
    const server = inside(JSON.parse(valuesOf('CMD').join()));
    const said = (async () => {
      for await (const text of server.stdout.setEncoding('utf8')) if (String(text).includes('serving everything')) return true;
      return false;
    })();
    expect(await said).toBe(true);
    expect(await codeOf(health)).toBe(0);
    const origin = `http://127.0.0.1:${port}`;
    expect((await ask(origin, '/reviews.json')).status).toBe(200);
    expect(JSON.parse((await ask(origin, '/healthz')).text).status).toBe('ok');
    server.kill('SIGTERM');
    expect((await once(server, 'exit'))[0]).toBe(0);
  });
});

/** What the Dockerfile copies, with the packages that aren't for development alone. */
async function makeImage(app: string): Promise<void> {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const modules = Object.entries(packages).filter(([name, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(name) && dev !== true);
  for (const [name] of modules) {
    if (!existsSync(path.join(root, name))) continue;
    await mkdir(path.dirname(path.join(app, name)), { recursive: true });
    await symlink(path.join(root, name), path.join(app, name));
  }
  for (const name of read('Dockerfile.dockerignore').match(/(?<=^!).+$/gm) ?? [])
    await cp(path.join(root, name), path.join(app, name), { recursive: true, filter: (file) => !file.endsWith('/scripts/lab') });
  await mkdir(path.join(app, '.astro'));
}

const compose = parse(read('compose.yaml'), { merge: true });

describe('the compose file', () => {
  test('gives each container a read-only root and no privileges, and publishes Caddy alone', () => {
    for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
      expect([name, service['read_only'], service['cap_drop'], service['security_opt']]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
      expect(service['privileged']).toBeUndefined();
      expect([name, service['ports'] !== undefined]).toEqual([name, name === 'caddy']);
    }
  });

  test('sets variables that there are, and mounts what the image writes to', () => {
    for (const service of [compose.services.reviews, compose.services.build]) {
      const unknown = Object.keys(service.environment).filter((name) => ![...environmentNames, 'ENV_FILE'].includes(name));
      expect(unknown).toEqual([]);
      expect(service.volumes.map((volume: string) => volume.replace(/^.*:/, ''))).toEqual(JSON.parse(valuesOf('VOLUME').join()));
    }
    expect(compose['x-reviews'].build.dockerfile).toBe('scripts/deploy/Dockerfile');
  });

  test('has PostgreSQL for those who ask for it, at the address that its first lines give the server', () => {
    const { image, profiles, environment } = compose.services.postgres;
    expect([image.split(':')[0], profiles]).toEqual(['postgres', ['postgres']]);
    expect(compose.services.reviews.environment.HUB_DATABASE_URL).toBe('${' + 'HUB_DATABASE_URL:-}');
    const [, url = ''] = /export HUB_DATABASE_URL=(\S+)/.exec(read('compose.yaml')) ?? [];
    const { username, hostname, pathname } = new URL(url.replace('$HUB_PASSWORD', 'password'));
    expect([username, hostname, pathname]).toEqual([environment.POSTGRES_USER, 'postgres', `/${environment.POSTGRES_DB}`]);
  });

  test('has the Caddyfile of the other recipe, which Caddy understands', () => {
    const [, recipe = ''] = /^```caddyfile\n([^`]*)^```$/m.exec(readFileSync(path.join(root, 'scripts/hosts/README.md'), 'utf8')) ?? [];
    const own = read('Caddyfile')
      .replace(/^#.*\n/, '')
      .replace('{$DOMAIN}', 'reviews.example.com')
      .replace('reviews:4321', '127.0.0.1:4321');
    expect(own).toBe(recipe);
  });
});

describe('the guide', () => {
  const guide = read('README.md');

  test('names the compose file in each command', () => {
    const commands = [...guide.matchAll(/docker compose .*/g), ...read('compose.yaml').matchAll(/docker compose .*/g)].map(
      ([line]) => line,
    );
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((line) => !line.startsWith('docker compose -f scripts/deploy/compose.yaml '))).toEqual([]);
  });

  test('with systemd installs Node 24 first, and starts the build after the content is there and belongs to its user', () => {
    const [, steps = ''] = /^## With systemd[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    const order = [
      'setup_24.x',
      'npm ci',
      'useradd',
      '/var/lib/reviews/content',
      'chown -R reviews:reviews /var/lib/reviews',
      'start reviews-build',
    ];
    const places = order.map((step) => steps.indexOf(step));
    expect(places.every((place) => place >= 0)).toBe(true);
    const [node, install, user, content, owner, build] = places as [number, number, number, number, number, number];
    expect([node < install, user < content, content < owner, owner < build]).toEqual([true, true, true, true]);
  });
});

const units = globSync('systemd/*', { cwd: folder }).map((file) => path.join(folder, file));
const services = units.filter((file) => file.endsWith('.service'));
const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const noSystemd = analyze('--version').status === 0 ? undefined : 'systemd-analyze is not installed (Debian: apt-get install systemd)';
const settingsOf = (text: string, name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('the systemd units', () => {
  testUnless(noSystemd)('are understood by systemd', () => {
    const { status, stderr } = analyze('verify', ...units);
    // Programs of the machine that they are for needn't be on this one.
    expect([
      status === 0 || /not executable/.test(stderr),
      stderr.split('\n').filter((line) => line !== '' && !/not executable/.test(line)),
    ]).toEqual([true, []]);
  });

  testUnless(noSystemd)('are sandboxed: systemd calls the exposure of each service OK', () => {
    const exposures = services.map((file) => {
      const { stdout } = analyze('security', '--offline=true', file);
      return Number(/Overall exposure level for \S+ (\d+\.\d)/.exec(stdout)?.[1]);
    });
    expect(exposures.filter((exposure) => !(exposure <= 1.5))).toEqual([]);
  });

  test('run commands that are there, with variables that there are, as the user whose folders they are', () => {
    for (const file of services) {
      const text = readFileSync(file, 'utf8');
      const scripts = settingsOf(text, 'ExecStart(?:Post)?').flatMap((line) => line.match(/scripts\/[\w-]+\.ts/g) ?? []);
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter((script) => !existsSync(path.join(root, script)))).toEqual([]);
      const names = settingsOf(text, 'Environment')
        .join(' ')
        .split(' ')
        .map((pair) => pair.split('=')[0] ?? '');
      expect(names.filter((name) => ![...environmentNames, 'ENV_FILE', 'NODE_ENV'].includes(name))).toEqual([]);
      expect(settingsOf(text, 'User')).toEqual(['reviews']);
    }
  });

  test('are started by their timers, and an import is followed by a build', () => {
    for (const file of units.filter((unit) => unit.endsWith('.timer'))) expect(services).toContain(file.replace('.timer', '.service'));
    const [after = ''] = settingsOf(read('systemd/reviews-import.service'), 'OnSuccess');
    expect(services.map((file) => path.basename(file))).toContain(after);
  });

  test('the server’s command line, with its variables, serves what the build’s made', async () => {
    const [state, metrics] = [temporaryFolder(), await freePort()];
    await mkdir(path.join(state, 'tmp'));
    await mkdir(path.join(root, '.astro'), { recursive: true });
    await cp(path.join(root, 'test/fixtures/minimal'), path.join(state, 'content'), { recursive: true });
    const run = (name: string, line: string) => {
      const text = read(`systemd/${name}`);
      const [command = '', ...args] = line.replaceAll('/var/lib/reviews', '@state').split(' ');
      expect(command).toBe('/usr/bin/node');
      const pairs = settingsOf(text, 'Environment')
        .join(' ')
        .split(' ')
        .map((pair) => pair.replace('/var/lib/reviews', state).split('='));
      // What /etc/reviews.env would say.
      const own = { PORT: '0', BASE_URL: NOBODY, METRICS_ADDRESS: `127.0.0.1:${metrics}`, LOG_KEY };
      const env = { ...scriptEnvironment(), TMPDIR: path.join(state, 'tmp'), ...Object.fromEntries(pairs), ...own };
      const given = args.map((arg) => arg.replace('@state', state));
      if (noNamespace !== undefined) return spawn(process.execPath, given, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
      return startConfined(given, { cwd: root, env, writable: [state, path.join(root, '.astro')] });
    };
    const build = read('systemd/reviews-build.service');
    for (const line of settingsOf(build, 'ExecStart(?:Post)?')) expect((await once(run('reviews-build.service', line), 'exit'))[0]).toBe(0);
    expect(globSync(path.join(state, 'backups/*/backup.json'))).toHaveLength(1);
    const [line = ''] = settingsOf(read('systemd/reviews.service'), 'ExecStart');
    const server = run('reviews.service', line);
    let origin = '';
    for await (const text of server.stdout.setEncoding('utf8')) {
      origin = /on (http\S+)/.exec(String(text))?.[1] ?? '';
      if (origin !== '') break;
    }
    expect((await ask(origin, '/reviews.json')).status).toBe(200);
    expect((await ask(`http://127.0.0.1:${metrics}`, '/metrics')).status).toBe(200);
    server.kill('SIGTERM');
    expect((await once(server, 'exit'))[0]).toBe(0);
  });
});
