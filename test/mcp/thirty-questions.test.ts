import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReviewsDocument } from '../../site/contract/reviews-document.ts';
import { buildDocuments, callScript } from '../support/call-command.ts';
import { callTool, openSession } from '../support/rpc.ts';
import { dataFolder, NOBODY, root } from '../support/run-script.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type ToolCall, type ToolResult, thirtyQuestions } from './thirty-questions.ts';

/** Published first, then taken down. */
const GONE = `- source_id: gone
  date: 2024-02-02
  rating: 2
  author: A Neighbor
  text: My neighbor Mrs. Quillfeather owes everybody on our street money.
  verified: true
`;

let server: TestServer;
let session: string;
let earlier: ReviewsDocument;
let published: ReviewsDocument;

beforeAll(async () => {
  const folder = temporaryFolder();
  const [content, dist] = [path.join(folder, 'content'), path.join(folder, 'dist')];
  // No question reads the files below since/.
  const variables = { CONTENT_DIR: content, DATA_DIR: dataFolder(path.join(folder, 'data')), SINCE_BUDGET_MB: '0' };
  await cp(path.join(root, 'content'), content, { recursive: true });
  await writeFile(path.join(content, 'reviews/gone.yaml'), GONE);
  await buildDocuments(content, dist, variables);
  earlier = JSON.parse(await readFile(path.join(dist, 'reviews.json'), 'utf8')) as ReviewsDocument;
  const removed = await callScript('review', variables, ['takedown', 'Quillfeather', '--reason', 'personal_data']);
  expect([removed.stderr, removed.code]).toEqual(['', 0]);
  await buildDocuments(content, dist, variables);
  server = await serve({ DIST_DIR: dist, BASE_URL: NOBODY });
  published = (await (await fetch(`${server.url}/reviews.json`)).json()) as ReviewsDocument;
  session = await openSession(`${server.url}/mcp`);
});
afterAll(() => server.close());

async function ask(call: ToolCall): Promise<ToolResult> {
  if (typeof call === 'string') return (await (await fetch(server.url + call)).json()) as ToolResult;
  const result = (await callTool(`${server.url}/mcp`, session, ...call)).json?.result;
  return (result?.isError ? { error: result.content?.[0]?.text } : result?.structuredContent) as ToolResult;
}

test.each(thirtyQuestions)('$question', async ({ calls, read, right }) => {
  const answers = [];
  for (const call of calls) answers.push(await ask(call));
  expect(read(...answers)).toEqual(right(published, earlier));
});

test('the thirty questions are distinct, and each has an expected answer', () => {
  expect(new Set(thirtyQuestions.map(({ question }) => question)).size).toBe(30);
  for (const { question, right } of thirtyQuestions) {
    const answer = right(published, earlier);
    expect([question, answer === undefined || (Array.isArray(answer) && answer.length === 0)]).toEqual([question, false]);
  }
});
