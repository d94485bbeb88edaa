import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { cacheControl, commonHeaders } from '../../../site/contract/headers.ts';
import { mediaTypes, paths } from '../../../site/contract/paths.ts';

/** The baseline of search: the same Express app and headers, with a constant response whose size is the argument. */
const body = Buffer.alloc(Number(process.argv[2]), 'x');
const app = express();
app.disable('x-powered-by').disable('etag').set('query parser', false);
app.all(paths.search, (_request, response) => {
  response.writeHead(200, {
    ...commonHeaders,
    'Cache-Control': cacheControl.document,
    ETag: '"constant"',
    'Content-Type': mediaTypes.json,
    'Content-Length': body.length,
  });
  response.end(body);
});
const server = createServer(app);
server.listen(0, '127.0.0.1', () => console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`));
