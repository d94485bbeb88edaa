import { expect, test } from 'vitest';
import { readEnvironment } from '../../site/contract/environment.ts';
import { changesPath, latestChangesPath } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import { responseFrom, responseOf } from '../../site/developers/responses.ts';
import { documents } from '../../site/documents/documents.ts';
import { endpointsFor } from '../../site/documents/endpoints.ts';
import { type Publication, readPublication } from '../../site/publication.ts';

const whole = readPublication(readEnvironment({ CONTENT_DIR: 'test/fixtures/corner shop' }));
const of = (count: number): Publication => ({ ...whole, dataset: { ...whole.dataset, reviews: whole.dataset.reviews.slice(0, count) } });

test.each([0, 1, whole.dataset.reviews.length])('with %i reviews, the reference shows the beginning of each document', async (count) => {
  const publication = of(count);
  const printed = endpointsFor(publication).filter(({ path }) => documents[path]);
  expect(printed.length).toBeGreaterThan(5);
  for (const endpoint of printed) {
    const { code, language } = await responseOf(endpoint, publication);
    const body = String(await documents[endpoint.path]?.(publication));
    if (language === 'json') expect([endpoint.path, Object.keys(JSON.parse(code))]).toEqual([endpoint.path, Object.keys(JSON.parse(body))]);
    else expect([endpoint.path, code.slice(0, 100)]).toEqual([endpoint.path, body.slice(0, 100)]);
  }
});

test('the pages about webhooks and sync show responses from the business’s own reviews', async () => {
  const shown = async (path: string) => JSON.parse((await responseFrom(path, { ...whole, hasLog: true })).code);
  const { reviews } = whole.dataset;
  expect(await shown(paths.reviews)).toMatchObject({ reviews: [{ id: reviews[0]?.id }, `… ${reviews.length - 1} more`] });
  expect(await shown(paths.since)).toMatchObject({ matched: reviews.filter(({ date }) => date >= '2026-01-01').length });
  expect(await shown(latestChangesPath)).toMatchObject({ total: reviews.length });
  expect(await shown(`${changesPath}{page}`)).toMatchObject({
    returned: reviews.length,
    changes: [{ id: reviews.at(-1)?.id }, `… ${reviews.length - 1} more`],
  });
  expect(() => responseFrom('/nowhere', whole)).toThrow('site/documents/endpoints.ts has no endpoint /nowhere');
});
