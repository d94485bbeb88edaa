import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, test } from 'vitest';
import { generationHead } from '../../site/contract/generation.ts';
import { apacheMissing, startApache } from '../support/apache.ts';
import { caddyMissing, startCaddyFiles } from '../support/caddy.ts';
import { nginxMissing, startNginxFiles } from '../support/nginx.ts';
import type { RunningProgram } from '../support/running-program.ts';
import { describeContract } from './suite.ts';

/** Uploads only one file for each body of `since`, as it is enough for Apache: that of the answer's date. */
function startWithDistinctDates(dist: string): Promise<RunningProgram> {
  const { since } = generationHead.parse(JSON.parse(readFileSync(path.join(dist, 'generation.json'), 'utf8')));
  const dates = since.answers.map(({ date }) => `api/reviews/since/${date}`);
  return startApache(dist, (name) => !/^api\/reviews\/since\/\d/.test(name) || dates.includes(name));
}

const hosts = [
  ['files on Apache', apacheMissing, startWithDistinctDates, ['unnamed', 'size-in-416']],
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
    describeContract(name, { start, ownPreconditionBodies: false, filesOnly: true, breaks });
  } else {
    describe(name, () => {
      test.skip(`the contract holds for ${name} (${missing})`, () => {});
    });
  }
}
