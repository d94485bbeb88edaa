import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { build } from '../../scripts/build/build.ts';
import { publishSite } from '../../scripts/build/publish.ts';
import { checkContent } from '../../scripts/check-content/warnings.ts';
import { commandLineFor } from '../../scripts/cli/settings.ts';
import { currentTree } from '../../scripts/content/own-folders.ts';
import { changesSince } from '../../scripts/desk/build/build-here.ts';
import { readEnvironment } from '../../site/contract/environment.ts';
import { newImporter } from '../support/importer.ts';
import { printDocuments } from '../support/print-documents.ts';
import { isRelease } from '../support/release-test.ts';
import { NOBODY } from '../support/run-script.ts';

test('one process can check, preview and publish a site repeatedly', async () => {
  const { folder, content, dataDir } = await newImporter();
  const [dist, reviews] = [path.join(folder, 'dist'), path.join(content, 'reviews.yaml')];
  const business = path.join(content, 'business.yaml');
  const environment = readEnvironment({
    BASE_URL: NOBODY,
    CONTENT_DIR: content,
    DATA_DIR: dataDir,
    DIST_DIR: dist,
    CACHE_DIR: path.join(folder, 'cache'),
  });
  // Loading Astro and bundling the pages take ten seconds.
  const options = { environment, onProgress: () => {}, ...(isRelease ? {} : { print: printDocuments }) };
  const previewDir = path.join(folder, 'preview', 'dist');
  const home = () => readFile(path.join(dist, isRelease ? 'index.html' : 'reviews.json'), 'utf8');

  await writeFile(reviews, '');
  expect((await checkContent(content, '2026-01-01', commandLineFor({}))).problems).toMatchObject([{ file: reviews }]);
  await rm(reviews);
  expect(await checkContent(content, '2026-01-01', commandLineFor({}))).toMatchObject({
    view: { dataset: { business: { name: 'Importer' } } },
    warnings: [],
  });

  const first = changesSince(await build({ ...options, previewDir }));
  expect(first.added).toContain('/reviews.json');
  expect(await currentTree(dist)).toBeUndefined();

  const published = await publishSite(options);
  expect(changesSince(published.result)).toEqual(first);
  expect(published.pingWarning).toMatch(/^the hub at .* isn't running/);
  expect(await home()).toContain('Importer');

  await writeFile(business, 'name: Renamed Importer\n');
  const preview = changesSince(await build({ ...options, previewDir }));
  expect(preview.changed).toContain('/reviews.json');
  expect(await home()).not.toContain('Renamed');
  const again = await publishSite(options);
  expect([again.result.changed, changesSince(again.result)]).toEqual([true, preview]);
  expect(await home()).toContain('Renamed Importer');

  const nothing = await publishSite(options);
  expect([nothing.result.changed, changesSince(nothing.result)]).toEqual([false, { added: [], changed: [], removed: [] }]);
});
