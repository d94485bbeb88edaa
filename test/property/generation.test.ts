import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readGeneration } from '../../sidecar/generation/generation.ts';
import { type GenerationDocument, printGeneration } from '../../site/contract/generation.ts';

const representation = fc.record({ bytes: fc.nat(), etag: fc.string({ unit: 'grapheme' }).map((text) => `"${text}"`) });
const file = fc.record(
  { sha256: fc.string(), modified: fc.nat(), identity: representation, br: representation, gzip: representation },
  { requiredKeys: ['sha256', 'modified', 'identity'], noNullPrototype: true },
);
/** Mostly paths like those of real sites, often one a prefix of another, and sometimes any text. */
const publicPath = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: fc.constantFrom('/', 'a', 'b', 'é', ' ', '!', '.'), maxLength: 4 }).map((text) => `/${text}`) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.constantFrom('__proto__', '/":{', '/\\":{"', '",\n "files":\n{\n') },
);
const generation = fc
  .record({
    files: fc.dictionary(publicPath, file, { noNullPrototype: true }),
    modified: fc.nat(),
    isSorted: fc.boolean(),
  })
  .map(({ files, modified, isSorted }): GenerationDocument => {
    const entries = Object.entries(files);
    return {
      version: 1,
      generation: '",\n "files":\n{\n',
      modified,
      base_url: 'http://localhost',
      hub_url: 'http://localhost/hub',
      since: { first: null, last: null, answers: [{ date: '2019-01-01', matched: 0, chain: '', modified: 0 }] },
      // As a build sorts them, or in any order.
      files: Object.fromEntries(isSorted ? entries.sort(([a], [b]) => (a < b ? -1 : 1)) : entries),
    };
  });

describe('the record of a generation', () => {
  test('is valid JSON, and lookups find exactly its files', async () => {
    await fc.assert(
      fc.asyncProperty(generation, fc.array(publicPath), async (document, others) => {
        const printed = printGeneration(document);
        expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(document)));
        const { document: head, files } = await readGeneration(Buffer.from(printed));
        expect(Object.fromEntries(files)).toEqual(JSON.parse(printed).files);
        expect({ ...head, files: document.files }).toEqual(document);
        for (const path of [...Object.keys(document.files), ...others]) {
          const expected = Object.hasOwn(document.files, path) ? document.files[path] : undefined;
          expect(files.get(path)).toEqual(expected);
        }
      }),
    );
  });

  test('is refused if it is cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(generation, fc.nat(), async (document, at) => {
        const bytes = Buffer.from(printGeneration(document).trimEnd());
        await expect(readGeneration(bytes.subarray(0, at % bytes.length))).rejects.toThrow();
      }),
    );
  });
});
