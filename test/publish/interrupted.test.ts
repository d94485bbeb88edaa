import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPublishedTree } from '../../scripts/build/last-publication.ts';
import type { RemoteFolder } from '../../scripts/publish/sftp.ts';
import { upload } from '../../scripts/publish/upload.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';
import { dataFolder } from '../support/run-script.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { neededByApache } from '../support/web-space.ts';

/** A host in memory, which breaks the connection after it has written `left` more files: nobody learns that the last one has arrived. */
class MemoryHost implements RemoteFolder {
  readonly files: Map<string, Buffer>;
  left = Number.POSITIVE_INFINITY;

  constructor(files: ReadonlyMap<string, Buffer>) {
    this.files = new Map(files);
  }

  async list(name: string): Promise<readonly string[]> {
    const start = name === '.' ? '' : name;
    return [...this.files.keys()].filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
  }

  async read(name: string): Promise<Buffer | undefined> {
    return this.files.get(name);
  }

  async write(name: string, body: Buffer): Promise<void> {
    this.left -= 1;
    if (this.left >= 0) this.files.set(name, body);
    if (this.left <= 0) throw new Error('the connection is broken');
  }

  async sweep(): Promise<void> {}

  async remove(name: string): Promise<void> {
    this.files.delete(name);
  }

  async close(): Promise<void> {}
}

test('whatever arrived before an interruption leaves with the next upload, if the site has no use for it any more', async () => {
  const { folder, content } = await workshop('taberna');
  const DATA_DIR = dataFolder(path.join(folder, 'data'));
  const [old, fresh] = [path.join(folder, 'old'), path.join(folder, 'new')];
  await buildDocuments(content, old, { DATA_DIR });
  const review = ['--date', '2026-03-14', '--rating', '4', '--author', 'Jocelyn', '--text', 'Jocelyn came back', '--method', 'vouched'];
  expect(await callScript('review', { CONTENT_DIR: content, DATA_DIR }, ['add', ...review])).toMatchObject({ code: 0 });
  await buildDocuments(content, fresh, { DATA_DIR });
  const [before, after] = [await readPublishedTree(old), await readPublishedTree(fresh)];
  if (!before || !after) throw new Error('there is no build');
  const options = () => ({ dataDir: temporaryFolder(), place: 'host', replace: false, onProgress: () => {} });
  const whole = new MemoryHost(new Map());
  await upload(whole, before, options());
  const wanted = new Map(neededByApache(old).map((name) => [name, readFileSync(path.join(old, name))]));
  expect([...whole.files.keys()].sort()).toEqual([...wanted.keys()]);
  const { files } = await upload(new MemoryHost(whole.files), after, options());
  for (let moment = 1; moment < files; moment++) {
    const host = new MemoryHost(whole.files);
    const own = options();
    host.left = moment;
    await expect(upload(host, after, own)).rejects.toThrow('the connection is broken');
    host.left = Number.POSITIVE_INFINITY;
    await upload(host, before, own);
    const left = [...host.files].filter(([name, body]) => wanted.get(name)?.equals(body) !== true).map(([name]) => name);
    expect([moment, left]).toEqual([moment, []]);
    rmSync(own.dataDir, { recursive: true });
  }
});
