import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Review } from '../../site/contract/review.ts';
import { cosignerOf } from '../log/cosigner.ts';
import { closePages, hasBrowser, sharedBrowser, visit } from '../support/browser.ts';
import { serve, type TestServer } from '../support/serve.ts';

describe.skipIf(!hasBrowser)('the proof page in a browser', () => {
  let browser: Browser;
  let demo: TestServer;
  let reviews: readonly Review[];
  beforeAll(async () => {
    const dist = inject('dists').demo;
    [browser, demo] = await Promise.all([sharedBrowser(), serve({ DIST_DIR: dist })]);
    ({ reviews } = JSON.parse(await readFile(path.join(dist, 'reviews.json'), 'utf8')));
  });
  afterAll(async () => {
    await closePages(browser);
    await demo?.close();
  });

  it('checks every review and the signature without third-party requests', async () => {
    const { page, complaints, otherOrigins, close } = await visit(browser, demo, '/proof/');
    await page.getByRole('button', { name: 'Check every review' }).click();
    const result = page.locator('#check-result');
    await result.filter({ hasText: 'checked' }).waitFor();
    expect(await result.textContent()).toBe(
      `Reviews checked: ${reviews.length}. Entries checked: ${reviews.length}. Every review is in the log, every removal is explained, and the log’s signature is valid.`,
    );
    expect([complaints, otherOrigins]).toEqual([[], []]);
    await close();
  });

  it('checks the cosignatures of the witnesses, and names those that it can’t check', async () => {
    const dist = inject('dists').demo;
    const note = await readFile(path.join(dist, 'log/checkpoint'), 'utf8');
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const [ann, ben, cat] = [
      cosignerOf('ann.example', 'ed25519', 1),
      cosignerOf('ben.example', 'mldsa', 2),
      cosignerOf('cat.example', 'ed25519', 3),
    ];
    const witnesses = [ann, ben, cat].map(({ name, key }) => ({ name, url: `https://${name}`, keys: [key], cosigned: null }));
    const { page, complaints, close } = await visit(browser, demo, '/proof/');
    await page.evaluate(() => {
      crypto.subtle.importKey = new Proxy(crypto.subtle.importKey, {
        apply: (target, self, args: readonly unknown[]) =>
          args[2] === 'ML-DSA-44' ? Promise.reject(new DOMException('', 'NotSupportedError')) : Reflect.apply(target, self, args),
      });
    });
    await page.route('**/log/witnesses.json*', (route) => route.fulfill({ json: { log: 'any', witnesses } }));
    const check = async (lines: readonly string[]) => {
      await page.route('**/log/checkpoint*', (route) => route.fulfill({ body: note + lines.join('') }));
      await page.getByRole('button', { name: 'Check every review' }).click();
      await page
        .locator('#check-result')
        .filter({ hasText: /checked:|Invalid/ })
        .waitFor();
      return [await page.locator('#check-witnesses').textContent(), await page.locator('#check-result').textContent()];
    };
    expect(await check([ann, ben].map(({ cosign }) => cosign(text, 1_794_614_400n)))).toEqual([
      'Cosigned, with the keys that this site gives: ann.example (November 14, 2026). This browser can’t check the cosignatures of: ben.example (ML-DSA-44). No cosignature of this state by: cat.example.',
      expect.stringMatching(/the log’s signature is valid\.$/),
    ]);
    expect(await check([ann.cosign(text.replace('\n', '2\n'), 1_794_614_400n)])).toEqual([
      '',
      expect.stringMatching(/^Invalid: log: the signature of ann\.example\+.{8} is invalid\.$/),
    ]);
    expect(complaints).toEqual([]);
    await close();
  });

  it('checks the cosignatures of a single review’s proof', async () => {
    const [review] = reviews;
    const folder = inject('dists').demo;
    const note = await readFile(path.join(folder, 'log/checkpoint'), 'utf8');
    const proof = await readFile(path.join(folder, `reviews/${review?.id}.tlog-proof`), 'utf8');
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    const ann = cosignerOf('ann.example', 'ed25519', 1);
    const { page, complaints, close } = await visit(browser, demo, '/proof/');
    const witnesses = [{ name: ann.name, url: 'https://ann.example', keys: [ann.key], cosigned: null }];
    await page.route('**/log/witnesses.json*', (route) => route.fulfill({ json: { log: 'any', witnesses } }));
    const check = async (line: string) => {
      await page.route('**/log/checkpoint*', (route) => route.fulfill({ body: note + line }));
      await page.route('**/*.tlog-proof*', (route) => route.fulfill({ body: proof + line }));
      await page.goto('about:blank');
      await page.goto(`${demo.url}/proof/#${review?.id}`);
      const result = page.locator('#one-result').filter({ hasText: /is entry|Invalid/ });
      await result.waitFor();
      return result.textContent();
    };
    expect(await check(ann.cosign(text, 1_794_614_400n))).toMatch(
      /matches the entry.* Cosigned, with the keys that this site gives: ann\.example \(November 14, 2026\)\.$/,
    );
    expect(await check('')).toMatch(/matches the entry.* No cosignature of this state by: ann\.example\.$/);
    expect(await check(ann.cosign(text.replace('\n', '2\n'), 1_794_614_400n))).toMatch(/^Invalid: log: the signature of ann\.example/);
    expect(complaints).toEqual([]);
    await close();
  });

  it('says that nobody else cosigns a log without witnesses', async () => {
    expect(await (await fetch(`${demo.url}/proof/`)).text()).toContain(
      'Nobody else cosigns this log yet, so a check can’t show whether everyone sees the same log.',
    );
  });

  it('reports a dropped review and a changed one', async () => {
    const { page, close } = await visit(browser, demo, '/proof/');
    const [dropped, changed] = reviews;
    await page.route('**/reviews.json*', (route) =>
      route.fulfill({ json: { reviews: [{ ...changed, rating: 5, text: 'Splendid.' }, ...reviews.slice(2)] } }),
    );
    await page.getByRole('button', { name: 'Check every review' }).click();
    await page.locator('#check-findings li').nth(1).waitFor();
    expect(await page.locator('#check-findings li').allTextContents()).toEqual([
      `Entry ${reviews.length - 1}, review ${dropped?.id}: missing, although its newest entry lists it as published`,
      `Entry ${reviews.length - 2}, review ${changed?.id}: on the site, but different from its newest entry`,
    ]);
    await close();
  });

  it('checks the log entry that a review links to', async () => {
    const oldest = reviews.at(-1);
    const { page, complaints, close } = await visit(browser, demo, `/reviews/${oldest?.id}/`);
    await page.getByRole('link', { name: 'Log entry' }).click();
    const result = page.locator('#one-result').filter({ hasText: 'is entry' });
    await result.waitFor();
    expect(await result.textContent()).toMatch(
      new RegExp(
        `^Review ${oldest?.id} is entry 0 of ${reviews.length}: added on \\d{4}-\\d\\d-\\d\\d\\. The published text matches the entry`,
      ),
    );
    expect(complaints).toEqual([]);
    await close();
  });

  it('rejects a proof of another review or another record', async () => {
    const [first, second] = reviews;
    const proofOf = (id: string | undefined) => readFile(path.join(inject('dists').demo, `reviews/${id}.tlog-proof`), 'utf8');
    const { page, close } = await visit(browser, demo, '/proof/');
    for (const body of [await proofOf(second?.id), (await proofOf(first?.id)).replace(/^extra .*$/m, 'extra e30=')]) {
      await page.route(`**/reviews/${first?.id}.tlog-proof*`, (route) => route.fulfill({ body }));
      await page.goto('about:blank');
      await page.goto(`${demo.url}/proof/#${first?.id}`);
      await page.locator('#one-result').filter({ hasText: 'log: ' }).waitFor();
      await page.unrouteAll();
    }
    await close();
  });

  it('reports if the log can’t be loaded', async () => {
    const { page, close } = await visit(browser, demo, '/proof/');
    await page.route('**/log/**', (route) => route.abort());
    await page.getByRole('button', { name: 'Check every review' }).click();
    await page.locator('#check-result').filter({ hasText: 'Couldn’t check' }).waitFor();
    await close();
  });

  it('has a script of less than 20 KB without imports', async () => {
    const page = await (await fetch(`${demo.url}/proof/`)).text();
    const [script = ''] = [...page.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src]) => src);
    const body = await (await fetch(demo.url + script)).bytes();
    expect(body.length).toBeGreaterThan(1_000);
    expect(body.length).toBeLessThan(20_000);
    expect(new TextDecoder().decode(body)).not.toMatch(/\bimport\b[^(]*from/);
  });
});
