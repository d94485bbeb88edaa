import { describe, expect, test } from 'vitest';
import { webSpaceMissing } from '../support/web-space.ts';
import { killUploads, seeded } from './upload.ts';

describe.skipIf(webSpaceMissing)('uploads that are killed', () => {
  test('never show a page without its data, and continue to the same site', async () => {
    const { kills, failures } = await killUploads(4, seeded(3));
    expect({ kills, failures }).toEqual({ kills: 4, failures: [] });
  });
});
