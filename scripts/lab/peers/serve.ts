import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { paths } from '../../../site/contract/paths.ts';
import { type FoundAnswer, type PeerData, type PeerQuestion, readPeerData, readQuestion } from './questions.ts';

type Search = (question: PeerQuestion) => FoundAnswer | Promise<FoundAnswer>;

/** Serves a search behind Express. `make` gets the data of the folder in the first argument. */
export async function serveSearch(make: (data: PeerData) => Search | Promise<Search>): Promise<void> {
  const data = readPeerData(process.argv[2] ?? '');
  const search = await make(data);
  const app = express();
  app.get(paths.search, async (request, response) => {
    const { matched, reviews } = await search(readQuestion(new URL(request.url, 'http://peer').searchParams, data));
    response.json({ matched, returned: reviews.length, reviews });
  });
  listen(app);
}

/** Listens on a free port and prints the line that the benchmark waits for. */
export function listen(app: Express): void {
  const server = app.listen(0, '127.0.0.1', () => console.log(`listening http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}
