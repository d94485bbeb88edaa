import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { commands } from '../../scripts/commands/program.ts';
import { freePort } from '../../scripts/lab/free-port.ts';
import { environmentNames } from '../../site/contract/environment.ts';
import { ask } from '../support/ask.ts';
import { packProject } from '../support/pack.ts';
import { isRelease, releaseTest } from '../support/release-test.ts';
import { LOG_KEY, NOBODY, root, scriptEnvironment } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = path.join(root, 'scripts/deploy');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

/** The Dockerfile's instructions, with continued lines joined. */
const instructions = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => ({ name: line.slice(0, line.indexOf(' ')), value: line.slice(line.indexOf(' ') + 1) }));
const valuesOf = (name: string) => instructions.filter((instruction) => instruction.name === name).map(({ value }) => value);

describe('the Dockerfile', () => {
  // The rules that hadolint would check, which isn't available here.
  test.each<readonly [rule: string, isKept: () => boolean]>([
    ['DL3006, DL3007: each base image has a version', () => valuesOf('FROM').every((image) => /^node:\d+\.\d+\.\d+-\S+/.test(image))],
    [
      'each base image has the Node version that runs the tests',
      () => valuesOf('FROM').every((image) => image.startsWith(`node:${process.versions.node}-`)),
    ],
    ['DL3002: the last user isn’t root', () => valuesOf('USER').at(-1) === 'node'],
    ['DL3000: working directories are absolute', () => valuesOf('WORKDIR').every((place) => place.startsWith('/'))],
    ['DL3010, DL3020: ADD is only used for archives', () => valuesOf('ADD').every((value) => /^\S+\.tgz /.test(value))],
    [
      'DL3025: commands are JSON arrays',
      () =>
        [
          ...valuesOf('CMD'),
          valuesOf('HEALTHCHECK')
            .join()
            .replace(/^.*CMD /, ''),
        ].every((value) => Array.isArray(JSON.parse(value))),
    ],
    ['DL3003, DL3004: RUN uses neither cd nor sudo', () => valuesOf('RUN').every((value) => !/\bcd\b|sudo/.test(value))],
    [
      'DL3016: packages come from the lock file',
      () =>
        valuesOf('RUN')
          .filter((value) => /npm/.test(value))
          .every((value) => value.startsWith('npm ci --omit=dev')),
    ],
    [
      'DL3012, DL4003: there is one health check and one command',
      () => valuesOf('HEALTHCHECK').length === 1 && valuesOf('CMD').length === 1,
    ],
    ['DL4000: there is no MAINTAINER', () => valuesOf('MAINTAINER').length === 0],
  ])('%s', (_rule, isKept) => {
    expect(isKept()).toBe(true);
  });

  test('copies only the packed package and the lock file from the project', () => {
    const { name } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
    expect(valuesOf('ADD')).toEqual([`${name}-*.tgz /`]);
    expect(valuesOf('COPY').filter((value) => !value.startsWith('--from'))).toEqual(['package-lock.json ./']);
    expect(read('Dockerfile.dockerignore').match(/^[^#\n].*$/gm)).toEqual(['*', `!${name}-*.tgz`, '!package-lock.json']);
  });

  test('can be built for amd64 and arm64: the lock file has each native package for both', () => {
    const native = Object.entries(locked()).filter(([place, { dev }]) => dev !== true && /linux(?:musl)?-(?:x64|arm64)/.test(place));
    const names = native.map(([place, { version }]) => `${place} ${version}`);
    expect(names.length).toBeGreaterThan(10);
    const other = (name: string) => name.replace(/x64|arm64/, (cpu) => (cpu === 'x64' ? 'arm64' : 'x64'));
    expect(names.filter((name) => !names.includes(other(name)))).toEqual([]);
  });
});

const locked = () =>
  (
    JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
      readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly version?: string }>>;
    }
  ).packages;

/** Returns `test`, or a version that skips the test and names what is missing. */
const testUnless = (missing: string | undefined) => (title: string, run: () => Promise<void> | void) =>
  missing === undefined ? test(title, run) : test.skip(`${title} (${missing})`, run);

/** Returns `testUnless` in a release, which also names what is missing, and otherwise `releaseTest`. */
const testInRelease = (missing: string | undefined) => (isRelease ? testUnless(missing) : releaseTest);

const READ_ONLY = 'mount -t proc -o subset=pid,hidepid=invisible proc /proc && mount -o remount,bind,ro /';
/** Why the tests can't get a read-only file system here; undefined if they can. */
const noNamespace =
  spawnSync('unshare', ['--mount', 'sh', '-c', READ_ONLY]).status === 0 ? undefined : 'only root may unshare its mounts on this machine';

interface Confinement {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The package's folder, which is read-only. */
  readonly app: string;
  /** The only writable folders. */
  readonly writable: readonly string[];
}

/** Starts Node without capabilities, with a file system that is read-only except for `writable`, and with only processes in /proc. */
function startConfined(args: readonly string[], { cwd, env, app, writable }: Confinement) {
  // The folder may be on another file system than the root.
  const script = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99
    touch "$1/written" 2>/dev/null && exit 98
    shift
    while [ "$1" != -- ]; do mount --bind "$1" "$1" || exit 99; shift; done
    shift; cd "$PWD" && ${READ_ONLY} || exit 99
    exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;
  const command = ['--mount', 'sh', '-c', script, 'sh', app, ...writable, '--', process.execPath, ...args];
  return spawn('unshare', command, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
}

let unpacked: Promise<string> | undefined;
/** Returns the folder of the unpacked package, with its production dependencies. */
const unpackPackage = () => {
  unpacked ??= (async () => {
    const { contents: app } = await packProject(temporaryFolder());
    const names = Object.entries(locked()).flatMap(([name, { dev }]) =>
      dev !== true && /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(name) && existsSync(path.join(root, name)) ? [name] : [],
    );
    for (const name of names) {
      await mkdir(path.dirname(path.join(app, name)), { recursive: true });
      await symlink(path.join(root, name), path.join(app, name));
    }
    return app;
  })();
  return unpacked;
};

testInRelease(noNamespace)(
  'the image’s commands build, serve and check health on a read-only file system without capabilities',
  async () => {
    const app = await unpackPackage();
    const volumes = temporaryFolder();
    const [cwd = ''] = valuesOf('WORKDIR').slice(-1);
    await mkdir(path.join(volumes, 'tmp'));
    await cp(path.join(root, 'test/fixtures/minimal'), path.join(volumes, cwd), { recursive: true });
    const port = await freePort();
    const pairs = valuesOf('ENV').flatMap((value) => value.split(/\s+/).map((pair) => pair.split('=')));
    const env = {
      ...scriptEnvironment(),
      ...Object.fromEntries(pairs.map(([name, value = '']) => [name, value.startsWith('/') ? path.join(volumes, value) : value])),
      TMPDIR: path.join(volumes, 'tmp'),
      HOST: '127.0.0.1',
      BASE_URL: NOBODY,
      PORT: String(port),
      LOG_KEY,
    };
    const inside = ([program, ...args]: readonly string[]) => {
      expect(program).toBe('node');
      const given = args.map((arg) => arg.replace(/^\/app(?=\/)/, app));
      return startConfined(given, { cwd: path.join(volumes, cwd), env, app, writable: [volumes] });
    };
    const codeOf = async (command: readonly string[]) => (await once(inside(command), 'exit'))[0];
    const entryPoint: readonly string[] = JSON.parse(valuesOf('ENTRYPOINT').join());

    expect(await codeOf([...entryPoint, ...compose.services.build.command])).toBe(0);
    const health = JSON.parse(
      valuesOf('HEALTHCHECK')
        .join()
        .replace(/^.*CMD /, ''),
    );
    expect(await codeOf(health)).toBe(1);
    const server = inside([...entryPoint, ...JSON.parse(valuesOf('CMD').join())]);
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
  },
);

const compose = parse(read('compose.yaml'), { merge: true });

describe('the compose file', () => {
  test('gives each container a read-only root and no privileges, and publishes only Caddy’s ports', () => {
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

  test('sets only known variables, mounts the image’s volumes and builds from our Dockerfile', () => {
    for (const service of [compose.services.reviews, compose.services.build]) {
      const unknown = Object.keys(service.environment).filter((name) => ![...environmentNames, 'ENV_FILE'].includes(name));
      expect(unknown).toEqual([]);
      expect(service.volumes.map((volume: string) => volume.replace(/^.*:/, ''))).toEqual(JSON.parse(valuesOf('VOLUME').join()));
    }
    expect(compose.services.build.command).toEqual(['build']);
    expect(compose['x-reviews'].build.dockerfile).toBe('scripts/deploy/Dockerfile');
  });

  test('has an optional PostgreSQL that matches the HUB_DATABASE_URL in its comments', () => {
    const { image, profiles, environment } = compose.services.postgres;
    expect([image.split(':')[0], profiles]).toEqual(['postgres', ['postgres']]);
    expect(compose.services.reviews.environment.HUB_DATABASE_URL).toBe('${' + 'HUB_DATABASE_URL:-}');
    const [, url = ''] = /export HUB_DATABASE_URL=(\S+)/.exec(read('compose.yaml')) ?? [];
    const { username, hostname, pathname } = new URL(url.replace('$HUB_PASSWORD', 'password'));
    expect([username, hostname, pathname]).toEqual([environment.POSTGRES_USER, 'postgres', `/${environment.POSTGRES_DB}`]);
  });

  test('has the Caddyfile from scripts/hosts/README.md', () => {
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

  test('passes the compose file to each docker compose command', () => {
    const commands = [...guide.matchAll(/docker compose .*/g), ...read('compose.yaml').matchAll(/docker compose .*/g)].map(
      ([line]) => line,
    );
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.filter((line) => !line.startsWith('docker compose -f scripts/deploy/compose.yaml '))).toEqual([]);
  });

  test('has the steps for systemd in order, with the first build after the chown', () => {
    const [, steps = ''] = /^## With systemd[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    const order = ['setup_24.x', 'useradd', '/var/lib/reviews/site', 'chown -R reviews:reviews', 'npm ci', 'start reviews-build'];
    const places = order.map((step) => steps.indexOf(step));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    // The package contains the units in this folder.
    expect(steps).toContain('cp node_modules/open-reviews/lib/scripts/deploy/systemd/* /etc/systemd/system/');
  });
});

const units = globSync('systemd/*', { cwd: folder }).map((file) => path.join(folder, file));
const services = units.filter((file) => file.endsWith('.service'));
const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
const noSystemd = analyze('--version').status === 0 ? undefined : 'systemd-analyze is not installed (Debian: apt-get install systemd)';
const settingsOf = (text: string, name: string) => [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);

describe('the systemd units', () => {
  testUnless(noSystemd)('are accepted by systemd-analyze verify', () => {
    const { status, stderr } = analyze('verify', ...units);
    // Programs of the target machine needn't exist on this one.
    expect([
      status === 0 || /not executable/.test(stderr),
      stderr.split('\n').filter((line) => line !== '' && !/not executable/.test(line)),
    ]).toEqual([true, []]);
  });

  testUnless(noSystemd)('are sandboxed: systemd-analyze rates the exposure of each service 1.5 or less', () => {
    const exposures = services.map((file) => {
      const { stdout } = analyze('security', '--offline=true', file);
      return Number(/Overall exposure level for \S+ (\d+\.\d)/.exec(stdout)?.[1]);
    });
    expect(exposures.filter((exposure) => !(exposure <= 1.5))).toEqual([]);
  });

  test('run existing commands with NODE_ENV=production, as the reviews user in its folder', () => {
    for (const file of services) {
      const text = readFileSync(file, 'utf8');
      const named = settingsOf(text, 'ExecStart(?:Post)?').map((line) => / node_modules\/\.bin\/open-reviews (\w+)/.exec(line)?.[1]);
      expect(named.length).toBeGreaterThan(0);
      expect(named.filter((name) => !Object.keys(commands).includes(String(name)))).toEqual([]);
      expect(settingsOf(text, 'Environment')).toEqual(['NODE_ENV=production']);
      expect(settingsOf(text, 'User')).toEqual(['reviews']);
      expect(settingsOf(text, 'WorkingDirectory')).toEqual(['/var/lib/reviews/site']);
    }
  });

  test('have a service for each timer, and the import watches the inbox that its unit creates', () => {
    for (const file of units.filter((unit) => unit.endsWith('.timer'))) expect(services).toContain(file.replace('.timer', '.service'));
    const unit = read('systemd/reviews-import.service');
    expect(settingsOf(unit, 'ExecStart')).toEqual([expect.stringMatching(/ import --watch \/var\/lib\/reviews\/inbox --once$/)]);
    expect(settingsOf(unit, 'StateDirectory')).toEqual([expect.stringContaining('reviews/inbox')]);
  });

  releaseTest('the systemd units build, back up and serve a site with their command lines', async () => {
    const [app, state, metrics] = [await unpackPackage(), temporaryFolder(), await freePort()];
    const site = path.join(state, 'site');
    await mkdir(path.join(state, 'tmp'));
    await cp(path.join(root, 'test/fixtures/minimal'), site, { recursive: true });
    await writeFile(path.join(site, 'package.json'), '{}');
    await mkdir(path.join(site, 'node_modules/.bin'), { recursive: true });
    await symlink(app, path.join(site, 'node_modules/open-reviews'));
    await symlink('../open-reviews/lib/scripts/open-reviews.js', path.join(site, 'node_modules/.bin/open-reviews'));
    const own = { PORT: '0', BASE_URL: NOBODY, METRICS_ADDRESS: `127.0.0.1:${metrics}`, LOG_KEY };
    await writeFile(
      path.join(site, '.env'),
      Object.entries(own).map(([name, value]) => `${name}=${value}\n`),
    );
    const run = (line: string) => {
      const [command = '', ...args] = line.replaceAll('/var/lib/reviews', '@state').split(' ');
      expect(command).toBe('/usr/bin/node');
      const env = { ...scriptEnvironment(), TMPDIR: path.join(state, 'tmp'), NODE_ENV: 'production' };
      const given = args.map((arg) => arg.replace('@state', state));
      if (noNamespace !== undefined) return spawn(process.execPath, given, { cwd: site, env, stdio: ['ignore', 'pipe', 'inherit'] });
      return startConfined(given, { cwd: site, env, app, writable: [state] });
    };
    const build = read('systemd/reviews-build.service');
    for (const line of settingsOf(build, 'ExecStart(?:Post)?')) expect((await once(run(line), 'exit'))[0]).toBe(0);
    expect(globSync(path.join(state, 'backups/*/backup.json'))).toHaveLength(1);
    const [line = ''] = settingsOf(read('systemd/reviews.service'), 'ExecStart');
    const server = run(line);
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
