import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readPublishedTree } from '../../scripts/build/last-publication.ts';
import { apacheFiles } from '../../scripts/hosts/apache.ts';
import { hostFiles } from '../../scripts/hosts/host-files.ts';
import { filesOf } from '../../scripts/publish/upload-plan.ts';
import { fileName } from '../../site/contract/generation.ts';
import { paths } from '../../site/contract/paths.ts';
import { apacheMissing, startApache } from '../support/apache.ts';
import { caddyMissing, startCaddyFiles } from '../support/caddy.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { workshop } from '../support/copy-content.ts';
import { nginxMissing, startNginxFiles } from '../support/nginx.ts';
import { dataFolder } from '../support/run-script.ts';
import type { RunningProgram } from '../support/running-program.ts';
import { describeContract } from './suite.ts';

/** Serves what `open-reviews publish` uploads. */
async function startUploaded(dist: string): Promise<RunningProgram> {
  const tree = await readPublishedTree(dist);
  if (tree === undefined) throw new Error(`${dist} has no build`);
  const names = [...filesOf(tree.document).map(({ name }) => name), ...apacheFiles, fileName(paths.generation)];
  // Folders are copied before the files in them.
  return startApache(dist, (name) => names.some((one) => one === name || one.startsWith(`${name}/`)) || name === '');
}

const hosts = [
  ['files on Apache', apacheMissing, startUploaded, ['unnamed', 'size-in-416']],
  ['files on nginx', nginxMissing, startNginxFiles, ['unnamed', 'tag-first', 'open-after-412']],
  ['files on Caddy', caddyMissing, startCaddyFiles, []],
] as const;

for (const [name, missing, startFiles, breaks] of hosts) {
  if (missing === undefined) {
    // One program for each site, which all tests share.
    const programs = new Map<string, Promise<RunningProgram>>();
    const start = async (dist: string) => {
      const program = programs.get(dist) ?? startFiles(dist);
      programs.set(dist, program);
      return { url: (await program).url, stop: async () => {} };
    };
    afterAll(async () => {
      for (const program of programs.values()) await (await program).stop();
    });
    describeContract(name, { start, ownPreconditionBodies: false, filesOnly: true, isSampled: true, breaks });
  } else {
    describe(name, () => {
      test.skip(`the contract holds for ${name} (${missing})`, () => {});
    });
  }
}

test.each(['2025-06-15', '2021-06-15'])(
  'every date that the rules of a host name has a file, also after the takedown of the newest or oldest review (%s)',
  async (date) => {
    const { folder, content, dist } = await workshop('taberna');
    const variables = { DATA_DIR: dataFolder(path.join(folder, 'data')) };
    const review = ['--date', date, '--rating', '4', '--author', 'Ann', '--text', 'Nice.', '--method', 'vouched'];
    expect(await callScript('review', { CONTENT_DIR: content, ...variables }, ['add', ...review])).toMatchObject({ code: 0 });
    await buildDocuments(content, dist, variables);
    const { reviews } = JSON.parse(readFileSync(path.join(dist, 'reviews.json'), 'utf8')) as { reviews: { id: string; date: string }[] };
    const id = reviews.find((one) => one.date === date)?.id ?? 'none';
    const takedown = ['takedown', id, '--reason', 'personal_data'];
    expect(await callScript('review', { CONTENT_DIR: content, DIST_DIR: dist, ...variables }, takedown)).toMatchObject({ code: 0 });
    await buildDocuments(content, dist, variables);
    const named = hostFiles.flatMap((file) => {
      const text = readFileSync(path.join(dist, file), 'utf8');
      const pattern = file.startsWith('api/') ? /^RewriteRule \S+ (\d{4}-\d\d-\d\d) /gm : /since[/](\d{4}-\d\d-\d\d)(?= 200$|[;"\s]*$)/gm;
      return [...text.matchAll(pattern)].map(([, day = '']) => [file, day] as const);
    });
    expect(new Set(named.map(([file]) => file)).size).toBeGreaterThan(1);
    expect(named.filter(([, day]) => !existsSync(path.join(dist, 'api/reviews/since', day)))).toEqual([]);
  },
);
