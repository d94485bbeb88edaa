import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readDataset } from '../../site/content/read/read.ts';
import { aspectsFile, correctionsFile } from '../../site/content/record-schemas.ts';
import {
  businessFile,
  faqFile,
  policyFile,
  reviewEntry,
  serviceAreasFile,
  servicesFile,
  techniciansFile,
} from '../../site/content/schemas.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { releaseTest, withReleaseCases } from '../support/release-test.ts';
import { root, runScript, startScript } from '../support/run-script.ts';
import { hasTerminal, runOnTerminal } from '../support/terminal.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'open reviews new '));
});
afterAll(() => rmSync(folder, { recursive: true }));

const LOOKS = ['--type', 'HairSalon', '--language', 'es-MX', '--color', '#7a1f3d'];
const create = (...args: readonly string[]) => callScript('new', {}, args);
const made = (name: string) => path.join(folder, name);

test('new creates a folder with the given details that passes check --strict and builds', async () => {
  const result = await create(made('acme'), '--name', 'Acme: "Electric"', '--town', 'Port Alder', '--phone', '0142', ...LOOKS);
  expect(result.stdout).toMatch(/^country: MX \(Mexico\), from the phone number and the language; /);
  expect(result).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/\nnext: cd '.*\/acme' && npm run desk\n$/),
  });
  expect(readDataset(made('acme')).business).toMatchObject({
    name: 'Acme: "Electric"',
    telephone: '0142',
    address: { locality: 'Port Alder', country: 'MX' },
  });
  expect(readDataset(made('acme'))).toMatchObject({ type: 'HairSalon', language: 'es-MX', theme: { accent: { light: '#7a1f3d' } } });
  expect(await callScript('check-content', {}, [made('acme'), '--strict'])).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^would be published: 0 of 0 reviews\nnext: .*npm run import -- FILE brings reviews in.*\n$/),
    stderr: '',
  });
  await buildDocuments(made('acme'), made('dist'));
  expect(JSON.parse(readFileSync(made('dist/reviews.json'), 'utf8')).business.name).toBe('Acme: "Electric"');
});

test('new refuses a file or a folder that isn’t empty, leaves the folder unchanged, and accepts an empty one', async () => {
  mkdirSync(made('used'));
  writeFileSync(made('used/mine.txt'), 'mine');
  expect(await create(made('used'))).toEqual({
    code: 1,
    stdout: '',
    stderr: `new: ${made('used')} isn't empty; write the name of a new folder\n`,
  });
  expect(readdirSync(made('used'))).toEqual(['mine.txt']);
  expect((await create(made('used/mine.txt'))).stderr).toBe(`new: ${made('used/mine.txt')} is not a folder; write the name of a new one\n`);
  mkdirSync(made('empty'));
  expect((await create(made('empty'))).code).toBe(0);
  expect(readdirSync(folder).filter((name) => name.startsWith('.new'))).toEqual([]);
});

test.each([
  [['--phone', '+44 113 496 0123'], 'GB'],
  [['--phone', '0113 496 0123', '--language', 'en-GB'], 'GB'],
  [['--country', 'España', '--language', 'en'], 'ES'],
  [['--country', 'U.K.'], 'GB'],
  [['--country', 'GBR'], 'GB'],
])('new with %j sets the country to %s, whose phone numbers are masked', async (flags, code) => {
  const folder = made(`in ${flags.join(' ').replaceAll(/[^a-z0-9 ]/gi, '')}`);
  expect((await create(folder, '--name', 'Roundhay Dental', ...flags)).code).toBe(0);
  expect(readDataset(folder).business.address?.country).toBe(code);
  const text = { GB: 'Ring me on 07700 900123 or 0113 496 0456', ES: 'Llámame al 612 345 678 o al 912 345 678' }[code];
  writeFileSync(
    path.join(folder, 'reviews/a.yaml'),
    `- { source_id: a, date: 2024-01-01, rating: 5, author: A, verified: true, text: ${text} }\n`,
  );
  expect(readDataset(folder).reviews[0]?.text).toMatch(/^\D+ \[phone number\] (or|o al) \[phone number\]$/);
});

test('new notes that only English texts are analyzed if the pages are in another language', async () => {
  const note = 'note: only English texts are analyzed';
  expect((await create(made('spanish'), '--language', 'es')).stdout).toContain(note);
  expect((await create(made('british'), '--language', 'en-GB')).stdout).not.toContain(note);
});

test('new refuses an invalid type and suggests valid ones', async () => {
  for (const [type, meant] of [
    ['dentist', 'Dentist'],
    ['hair salon', 'HairSalon'],
    ['x', 'Electrician, Plumber, Restaurant or LocalBusiness'],
  ] as const)
    expect((await create(made('typed'), '--type', type)).stderr).toBe(`new: --type "${type}": write a schema.org type, such as ${meant}\n`);
});

test('new refuses an unknown country with a suggestion, and warns if none is given', async () => {
  expect((await create(made('narnia'), '--country', 'Engeland')).stderr).toBe(
    'new: --country "Engeland": write the two-letter code of a country (ISO 3166), such as US, GB or ES; did you mean GB (United Kingdom)?\n',
  );
  expect((await create(made('nowhere'), '--name', 'A')).stdout).toMatch(/^warning: no country given. Set address.country in business.yaml/);
});

test('new without a folder prints its usage', async () => {
  const { code, stderr } = await callScript('new', {});
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^new: pass the folder to create\n\nopen-reviews new DIR /)]);
});

const templates = path.join(root, 'scripts/new/template');

/** The files of the template with the schemas of their contents. */
const schemas: readonly (readonly [file: string, schema: z.ZodType])[] = [
  ['business.yaml', businessFile],
  ['services.yaml', servicesFile],
  ['technicians.yaml', techniciansFile],
  ['service-areas.yaml', serviceAreasFile],
  ['faq.yaml', faqFile],
  ['policy.yaml', policyFile],
  ['corrections.yaml', correctionsFile],
  ['aspects.yaml', aspectsFile],
  ['reviews/example.yaml', reviewEntry.array()],
];

/** Returns the keys of a JSON schema at every level. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema && typeof schema.properties === 'object' ? Object.keys(schema.properties ?? {}) : [];
  return [...own, ...Object.values(schema).flatMap(keysOf)];
}

/** Returns a template with its examples uncommented: each commented key and the indented lines below it. */
function uncommented(file: string): string {
  let isExample = false;
  const lines = readFileSync(path.join(templates, file), 'utf8').split('\n');
  return lines
    .map((line) => {
      isExample = /^# (?:- )?[a-z_]+:/.test(line) || (isExample && /^# {3}/.test(line));
      return isExample ? line.slice(2) : line;
    })
    .join('\n');
}

test.each(schemas)('%s shows every key of its schema, and its examples are valid', (file, schema) => {
  const text = uncommented(file);
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  for (const key of new Set(keysOf(json))) expect(text).toMatch(new RegExp(`(^|[\\s{-])${key}:`, 'm'));
  expect(schema.safeParse(parse(text)).error).toBeUndefined();
  // The examples suit a business of any type.
  expect(JSON.stringify(parse(text))).not.toMatch(/dent|tooth|hygien|electric|panel|barber|hair|plumb/i);
});

describe.skipIf(process.platform === 'win32')('new leaves nothing', () => {
  /** Puts a program named npm into an otherwise empty PATH. */
  const npmThat = (name: string, script: string) => {
    const PATH = made(`npm ${name}`);
    mkdirSync(PATH);
    writeFileSync(path.join(PATH, 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return { PATH };
  };
  const place = (name: string) => {
    mkdirSync(made(name));
    return path.join(made(name), 'acme');
  };

  test('if npm fails, and prints npm’s reason', async () => {
    const acme = place('failed');
    expect(await runScript('new', npmThat('fails', 'echo npm error no space >&2; exit 1'), undefined, [acme, '--name', 'Acme'])).toEqual({
      code: 1,
      stdout: 'Packing the program into the folder ...\n',
      stderr: 'new: npm pack failed, so nothing was created; fix the reason and run this again:\nnpm error no space\n',
    });
    expect(readdirSync(made('failed'))).toEqual([]);
  });

  releaseTest('new leaves nothing if there is no npm', async () => {
    const acme = place('absent');
    const { code, stderr } = await runScript('new', { PATH: made('no programs') }, undefined, [acme, '--name', 'Acme']);
    expect([code, stderr]).toEqual([1, 'new: found no npm in the PATH, so nothing was created; install npm from https://nodejs.org\n']);
    expect(readdirSync(made('absent'))).toEqual([]);
  });

  test('if it is interrupted, and stops npm', async () => {
    const acme = place('stopped');
    const started = made('started');
    const script = startScript('new', npmThat('waits', `: > '${started}'; exec /bin/sleep 3600`), undefined, [acme, '--name', 'Acme']);
    await expect.poll(() => existsSync(started)).toBe(true);
    script.child.kill('SIGINT');
    expect(await script.ended).toMatchObject({ code: 1, stderr: 'new: interrupted; nothing was created\n' });
    expect(readdirSync(made('stopped'))).toEqual([]);
  });
});

describe('inside an Astro site', () => {
  const astroSite = (name: string, packages: object) => {
    mkdirSync(made(name));
    writeFileSync(path.join(made(name), 'package.json'), JSON.stringify(packages));
    return path.join(made(name), 'reviews');
  };

  test('new creates only content, and then has the program packed and installed into the site', async () => {
    const content = astroSite('site', { dependencies: { astro: '^7.0.0' } });
    const { code, stdout } = await create(content, '--name', 'Acme');
    expect([code, readdirSync(content).toSorted()]).toEqual([
      0,
      [
        'aspects.yaml',
        'business.yaml',
        'corrections.yaml',
        'faq.yaml',
        'policy.yaml',
        'reviews',
        'service-areas.yaml',
        'services.yaml',
        'summary.md',
        'technicians.yaml',
      ],
    ]);
    expect(readDataset(content).business.name).toBe('Acme');
    const site = path.relative('', made('site'));
    expect(stdout).toContain(`next: npm pack --pack-destination '${site}' && cd '${site}' && npm install ./open-reviews-`);
  });

  test('that has the program, new then has the content checked', async () => {
    const content = astroSite('ours', { devDependencies: { astro: '^7.0.0', 'open-reviews': '^1.0.0' } });
    const { stdout } = await create(content, '--name', 'Acme');
    expect(stdout).toContain(`next: cd '${path.relative('', made('ours'))}' && npx open-reviews --root reviews check\n`);
  });

  test.each([
    ['another package', '{"dependencies": {"express": "^5.0.0"}}'],
    ['a package.json that npm can’t read', '{'],
    ['our own clone', '{"name": "open-reviews", "dependencies": {"astro": "^7.0.0"}}'],
  ])('is not inside %s, where new creates a package', async (name, text) => {
    mkdirSync(made(name));
    writeFileSync(path.join(made(name), 'package.json'), text);
    expect((await create(path.join(made(name), 'acme'), '--name', 'Acme')).code).toBe(0);
    expect(readdirSync(path.join(made(name), 'acme'))).toContain('package.json');
  });

  const questions: readonly (readonly [question: RegExp, keys: string])[] = [
    [/the town/, '\r'],
    [/the phone number/, '+1 360\r'],
    [/schema.org type/, 'Restaurant\r'],
    [/language of the pages/, 'es\r'],
    [/the country.*US if left empty/s, '\r'],
    [/its color/, '\r'],
  ];

  // Inside an Astro site, because there npm isn't called.
  test
    .skipIf(!hasTerminal)
    .each<readonly [what: string, flags: readonly string[], answers: typeof questions]>(
      withReleaseCases(
        'new asks on a terminal for everything but a given name',
        [['everything', [], [[/name of the business/, 'Asked & Sons\r'], ...questions]]],
        [['everything but a given name', ['--name', 'Asked & Sons'], questions]],
      ),
    )('new asks on a terminal for %s (needs Debian’s bsdutils)', async (name, flags, answers) => {
    const content = astroSite(`asks for ${name}`, { dependencies: { astro: '^7.0.0' } });
    const { code } = await runOnTerminal('new', {}, [content, ...flags], answers);
    expect(code).toBe(0);
    expect(readDataset(content).business).toMatchObject({ name: 'Asked & Sons', address: { country: 'US' }, telephone: '+1 360' });
    expect(readDataset(content)).toMatchObject({ type: 'Restaurant', language: 'es' });
  });
});
