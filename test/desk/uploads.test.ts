import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanName } from '../../scripts/desk/uploads.ts';
import { takeoutOf, tgzOf, zipOf } from '../support/archives.ts';
import { type ImportDesk, openImportDesk, wordsOf } from '../support/desk-import.ts';

const LARGEST = 200_000;
const CSV = 'source_id,date,rating,author,text\na,2024-01-02,5,Ann,Fine work\n';

let on: ImportDesk;
beforeEach(async () => {
  on = await openImportDesk({ largestUpload: LARGEST });
});
afterEach(async () => {
  await on.desk.close();
  // No test leaves uploads or adds content files.
  expect([on.uploads(), on.contentNames()]).toEqual([[], ['business.yaml']]);
});

test.each([
  ['reviews.csv', 'reviews.csv'],
  ['../../content/business.yaml', 'business.yaml'],
  ['C:\\Users\\ann\\..\\takeout-1-001.zip', 'takeout-1-001.zip'],
  ['/etc/passwd', 'passwd'],
  ['..', 'file'],
  ['.htaccess', 'htaccess'],
  ['a/', 'file'],
  ['a\u0000b\r\n\u202egpj.csv', 'abgpj.csv'],
  ['a:b?.csv. ', 'ab.csv'],
  ['con', '_con'],
  ['Aux.csv', '_Aux.csv'],
  ['console.csv', 'console.csv'],
  ['Reseñas de mayo.csv', 'Reseñas de mayo.csv'],
  [`${'é'.repeat(300)}.tar.gz`, `${'é'.repeat(96)}.tar.gz`],
  ['\ud800.csv', '\ufffd.csv'],
])('the name %j becomes %j', (given, name) => {
  expect(cleanName(given)).toBe(name);
});

const formOf = (...files: readonly (readonly [name: string, body: string | Uint8Array])[]) => {
  const form = new FormData();
  for (const [name, body] of files) form.append('files', new Blob([body as BlobPart]), name);
  return form;
};

const withToken = (token: string, given: FormData) => {
  const form = new FormData();
  form.set('token', token);
  for (const [name, value] of given) form.append(name, value);
  return form;
};

describe('no files are left behind by an upload', () => {
  test('with paths as file names, of which only the last part is used', async () => {
    const address = await on.drop(['../../../outside.csv', CSV], ['..\\..\\OUTSIDE.csv', CSV.replace('a,', 'b,')]);
    expect(wordsOf(await on.page(address))).toContain('OUTSIDE (2).csv, outside.csv 2 new reviews');
  });

  test('with names in archives that point outside the folder', async () => {
    const [page = ''] = Object.values(takeoutOf([{ id: 'a' }]));
    const archive = await zipOf({ 'account-1/location-2/reviews.json': page }, new Date('2026-02-01'));
    // Zip libraries refuse to write such a name.
    const evil = Buffer.from(archive.toString('latin1').replaceAll('account-1/location-2', '../../../../etc/pass'), 'latin1');
    expect(wordsOf(await on.page(await on.drop(['a.zip', evil])))).toMatch(/^These files can’t be imported a\.zip is damaged/);
    const tar = await tgzOf({ '../../../../account-1/location-20/reviews.json': page }, new Date('2026-02-01'));
    expect(wordsOf(await on.page(await on.drop(['a.tgz', tar])))).toContain('1 new review');
  });

  test('of a zip bomb', async () => {
    const address = await on.drop(['bomb.zip', bomb()]);
    expect(wordsOf(await on.page(address))).toMatch(/unpacks to more than 200 times its size, like a zip bomb/);
  });

  test.each([
    ['without a file', formOf(), 422, 'Choose a file first.'],
    ['with a file that is too large', formOf(['a.csv', CSV], ['b.csv', 'x'.repeat(LARGEST + 1)]), 413, 'One of the files is too large'],
    ['with too many files', formOf(...Array.from({ length: 21 }, (_, index) => [`${index}.csv`, CSV] as const)), 413, 'Too many files'],
  ])('%s', async (_what, form, status, words) => {
    const answer = await on.upload(form);
    const page = await answer.text();
    expect([answer.status, page]).toEqual([
      status,
      expect.stringContaining('aria-describedby="files-help files-error" aria-invalid="true"'),
    ]);
    expect(wordsOf(page)).toContain(words);
  });

  test('that never ends', async () => {
    const start = Buffer.from(`${await tokenField()}--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\n`);
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(start),
      pull: (controller) => controller.enqueue(Buffer.alloc(65_536, 'x')),
    });
    const answer = await on.desk.send('/import', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect([answer.status, wordsOf(await answer.text())]).toEqual([413, expect.stringContaining('One of the files is too large')]);
  });

  test.each([
    ['that stops in the middle', '--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\nxx', 'b'],
    ['that isn’t a form', 'xx', 'b'],
    ['without a boundary', 'xx', ''],
  ])('%s', async (_what, body, boundary) => {
    const headers = { 'Content-Type': `multipart/form-data${boundary && `; boundary=${boundary}`}` };
    const answer = await on.desk.send('/import', { method: 'POST', headers, body: boundary === '' ? body : (await tokenField()) + body });
    expect([answer.status, wordsOf(await answer.text())]).toEqual([422, expect.stringMatching(/didn’t arrive completely/)]);
  });

  test('whose browser disconnects', async () => {
    const { host } = new URL(on.desk.origin);
    const sent = request(`${on.desk.origin}/import`, {
      method: 'POST',
      headers: { Host: host, Origin: on.desk.origin, Cookie: on.desk.cookie, 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    sent.on('error', () => {});
    sent.write(`${await tokenField()}--b\r\nContent-Disposition: form-data; name="files"; filename="a.csv"\r\n\r\nxxxx`);
    await expect.poll(() => on.uploads().length, { interval: 10 }).toBe(1);
    sent.destroy();
    await expect.poll(() => on.uploads(), { interval: 10 }).toEqual([]);
  });

  test.each([
    ['from another site', (form: FormData) => [form, { Origin: 'http://evil.example' }]],
    ['from another site in a newer browser', (form: FormData) => [form, { 'Sec-Fetch-Site': 'cross-site' }]],
    ['without the token', () => [formOf(['a.csv', CSV]), {}]],
    ['with another token', () => [withToken('guess', formOf(['a.csv', CSV])), {}]],
    [
      'with the token after the files',
      (form: FormData) => {
        const late = formOf(['a.csv', CSV]);
        late.append('token', form.get('token') ?? '');
        return [late, {}];
      },
    ],
  ] as [string, (form: FormData) => [FormData, Record<string, string>]][])('%s', async (_who, change) => {
    const [body, headers] = change(withToken(await token(), formOf(['a.csv', CSV])));
    const answer = await on.desk.send('/import', { method: 'POST', body, headers });
    expect(answer.status).toBe(403);
  });

  test('to a desk that was killed, once it is opened again', async () => {
    await on.desk.close();
    const folder = path.join(on.dataDir, 'desk/uploads/abc');
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'reviews.csv'), CSV);
    await on.reopen();
    expect(on.uploads()).toEqual([]);
  });
});

/** The token of the desk's forms, and the first field of a form that has it. */
const token = async () => /name="token" value="([^"]+)"/.exec(await (await on.desk.get('/import')).text())?.[1] ?? '';
const tokenField = async () => `--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n${await token()}\r\n`;

/** Builds a zip archive of a few kilobytes that unpacks to a table of 20 MB. */
function bomb(): Buffer {
  const [name, size] = [Buffer.from('reviews.csv'), 20 * 1024 * 1024];
  const packed = deflateRawSync(Buffer.alloc(size, 'a'));
  const fields = Buffer.alloc(22);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(size, 18);
  const shared = Buffer.concat([Buffer.from([20, 0, 0, 0]), fields.subarray(4, 22), Buffer.from([name.length, 0, 0, 0])]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, Buffer.alloc(14), name]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
