import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { messagesOf } from '../../site/messages/messages.ts';
import { readPublication } from '../../site/publication.ts';
import { toSearchPage } from '../../site/views/search-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the search page has a label for reviews sent to the business even if there are none yet', async () => {
  const folder = temporaryFolder();
  await mkdir(path.join(folder, 'reviews'));
  await writeFile(path.join(folder, 'business.yaml'), 'name: Acme\n');
  await writeFile(
    path.join(folder, 'reviews/one.yaml'),
    '- { source_id: a, source: google, date: 2025-01-02, rating: 5, author: Ann, text: Fine., verified: true }\n',
  );
  const publication = readPublication(readEnvironment({ CONTENT_DIR: folder }));
  const { sources } = toSearchPage(publication, messagesOf(publication.dataset));
  expect([sources['google']?.place, sources['direct']?.place]).toEqual(['on Google', 'Sent to the business']);
});
