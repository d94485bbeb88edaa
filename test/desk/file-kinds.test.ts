import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { deskFolders, openTestDesk } from '../support/desk.ts';
import { fileKinds } from '../support/file-kinds.ts';
import { startScript } from '../support/run-script.ts';

const ANN = '01HPHS3M00D4RMPQ5Y2QXC2WJZ';

test('the desk opens and lists the problem if a file of the content is a named pipe', async () => {
  const folders = await deskFolders('minimal');
  fileKinds['a named pipe'](path.join(folders.CONTENT_DIR, 'faq.yaml'));
  // In a process, since a pipe could make it wait forever.
  const { child, seen } = startScript('desk', folders, undefined, ['--no-open']);
  onTestFinished(() => void child.kill());
  const entrance = /http:\S+/.exec(await seen(/Ctrl-C/))?.[0] ?? '';
  const [cookie = ''] = (await fetch(entrance, { redirect: 'manual' })).headers.getSetCookie();
  const today = await fetch(new URL('/', entrance), { headers: { Cookie: cookie.split(';')[0] ?? '' } });
  expect([today.status, (await today.text()).includes('a named pipe')]).toEqual([200, true]);
});

test('the desk keeps linked files in its history, and changes the files that the links lead to', async () => {
  const folders = await deskFolders('minimal');
  const [reviews, elsewhere] = [path.join(folders.CONTENT_DIR, 'reviews'), path.join(folders.DATA_DIR, '../elsewhere')];
  mkdirSync(reviews);
  mkdirSync(elsewhere);
  const before = `- { id: ${ANN}, date: 2025-02-14, rating: 5, author: Ann, verified: true }\n`;
  writeFileSync(path.join(elsewhere, '2025.yaml'), before);
  symlinkSync(path.join(elsewhere, '2025.yaml'), path.join(reviews, '2025.yaml'));
  renameSync(path.join(folders.CONTENT_DIR, 'business.yaml'), path.join(elsewhere, 'business.yaml'));
  symlinkSync(path.join(elsewhere, 'business.yaml'), path.join(folders.CONTENT_DIR, 'business.yaml'));
  const desk = await openTestDesk({ ...folders, now: () => new Date('2025-03-01T12:00:00Z') });
  onTestFinished(() => desk.close());
  const states = path.join(folders.DATA_DIR, 'desk/states');
  const kept = readdirSync(path.join(states, '1'), { recursive: true }).map(String).sort();
  expect(kept).toEqual(['business.yaml', 'reviews', 'reviews/2025.yaml']);
  const seen = /name="seen" value="([^"]+)"/.exec(await (await desk.get(`/reviews/${ANN}`)).text())?.[1] ?? '';
  await desk.post(`/reviews/${ANN}/reply`, { seen, text: 'Thanks', date: '2025-03-01' });
  const text = readFileSync(path.join(elsewhere, '2025.yaml'), 'utf8');
  expect([
    text.includes('Thanks'),
    lstatSync(path.join(reviews, '2025.yaml')).isSymbolicLink(),
    existsSync(path.join(states, '2')),
  ]).toEqual([true, true, true]);
});
