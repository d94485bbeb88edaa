import { deflateRawSync, gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { takeoutOf, zipOf } from '../support/archives.ts';
import { type Importer, newImporter } from '../support/importer.ts';
import { xlsxOf } from '../support/xlsx.ts';

const MADE = new Date('2024-08-01T12:00:00Z');

let importer: Importer;
beforeEach(async () => {
  importer = await newImporter();
});

/** A zip archive with one file, stored without compression, so a flipped bit changes a character. */
async function storedZip(name: string, text: string): Promise<Buffer> {
  const archive = await zipOf({ [name]: text }, MADE);
  const [packed, plain] = [deflateRawSync(Buffer.from(text)), Buffer.from(text)];
  const at = archive.indexOf(packed.subarray(0, 8));
  const stored = Buffer.concat([archive.subarray(0, at), plain, archive.subarray(at + packed.length)]);
  // APPNOTE.TXT 4.4.5 and 4.4.8: method 0 and the size, in the local header, the data descriptor and the central directory.
  const central = stored.indexOf('PK\x01\x02');
  stored.writeUInt16LE(0, stored.indexOf('PK\x03\x04') + 8);
  stored.writeUInt16LE(0, central + 10);
  stored.writeUInt32LE(plain.length, central + 20);
  const end = stored.indexOf('PK\x05\x06');
  stored.writeUInt32LE(central, end + 16);
  return stored;
}

describe('the checksum of each file in a zip archive is verified', () => {
  const CSV = 'date,rating,author,text\n2024-01-02,5,Ann,Fine work\n';

  test('so one flipped bit doesn’t turn five stars into one', async () => {
    const archive = await storedZip('reviews.csv', CSV);
    expect(await importer.counts(await importer.file('whole.zip', archive))).toMatch(/^1 added/);
    const flipped = Buffer.from(archive);
    const at = flipped.indexOf(',5,Ann') + 1;
    flipped.writeUInt8(flipped.readUInt8(at) ^ 0b100, at);
    expect(String.fromCharCode(flipped.readUInt8(at))).toBe('1');
    const other = await newImporter();
    const file = await other.file('flipped.zip', flipped);
    expect(await other.run(file)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${file}: the archive is damaged (the checksum of reviews.csv is wrong); download it again\n`,
    });
    expect(other.published()).toEqual([]);
  });

  test('wherever the bit is', async () => {
    const archive = await zipOf(takeoutOf([{ id: 'a', comment: 'Fine work', stars: 'FIVE' }]), MADE);
    const outcomes = new Set<string>();
    for (let at = 30; at < archive.length; at += 7) {
      const flipped = Buffer.from(archive);
      flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
      const other = await newImporter();
      const { code } = await other.run(await other.file('flipped.zip', flipped), '--yes');
      const found = other.published().map(({ rating, text }) => `${rating} ${text}`);
      outcomes.add(code === 0 ? found.join() : 'refused');
    }
    // Bits of names and times don't change what is read.
    expect([...outcomes].filter((outcome) => outcome !== 'refused' && outcome !== '')).toEqual(['5 Fine work']);
    expect(outcomes).toContain('refused');
  });
});

describe('a gzipped file', () => {
  test.each([
    ['reviews.csv.gz', 'date,rating,author\n2024-01-02,5,Ann\n'],
    ['reviews.json.gz', '[{"date":"2024-01-02","rating":5,"author":"Ann"}]'],
    ['reviews', '{"date":"2024-01-02","rating":5,"author":"Ann"}'],
  ])('is read as what was packed: %s', async (name, text) => {
    await importer.run(await importer.file(name, gzipSync(text)));
    expect(importer.published()).toMatchObject([{ author: 'Ann', rating: 5 }]);
  });

  test('that was changed is refused', async () => {
    const bytes = gzipSync('date,rating,author\n2024-01-02,5,Ann\n', { level: 0 });
    const at = bytes.indexOf(',5,') + 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0b100, at);
    const { stderr } = await importer.run(await importer.file('reviews.csv.gz', bytes));
    expect(stderr).toMatch(/the archive is damaged \(incorrect data check\); download it again/);
  });
});

describe('a spreadsheet', () => {
  const HEADER = ['Review ID', 'Date', 'Rating', 'Author', 'Text'];

  test('is read with its days, and its long ids keep the digits that the file has', async () => {
    const file = await importer.file(
      'reviews.xlsx',
      await xlsxOf({
        Reviews: [
          HEADER,
          [{ number: '102345678901234' }, { day: '2025-03-14' }, { number: '5' }, 'Rosa', 'Line one\nline <two> & "three"'],
          ['a-2', '2025-03-15', { number: '4.0' }, 'Zoë'],
          [],
          ['', '', '', '', ''],
          ['a-3', { day: '2025-03-16' }, { number: '1' }, '', 'Late'],
        ],
      }),
    );
    expect(await importer.counts(file)).toBe('3 added, 0 changed, 0 unchanged, 0 older versions, 0 refused, 0 not published');
    expect((await importer.stored()).map(({ source_id, date, rating, author, text }) => [source_id, date, rating, author, text])).toEqual([
      ['a-3', '2025-03-16', 1, 'Anonymous', 'Late'],
      ['a-2', '2025-03-15', 4, 'Zoë', undefined],
      ['102345678901234', '2025-03-14', 5, 'Rosa', 'Line one\nline <two> & "three"'],
    ]);
  });

  test('with ids that are too long for a number says so, and identifies reviews by author and date', async () => {
    const row = (id: string, author: string) => [{ number: id }, { day: '2025-03-14' }, { number: '5' }, author, 'x'];
    const sheet = await xlsxOf({ Reviews: [HEADER, row('1.02345678901234E+17', 'Rosa'), row('1.02345678901234E+17', 'Emil')] });
    const { stdout } = await importer.run(await importer.file('reviews.xlsx', sheet));
    expect(stdout).toContain('a spreadsheet program shortened the ids in Review ID (1.02345678901234E+17)');
    expect(stdout).toContain('2 added, 0 changed');
  });

  test('with several sheets has its reviews read from all that have some, and the others are named', async () => {
    const rows = (author: string) => [HEADER, ['', '2025-03-14', '5', author, 'x']];
    const sheet = await xlsxOf({
      '2024': rows('Rosa'),
      '2025': rows('Emil'),
      Notes: [
        ['What', 'Who'],
        ['call', 'Lou'],
      ],
    });
    const file = await importer.file('reviews.xlsx', sheet);
    const { stdout } = await importer.run(file);
    expect(stdout).toContain(`note: ${file} sheet "Notes": 1 row without dates and ratings isn't read\n`);
    expect(
      importer
        .published()
        .map(({ author }) => author)
        .sort(),
    ).toEqual(['Emil', 'Rosa']);
  });

  test.each<readonly [what: string, make: () => Promise<Buffer>, says: RegExp]>([
    ['cut short', async () => (await xlsxOf({ A: [HEADER] })).subarray(0, 900), /the archive is damaged \(.+\); download it again/],
    ['without a row', () => xlsxOf({ A: [] }), /the spreadsheet is empty; its first row must name the columns/],
    ['as large as a zip bomb', () => xlsxOf({ A: [[' '.repeat(40_000_000)]] }), /unpacks to more than 200 times its size/],
  ])('%s changes nothing', async (_what, make, says) => {
    const { code, stdout, stderr } = await importer.run(await importer.file('broken.xlsx', await make()));
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(says)]);
  });
});
