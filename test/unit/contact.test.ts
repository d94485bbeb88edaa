import { expect, test } from 'vitest';
import { contactHref } from '../../site/views/contact.ts';

type Given = Parameters<typeof contactHref>[0];

const linkOf = (report: string | null, email: string | null, url: string | null) =>
  contactHref({ policy: { report }, business: { email, url } } as Given);

test.each([
  ['https://social.example/@acme/reports', 'a@acme.example', null, 'https://social.example/@acme/reports'],
  ['help+reviews@acme.example', null, null, 'mailto:help+reviews@acme.example'],
  [null, 'a@acme.example', 'https://acme.example', 'mailto:a@acme.example'],
  [null, null, 'https://social.example/@acme', 'https://social.example/@acme'],
  [null, null, null, '/'],
])('readers reach the business at its report address, e-mail address or site: %s, %s, %s', (report, email, url, link) => {
  expect(linkOf(report, email, url)).toBe(link);
});
