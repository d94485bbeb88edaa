import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../scripts/lab/free-port.ts';
import { trialSteps } from '../../site/developers/examples.ts';
import { buildSite } from '../support/build-site.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { type Workshop, workshop } from '../support/copy-content.ts';
import { listingsIn } from '../support/listings.ts';
import { dataFolder } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';

const opensslMissing =
  spawnSync('openssl', ['version']).status === 0 ? undefined : 'openssl is not installed (Debian: apt-get install openssl)';

describe.skipIf(opensslMissing)('the trial on the webhooks page, as printed', () => {
  let site: Workshop;
  let page: string;
  let [port, subscriberPort] = [0, 0];
  let variables: Readonly<Record<string, string>>;
  let server: TestServer | undefined;
  let subscriber: ChildProcess | undefined;
  let printed = '';

  /** A listing of the page with the ports and the folder of this test. */
  const listing = (title: string): string => {
    const found = listingsIn(page).find((one) => one.title === title);
    if (found === undefined) throw new Error(`the page has no listing ${title}`);
    return found.code
      .replaceAll('4321', String(port))
      .replaceAll('8080', String(subscriberPort))
      .replaceAll(/[/]tmp([/]\S+)/g, `'${site.folder}$1'`);
  };
  /** The words of a command, as a shell reads them. */
  const wordsOf = (command: string): string[] => {
    const { stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${command}`], { encoding: 'utf8' });
    return stdout.trimEnd().split('\n');
  };
  const { PATH } = process.env;

  beforeAll(async () => {
    site = await workshop('minimal');
    [port, subscriberPort] = [await freePort(), await freePort()];
    variables = {
      BASE_URL: `http://localhost:${port}`,
      CONTENT_DIR: site.content,
      DIST_DIR: site.dist,
      DATA_DIR: dataFolder(path.join(site.folder, 'data')),
    };
    await buildSite(site.content, site.dist, variables);
    page = await readFile(path.join(site.dist, 'developers/webhooks/index.html'), 'utf8');
  });
  afterAll(async () => {
    if (subscriber?.exitCode === null) {
      subscriber.kill();
      await once(subscriber, 'exit');
    }
    await server?.close();
  });

  it('shows the subscriber what a build publishes', async () => {
    expect(spawnSync('sh', ['-c', listing(trialSteps.certificate.title)], { cwd: site.folder, env: { PATH } }).status).toBe(0);

    const [, settings = ''] = /^(.+) npm start$/.exec(listing(trialSteps.server.title)) ?? [];
    expect(settings).toContain('CALLBACK_CA_FILE=');
    const given = Object.fromEntries(wordsOf(settings).map((word) => word.split('=') as [string, string]));
    server = await serve({ ...variables, PORT: String(port), ...given });

    await writeFile(path.join(site.folder, 'subscriber.mjs'), listing('subscriber.mjs'));
    // The shell becomes the subscriber.
    const command = listing(trialSteps.subscriber.title).replace(/^(TLS_.*)$/m, 'exec env $1');
    subscriber = spawn('sh', ['-c', command], {
      cwd: site.folder,
      env: { PATH: `${path.dirname(process.execPath)}:${PATH}`, PORT: String(subscriberPort) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    subscriber.stdout?.setEncoding('utf8').on('data', (part: string) => {
      printed += part;
    });
    await expect.poll(() => printed).toContain('the hub answered');
    expect(printed).toContain(`listening on ${subscriberPort}; the hub answered 202`);
    await expect.poll(() => printed).toMatch(/^confirming for \d+ seconds$/m);

    for (const line of listing(trialSteps.change.title).split('\n')) {
      const [npm, run, name = '', ...args] = wordsOf(line);
      expect([npm, run]).toEqual(['npm', 'run']);
      if (name === 'build') await buildDocuments(site.content, site.dist, variables);
      else expect(await callScript('review', variables, args.slice(1))).toMatchObject({ code: 0, stderr: '' });
    }
    await expect.poll(() => printed).toContain('1 reviews; the newest is by Ada');
  });

  it('has a subscriber that only confirms its own topic, and ignores content that the hub didn’t sign', async () => {
    const ca = await readFile(path.join(site.folder, 'trial.pem'));
    const agent = new Agent({ ca });
    const ask = (target: string, method: string, headers = {}, body = '') =>
      new Promise<number>((resolve, reject) => {
        const asked = request(`https://localhost:${subscriberPort}${target}`, { agent, method, headers }, (response) => {
          void text(response).then(() => resolve(response.statusCode ?? 0), reject);
        });
        asked.once('error', reject).end(body);
      });
    const confirm = (topic: string, mode: string) =>
      ask(
        `/reviews?${new URLSearchParams({ 'hub.mode': mode, 'hub.topic': topic, 'hub.challenge': 'abc', 'hub.lease_seconds': '10' })}`,
        'GET',
      );
    expect(await confirm('https://other.example/', 'subscribe')).toBe(404);
    expect(await confirm(`http://localhost:${port}/reviews.json`, 'denied')).toBe(404);
    const forged = { 'X-Hub-Signature': `sha256=${'0'.repeat(64)}` };
    expect(await ask('/reviews', 'POST', forged, '{"reviews":[{"author":"Mallory"}]}')).toBe(204);
    agent.destroy();
    const review = ['add', '--date', '2026-01-03', '--rating', '5', '--author', 'Edsger', '--text', 'Good.', '--method', 'vouched'];
    expect(await callScript('review', variables, review)).toMatchObject({ code: 0 });
    await buildDocuments(site.content, site.dist, variables);
    await expect.poll(() => printed).toContain('2 reviews; the newest is by Edsger');
    expect(printed).not.toContain('Mallory');
  });
});
