import jsonServer from 'json-server';
import { readPeerData } from './questions.ts';
import { listen } from './serve.ts';

/** json-server 0.17 as its command line starts it with --quiet. */
const { reviews } = readPeerData(process.argv[2] ?? '');
const app = jsonServer.create();
app.use([...jsonServer.defaults({ logger: false })]);
app.use(jsonServer.router({ reviews }));
listen(app);
