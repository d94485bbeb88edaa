import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expectDescribed, readApiDescription } from '../support/api-description.ts';
import { serve } from '../support/serve.ts';
import { describeContract } from './suite.ts';

describeContract('own server', {
  ownPreconditionBodies: true,
  start: async (dist) => {
    const server = await serve({ DIST_DIR: dist });
    const compare = readApiDescription(await readFile(path.join(dist, 'openapi.json'), 'utf8'));
    return { url: server.url, stop: server.close, inspect: (...response) => expectDescribed(compare, ...response) };
  },
});
