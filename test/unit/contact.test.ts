import { expect, test } from 'vitest';
import { contactHref } from '../../site/views/contact.ts';

type Given = Parameters<typeof contactHref>[0];

const linkOf = (report: string | null, email: string | null, url: string | null, telephone: string | null) =>
  contactHref({ policy: { report }, business: { email, url, telephone, address: { street_address: null } } } as Given);

test.each([
  ['https://social.example/@acme/reports', 'a@acme.example', null, null, 'https://social.example/@acme/reports'],
  ['help+reviews@acme.example', null, null, null, 'mailto:help+reviews@acme.example'],
  [null, 'a@acme.example', 'https://acme.example', null, 'mailto:a@acme.example'],
  [null, null, 'https://social.example/@acme', null, 'https://social.example/@acme'],
  [null, null, null, '+1 360 555 0100', '/'],
  [null, null, null, null, undefined],
])(
  'readers reach the business at its report address, e-mail address or site, or find its phone number: %s, %s, %s, %s',
  (report, email, url, telephone, link) => {
    expect(linkOf(report, email, url, telephone)).toBe(link);
  },
);
