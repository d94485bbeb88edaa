import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { parse as parseCsv } from 'csv-parse/sync';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { documentsOf } from '../../site/documents/documents.ts';
import { readPublication } from '../../site/publication.ts';
import { roundsOf } from '../support/release-test.ts';

/** Words that owners and customers may write and that formats give a meaning. */
const HOSTILE = [
  '<',
  '&',
  '"',
  "'",
  '>',
  ']]>',
  '</script>',
  '<!--',
  '&amp;',
  '&#60;',
  '{{x}}',
  '$' + '{x}',
  '\u2028',
  '\u00A0',
  '😀',
  '\u202Eabc\u202C',
  '\\',
  '`',
  '=1+1',
  '@a',
  '--',
  '%3C',
  '؟',
  '�',
];
const word = fc
  .array(fc.constantFrom(...HOSTILE, 'Ann', 'b c', 'Ω', '7'), { minLength: 1, maxLength: 4 })
  .map((parts) => `x${parts.join('')}y`);
const lines = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('\n'));

/** Names in the catalog must differ. */
const named = (kind: string) => word.map((name) => kind + name);

const content = fc.record({
  name: word,
  legal: word,
  description: lines,
  street: word,
  locality: word,
  authority: word,
  service: named('s'),
  alias: named('t'),
  technician: named('u'),
  role: word,
  area: named('v'),
  question: word,
  answer: lines,
  summary: word,
  rights: word,
  notice: word,
  author: word,
  text: lines,
  reply: lines,
  source: word,
});
type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

async function writeContent(folder: string, is: Content): Promise<void> {
  await mkdir(path.join(folder, 'reviews'), { recursive: true });
  const files = {
    'business.json': {
      name: is.name,
      legal_name: is.legal,
      description: is.description,
      address: { street_address: is.street, locality: is.locality },
      license: { number: '1', authority: is.authority },
      url: 'https://a.example/?b=1&c=%3C',
      same_as: ['https://a.example/?x=1&y=2'],
      links: [{ label: is.name, url: 'https://a.example/?x=1&y=2' }],
      notice: is.notice,
    },
    'services.json': [{ id: 'one', name: is.service, aliases: [is.alias] }],
    'technicians.json': [{ name: is.technician, role: is.role }],
    'service-areas.json': [{ name: is.area }],
    'faq.json': [{ question: is.question, answer: is.answer }],
    'policy.json': { sources: { [is.source.toLowerCase()]: { name: is.source, rights: is.rights } }, mask: [] },
    'reviews/a.json': [
      {
        source_id: 'a',
        source: is.source.toLowerCase(),
        date: '2024-01-02',
        rating: 4,
        author: is.author,
        text: `${is.text}\n${is.service} ${is.technician} ${is.area}`,
        owner_reply: { text: is.reply, date: '2024-01-03' },
        verified: true,
      },
    ],
  };
  for (const [name, value] of Object.entries(files)) await writeFile(path.join(folder, name), JSON.stringify(value));
  await writeFile(path.join(folder, 'summary.md'), `${is.summary}\n`);
}

/** Every string in a JSON value. */
const stringsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];

const xml = new XMLParser({ ignoreAttributes: false, parseTagValue: false, trimValues: false, processEntities: true, htmlEntities: false });

test('every document is well-formed, whatever owners and customers write, and has their words', async () => {
  await fc.assert(
    fc.asyncProperty(content, async (is) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'open-reviews-words-'));
      try {
        await writeContent(folder, is);
        const publication = readPublication(
          readEnvironment({
            BASE_URL: 'https://reviews.example',
            CONTENT_DIR: folder,
            DIST_DIR: path.join(folder, 'dist'),
            DATA_DIR: path.join(folder, 'data'),
          }),
        );
        const documents = await documentsOf(publication);
        const textOf = async (name: string) => Buffer.from((await documents[name]?.(publication)) ?? '').toString('utf8');
        const [review] = publication.dataset.reviews;
        const expected = [review?.author, review?.text, review?.owner_reply?.text];
        for (const name of Object.keys(documents)) {
          if (/\.(?:png|ico|jpg|js)$/.test(name)) continue;
          const text = await textOf(name);
          if (/\.xml$|\.svg$/.test(name)) expect([name, XMLValidator.validate(text)]).toEqual([name, true]);
          else if (/\.ndjson$/.test(name))
            expect(
              text
                .trim()
                .split('\n')
                .map((line) => JSON.parse(line).author),
            ).toEqual([review?.author]);
          else if (/\.csv$/.test(name)) expect(parseCsv(text, { columns: true, bom: true })).toHaveLength(1);
          else if (/\.json$|\.webmanifest$|since|api-catalog$/.test(name)) JSON.parse(text);
        }
        expect(stringsOf(JSON.parse(await textOf('/reviews.json')))).toEqual(
          expect.arrayContaining([is.name, is.service, is.technician, is.area, ...expected]),
        );
        const feed = xml.parse(await textOf('/feed.xml')).feed;
        const categories = [feed.entry.category].flat().map((one: Record<string, string>) => one['@_term']);
        expect(categories).toEqual([
          '4-star',
          ...(review?.mentions.services.map(() => is.service) ?? []),
          ...(review?.mentions.technicians ?? []),
          ...(review?.mentions.service_areas ?? []),
        ]);
        expect(feed.entry.author.name).toBe(review?.author);
        expect(JSON.parse(await textOf('/api/feed.json')).items[0].authors[0].name).toBe(review?.author);
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
    { numRuns: roundsOf(60) },
  );
});
