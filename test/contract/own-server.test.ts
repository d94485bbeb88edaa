import { serve } from '../support/serve.ts';
import { describeContract } from './suite.ts';

describeContract('own server', {
  ownPreconditionBodies: true,
  start: async (dist) => {
    const server = await serve({ DIST_DIR: dist });
    return { url: server.url, stop: server.close };
  },
});
