import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { type ImportDesk, openImportDesk, wordsOf } from '../support/desk-import.ts';

let on: ImportDesk;
beforeEach(async () => {
  on = await openImportDesk();
});
afterEach(() => on.desk.close());

const dropped = async (name: string, text: string | Uint8Array) => {
  const address = await on.drop([name, text]);
  return [address, await on.page(address)] as const;
};

describe('a table whose meaning isn’t clear', () => {
  test('with ratings above 5 asks for the best possible one, and shows the conversion', async () => {
    const [address, page] = await dropped('a.csv', 'date,author,rating\n2024-01-01,Ann,10\n2024-01-02,Ben,3\n');
    expect(wordsOf(page)).toMatch(
      /^What is the best possible rating\? The column “rating” in a\.csv has values from 3 to 10, such as “10”, “3”, so they may not be 1 to 5 stars\./,
    );
    const wrong = await on.post(`${address}/answer`, { scale: 'ten' });
    expect([wrong.status, wordsOf(wrong.page)]).toEqual([422, expect.stringContaining('Enter a number from 2 to 1000.')]);
    expect(wrong.page).toContain('aria-describedby="scale-help scale-error" aria-invalid="true" inputmode="numeric" value="ten"');
    const { page: plan } = await on.post(`${address}/answer`, { scale: '10' });
    expect(wordsOf(plan)).toContain('2 rows: 2 new, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published.');
    expect(wordsOf(plan)).toContain(
      '"rating" goes to 10, so it\'s converted to stars: 10 is 5, 7 is 4, 5 is 3, 3 is 2; half points are rounded up',
    );
    await on.post(address);
    expect(on.published().map(({ author, rating }) => [author, rating])).toEqual([
      ['Ben', 2],
      ['Ann', 5],
    ]);
  });

  test('with a value above 5 says what happens with 5', async () => {
    const [address, page] = await dropped('a.csv', 'date,author,rating\n2024-01-01,Ann,5\n2024-01-02,Ben,6\n');
    expect(wordsOf(page)).toContain('With 5, rows whose value is above 5 are left out, because it’s a mistake then.');
    const { page: plan } = await on.post(`${address}/answer`, { scale: '5' });
    expect(wordsOf(plan)).toContain('2 rows: 1 new, 0 changed, 0 unchanged, 0 older versions, 1 refused, 0 not published.');
  });

  test('with zeros asks, too, and leaves them out if 5 is the best', async () => {
    const [address, page] = await dropped('a.csv', 'date,author,rating\n2024-01-01,Ann,5\n2024-01-02,Ben,0\n');
    expect(wordsOf(page)).toContain('With 5, rows whose value is 0 are left out, because they have no rating.');
    const { page: plan } = await on.post(`${address}/answer`, { scale: '5' });
    expect(wordsOf(plan)).toContain('2 rows: 1 new, 0 changed, 0 unchanged, 0 older versions, 1 refused, 0 not published.');
  });

  test('with HTML asks who wrote it', async () => {
    const text = 'date,author,rating,text\n2024-01-01,Ann,5,I&#8217;m happy<br />Thanks\n';
    const [address, page] = await dropped('a.csv', text);
    expect(wordsOf(page)).toMatch(/^Is this HTML\? 1 text has HTML in a\.csv, such as these: /);
    const none = await on.post(`${address}/answer`);
    expect([none.status, wordsOf(none.page)]).toEqual([422, expect.stringContaining('Choose one of the two.')]);
    await on.post(`${address}/answer`, { html: 'decode' });
    await on.post(address);
    expect(on.published()).toMatchObject([{ text: 'I’m happy\nThanks' }]);
  });

  test('with words that programs write asks about each of them', async () => {
    const [address, page] = await dropped('a.csv', 'date,author,rating,text\n2024-01-01,Ann,5,N/A\n2024-01-02,Ben,4,None\n');
    expect(wordsOf(page)).toMatch(/^Did a customer write this\? The column “text” in a\.csv has words .* “N\/A” .* “None”/);
    const half = await on.post(`${address}/answer`, { 'word-0': 'empty' });
    expect([half.status, wordsOf(half.page)]).toEqual([422, expect.stringContaining('Choose one of the two.')]);
    await on.post(`${address}/answer`, { 'word-0': 'empty', 'word-1': 'keep' });
    await on.post(address);
    expect(on.published().map(({ text }) => text)).toEqual(['None', null]);
  });

  test('with reviews that nobody has moderated asks, and they stay hidden if none of the values was public', async () => {
    const [address, page] = await dropped('a.csv', 'date,author,rating,curated\n2024-01-01,Ann,5,ok\n2024-01-02,Ben,1,not-yet\n');
    expect(wordsOf(page)).toMatch(
      /^Which reviews were public\? .*Column “curated”: which values mean that the review was public\? not-yet /,
    );
    for (const fields of [
      new URLSearchParams(),
      new URLSearchParams([
        ['public-0', '=not-yet'],
        ['public-0', 'none'],
      ]),
    ])
      expect((await on.post(`${address}/answer`, fields)).status).toBe(422);
    const { page: plan } = await on.post(`${address}/answer`, { 'public-0': 'none' });
    expect(wordsOf(plan)).toContain('2 rows: 1 new, 0 changed, 0 unchanged, 0 older versions, 0 refused, 1 not published.');
    await on.post(address);
    expect(on.published().map(({ author }) => author)).toEqual(['Ann']);
    expect(wordsOf(await on.page('/import'))).toContain('Earlier imports March 4, 2026 : a.csv 1 new, 0 changed, 0 gone');
    expect(JSON.parse(await on.read('imports.json'))).toMatchObject([{ added: 1, changed: 0, removed: 0, refused: 0 }]);
  });

  test('with a column that may be a state shows its other values, too', async () => {
    const [address, page] = await dropped('a.csv', 'date,author,rating,Zustand\n2024-01-01,Ann,5,frei\n2024-01-02,Ben,1,spam\n');
    expect(wordsOf(page)).toContain('which values mean that the review was public? spam frei None of these values');
    await on.post(`${address}/answer`, { 'public-0': '=frei' });
    await on.post(address);
    expect(on.published().map(({ author }) => author)).toEqual(['Ann']);
  });

  test('with dates before 1995 needs confirmation', async () => {
    const [address, page] = await dropped('a.csv', 'date,author,rating\n1990-01-01,Ann,5\n');
    expect(wordsOf(page)).toContain(
      'Some dates are very old, which is usually a mistake in the file. 1 review has a date before 1995: 1990-01-01 (',
    );
    expect((await on.post(address)).status).toBe(422);
    await on.post(address, { dates: 'yes' });
    expect(on.published()).toHaveLength(1);
  });
});

describe('what an archive says about the business', () => {
  const LOCATION = {
    title: 'Importer',
    languageCode: 'en',
    phoneNumbers: { primaryPhone: '0113 496 0143' },
    storefrontAddress: { regionCode: 'GB', locality: 'Leeds', addressLines: ['1 Mill Lane'] },
    regularHours: { periods: [{ openDay: 'MONDAY', openTime: { hours: 9 }, closeDay: 'MONDAY', closeTime: { hours: 17 } }] },
  };
  const archive = () =>
    zipOf(
      {
        ...takeoutOf([{ id: 'a', created: '2025-05-03T00:00:00Z' }]),
        'Takeout/Google Business Profile/account-1/location-20/data.json': JSON.stringify(LOCATION),
      },
      new Date('2026-02-01'),
    );
  const business = () => parse(readFileSync(path.join(on.content, 'business.yaml'), 'utf8'));

  test('is proposed one by one, and dates are already written as in the business’s country', async () => {
    const [address, page] = await dropped('1.zip', await archive());
    expect(wordsOf(page)).toContain('The archive has these details of your business. Fill them in?');
    expect(wordsOf(page)).toContain(
      'Phone: 0113 496 0143 Address: 1 Mill Lane, Leeds, GB Opening hours: Monday 09:00–17:00 Language: en-GB',
    );
    expect(wordsOf(page)).toContain('3 May 2025');
    await on.post(
      address,
      new URLSearchParams([
        ['fill', 'telephone'],
        ['fill', 'language'],
      ]),
    );
    expect(business()).toEqual({ name: 'Importer', telephone: '0113 496 0143', language: 'en-GB' });
    expect(on.published()).toHaveLength(1);
  });

  test('isn’t written if no box is checked, nor proposed for what is filled in', async () => {
    writeFileSync(path.join(on.content, 'business.yaml'), 'name: Importer\ntelephone: "1"\n');
    const [address, page] = await dropped('1.zip', await archive());
    expect(wordsOf(page)).not.toContain('Phone:');
    await on.post(address);
    expect(business()).toEqual({ name: 'Importer', telephone: '1' });
  });
});
