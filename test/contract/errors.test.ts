import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { type ProblemName, problems } from '../../site/contract/problem.ts';
import { type ApiEndpoint, apiEndpoints } from '../../site/documents/endpoints.ts';
import { type Asking, ask, askRaw } from '../support/ask.ts';
import { serve, type TestServer } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Refusal {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

const opened: TestServer[] = [];
const open = async (...given: Parameters<typeof serve>) => {
  const server = await serve(...given);
  opened.push(server);
  return server;
};
let site: TestServer;
let sidecar: TestServer;
let empty: TestServer;
beforeAll(async () => {
  site = await open({ DIST_DIR: inject('dists').corner });
  sidecar = await open({ DIST_DIR: inject('dists').corner }, 'sidecar');
  empty = await open({ DIST_DIR: '/nowhere' });
});
afterAll(async () => {
  for (const server of opened) await server.close();
});

const from = async ({ url }: TestServer, target: string, asking: Asking = {}): Promise<Refusal> => {
  const { status, headers, text } = await ask(url, target, asking);
  return { status, type: headers['content-type'], text };
};
const raw = async (bytes: string): Promise<Refusal> => {
  const answer = await askRaw(site.url, bytes);
  return {
    status: Number(answer.split(' ')[1]),
    type: /^content-type: (.*)\r$/im.exec(answer)?.[1],
    text: answer.slice(answer.indexOf('\r\n\r\n') + 4),
  };
};

/** Requests that make an endpoint send the errors in its description. */
const ofEndpoint: Partial<Record<ProblemName, (endpoint: ApiEndpoint) => Promise<Refusal>>> = {
  invalid_parameters: ({ path: target }) => from(site, `${target}?rating=9`),
  invalid_date: ({ path: target }) => from(site, target.replace('{date}', '2025-02-30')),
  // A sidecar leaves dates that have a file to the host that serves the files.
  not_found: ({ example }) => from(sidecar, example),
  method_not_allowed: ({ example }) => from(site, example, { method: 'DELETE' }),
  precondition_failed: ({ example }) => from(site, example, { headers: { 'if-match': '"another"' } }),
  range_not_satisfiable: ({ example }) => from(site, example, { headers: { range: 'bytes=99999999-' } }),
  too_many_requests: async ({ example }) => {
    const limited = await open({ DIST_DIR: inject('dists').corner, RATE_LIMIT: '1' });
    await from(limited, example);
    return from(limited, example);
  },
  starting: ({ example }) => from(empty, example),
};

/** Requests for the other errors, which aren't specific to an endpoint. */
const ofAny: Partial<Record<ProblemName, () => Promise<Refusal>>> = {
  invalid_request: () => from(site, '/%zz'),
  not_found: () => from(site, '/nothing'),
  request_timeout: () => raw('GET / HTTP/1.1\r\nHost: x\r\n'),
  uri_too_long: () => from(site, `/?${'x'.repeat(8192)}`),
  expectation_failed: () => from(site, '/', { headers: { expect: 'tea' } }),
  headers_too_large: () => from(site, '/', { headers: { x: 'x'.repeat(16_384) } }),
  internal_error: async () => {
    const dist = path.join(temporaryFolder(), 'dist');
    await cp(inject('dists').minimal, dist, { recursive: true, dereference: true, preserveTimestamps: true });
    const damaged = await open({ DIST_DIR: dist });
    await rm(path.join(dist, 'llms.txt'));
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const refusal = await from(damaged, '/llms.txt');
    // Only the log has the details.
    expect(String(logged.mock.calls[0])).toContain('ENOENT');
    logged.mockRestore();
    return refusal;
  },
};

const names = Object.keys(problems) as ProblemName[];
const described = apiEndpoints.flatMap((endpoint) => endpoint.problems.map((name) => [name, endpoint.path, endpoint] as const));

function expectProblem({ status, type, text }: Refusal, name: ProblemName) {
  expect([status, type]).toEqual([problems[name].status, 'application/json']);
  const { issues, ...rest } = JSON.parse(text);
  expect(rest).toEqual({ error: name, message: problems[name].message });
  expect(Array.isArray(issues)).toBe(/^invalid_(parameters|date)$/.test(name));
}

describe('every error in the table is sent', () => {
  test('by an endpoint or for any request', () => {
    const sent = new Set([...Object.keys(ofEndpoint), ...Object.keys(ofAny)]);
    expect([...sent].sort()).toEqual([...names].sort());
  });

  test.concurrent.each(Object.entries(ofAny) as [ProblemName, () => Promise<Refusal>][])('%s', async (name, provoke) => {
    expectProblem(await provoke(), name);
  });

  test.each(described)('%s by %s', async (name, _, endpoint) => {
    const provoke = ofEndpoint[name];
    if (!provoke) throw new Error(`no request makes ${endpoint.path} answer ${name}; add one to ofEndpoint`);
    expectProblem(await provoke(endpoint), name);
  });
});

test('HEAD neither documents nor sends 416, because ranges only apply to GET (RFC 9110 14.2)', async () => {
  const { paths } = JSON.parse((await ask(site.url, '/openapi.json')).text);
  for (const { path: target, example, query } of apiEndpoints) {
    expect([target, paths[target].head.responses['416']]).toEqual([target, undefined]);
    expect([target, '416' in paths[target].get.responses]).toEqual([target, query === undefined]);
    const answer = await ask(site.url, example, { method: 'HEAD', headers: { range: 'bytes=99999999-' } });
    expect([target, answer.status]).toEqual([target, 200]);
  }
});

test('the reference lists exactly the errors in the table', async () => {
  const page = (await ask(site.url, '/developers/reference/', { headers: { accept: 'text/html' } })).text;
  const shown = [...page.slice(page.indexOf('id="errors"')).matchAll(/<tr><td>(\d{3})<\/td><th scope="row"><code>(\w+)<\/code>/g)];
  expect(shown.map(([, status, name]) => [name, Number(status)])).toEqual(names.map((name) => [name, problems[name].status]));
});
