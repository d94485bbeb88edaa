import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, stopBuilder } from '../support/build-site.ts';
import { workshop } from '../support/copy-content.ts';

test('the process that builds sites for tests survives failed builds and is replaced if it ends', async () => {
  const { folder, content, dist } = await workshop('minimal');
  const business = path.join(content, 'business.yaml');
  const good = await readFile(business, 'utf8');
  await writeFile(business, 'name: [');
  await expect(buildSite(content, dist)).rejects.toThrow('business.yaml');
  await expect(buildSite(content, dist, { SINCE_BUDGET_MB: 'much' })).rejects.toThrow('SINCE_BUDGET_MB=much');
  await writeFile(business, good);
  expect(await buildSite(content, dist)).toContain(', new; ');
  const cut = expect(buildSite(content, dist)).rejects.toThrow('the builder ended');
  await expect.poll(() => readdir(path.join(folder, '.dist')), { interval: 5 }).toContainEqual(expect.stringMatching(/^\.stage-/));
  await stopBuilder();
  await cut;
  expect(await buildSite(content, dist)).toContain('nothing changed');
});
