import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callScript } from '../support/call-command.ts';
import { runScript } from '../support/run-script.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'open reviews check '));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Checks a business with these files. Returns the exit code and the lines, without the folder's path in them. */
async function check(files: Readonly<Record<string, string | Buffer>>, ...args: readonly string[]) {
  for (const [name, text] of Object.entries({ 'business.yaml': 'name: A\naddress: { country: CA }\n', ...files })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const { code, stdout, stderr } = await callScript('check-content', {}, [folder, ...args]);
  expect(stderr).toBe('');
  return { code, lines: stdout.replaceAll(`${folder}/`, '').replaceAll(folder, 'FOLDER').trimEnd().split('\n') };
}

const entry = (id: string, more: string) => `- { source_id: ${id}, date: 2024-01-01, rating: 5, author: A, ${more} }\n`;
const many = (count: number, text: (index: number) => string) =>
  Array.from(
    { length: count },
    (_, index) => `- { source_id: s${index}, date: 2024-01-01, rating: 5, author: A${index}, verified: true, text: "${text(index)}" }\n`,
  ).join('');

const here = "CONTENT_DIR='FOLDER'";

test('for valid content, the check prints what would be published and the next commands', async () => {
  expect(await check({ 'reviews/a.yaml': entry('a', 'verified: true') + entry('b', 'text: x') })).toEqual({
    code: 0,
    lines: [
      'would be published: 1 of 2 reviews; left out: 1 not verified',
      `next: ${here} npm run review -- list --unverified names them, ${here} npm run review -- verify REVIEW --method METHOD publishes one that you can verify`,
    ],
  });
});

test('for content without reviews, the check prints how to add some', async () => {
  expect((await check({})).lines).toEqual([
    'would be published: 0 of 0 reviews',
    `next: ${here} npm run import -- FILE brings reviews in, ${here} npm run review -- add adds one`,
  ]);
});

test.each([
  [1, 'would be published: 1 of 1 review'],
  [2, 'would be published: 2 of 2 reviews'],
])('the count of reviews is grammatical for %i', async (count, line) => {
  expect((await check({ 'reviews/a.yaml': many(count, (index) => `x${index}`) })).lines).toEqual([line]);
});

test('all problems are listed with file, line and fix, and the check fails', async () => {
  expect(await check({ 'business.yaml': 'name: A\nphone: 1\n', 'reviews/a.yaml': entry('a', 'verified: maybe') })).toEqual({
    code: 1,
    lines: [
      'content: 2 problems',
      '  business.yaml:2 phone: found the unknown key "phone"; write telephone instead',
      '  reviews/a.yaml:1 [0].verified: found "maybe"; write true or false',
      '',
      'nothing would be published until these are fixed',
    ],
  });
});

test.each([
  ['- { source_id: a, date: 2024-01-01, rating: 5, author: A,\n    text: x }\n', undefined],
  ['- source_id: a\n  date: 2024-01-01 # a guess\n  rating: 5\n  author: A\n  # a remark\n  text: Fine, C# too\n', undefined],
  ['- source_id: a\n  date: 2024-01-01\n  rating: 5\n  author: A\n  text: "Great" # a remark\n', undefined],
  [
    '- source_id: a\n  date: 2024-01-01\n  rating: 5\n  author: A\n  text: Great #1 dentist\n',
    'reviews/a.yaml:5: found only "Great", because YAML reads #1 dentist as a comment; put the whole value in quotes: text: "Great #1 dentist"',
  ],
  [
    '- source_id: a\n  date: 2024-01-01\n  rating: 5\n  author: A\n  text: Great and\n    long\n    #1 dentist\n',
    'reviews/a.yaml:5: found only "Great and long", because YAML reads #1 dentist as a comment; put the whole value in quotes: text: "Great and long #1 dentist"',
  ],
  [
    '- source_id: a\n  date: 2024-01-01\n  rating: 5\n  author: A\n  text: #1 dentist\n',
    'reviews/a.yaml:5: found nothing, because YAML reads #1 dentist as a comment; put the value in quotes: text: "#1 dentist"',
  ],
  [
    '- source_id: a\n  date: 2024-01-01\n  rating: 5\n  author: A\n  owner_reply:\n    text: We try to be #1 in town\n',
    'reviews/a.yaml:6: found only "We try to be", because YAML reads #1 in town as a comment; put the whole value in quotes: text: "We try to be #1 in town"',
  ],
])('an unquoted # that would cut off a text is a problem, unlike a comment: %j', async (text, problem) => {
  const { lines } = await check({ 'reviews/a.yaml': text });
  if (problem === undefined) expect(lines[0]).toMatch(/^would be published/);
  else expect(lines[1]).toBe(`  ${problem}`);
});

test('an unquoted # that would cut off a text is a problem in other files, too', async () => {
  const files = {
    'business.yaml': 'name: Acme #1\naddress: { country: US }\n',
    'services.yaml': '- id: a\n  name: A\n  aliases:\n    - the #1 service\n',
    'faq.yaml': '- question: Are you #1?\n  answer: No.\n',
  };
  expect((await check(files)).lines.slice(0, 4)).toEqual([
    'content: 3 problems',
    '  business.yaml:1: found only "Acme", because YAML reads #1 as a comment; put the whole value in quotes: name: "Acme #1"',
    '  services.yaml:4: found only "the", because YAML reads #1 service as a comment; put the whole value in quotes: - "the #1 service"',
    '  faq.yaml:1: found only "Are you", because YAML reads #1? as a comment; put the whole value in quotes: question: "Are you #1?"',
  ]);
});

const noise = Buffer.from(Array.from({ length: 90_000 }, (_, index) => (index * 7919) % 251));
const picture = sharp(noise, { raw: { width: 200, height: 150, channels: 3 } });
const [jpeg, png] = await Promise.all([picture.clone().jpeg().toBuffer(), picture.clone().png().toBuffer()]);
const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${inside}</svg>`;
const withPicture = 'name: A\naddress: { country: US }\npictures:\n  - { file: van.jpg, alt: Our van }\n';
const cut = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

describe('each picture is opened', () => {
  test.each<readonly [string, Readonly<Record<string, string | Buffer>>, string | undefined]>([
    ['a valid one', { 'business.yaml': withPicture, 'pictures/van.jpg': jpeg }, undefined],
    [
      'one that is cut off',
      { 'business.yaml': withPicture, 'pictures/van.jpg': cut(jpeg) },
      'business.yaml:4 pictures[0].file: found "van.jpg", which is damaged or incomplete; export or copy the picture again',
    ],
    [
      'a logo that is cut off',
      { 'logo.png': cut(png) },
      'logo.png: found "logo.png", which is damaged or incomplete; export or copy the picture again',
    ],
    [
      'a GIF',
      { 'logo.gif': 'GIF89a' },
      'logo.gif: found a logo in a format that pages cannot show; save it as an SVG, PNG, JPEG or WebP, such as logo.png',
    ],
    [
      'a logo with text',
      { 'logo.svg': svg('<text>A</text>') },
      'logo.svg: found letters as <text>, which the icon (favicon) cannot show; convert the text to paths in your drawing program, or save the logo as a PNG',
    ],
    ['a logo made of paths', { 'logo.svg': svg('<path d="M0 0h9v9z"/>') }, undefined],
  ])('%s', async (_what, files, problem) => {
    const { lines } = await check(files);
    if (problem === undefined) expect(lines[0]).toMatch(/^would be published/);
    else expect(lines[1]).toBe(`  ${problem}`);
  });
});

test('a country must be an ISO 3166 code or the name of a country', async () => {
  const written = async (country: string) => (await check({ 'business.yaml': `name: A\naddress: { country: ${country} }\n` })).lines;
  expect((await written('Engeland'))[1]).toBe(
    '  business.yaml:2 address.country: found "Engeland"; write the two-letter code of a country (ISO 3166), such as US, GB or ES; did you mean GB (United Kingdom)?',
  );
  for (const country of ['England', 'U.K.', 'Deutschland', 'gb', 'The Netherlands'])
    expect((await written(country))[0]).toMatch(/^would be/);
  const policy = { 'policy.yaml': 'phone_countries: [GB, Irland, Narnia]\n' };
  expect((await check(policy)).lines).toEqual([
    'content: 1 problem',
    '  policy.yaml:1 phone_countries[2]: found "Narnia"; write the two-letter code of a country (ISO 3166), such as US, GB or ES; did you mean DK (Denmark)?',
    '',
    expect.stringMatching(/^nothing would be published/),
  ]);
});

const TAKEN = '01HQVMZ100MF6GH5BNBQKC9XD9';

test.each<readonly [what: string, files: Readonly<Record<string, string>>, warnings: readonly string[]]>([
  [
    'the same review text twice',
    { 'reviews/a.yaml': entry('a', 'verified: true, text: Same.') + entry('b', 'source: google, text: Same.') },
    [
      `reviews/a.yaml:2 [1]: found the same author, date and text as reviews/a.yaml:1; if they are the same review, run: ${here} npm run review -- takedown 01HK153X003W5CG8VPPM6NT8R5 --reason mistake`,
    ],
  ],
  [
    'a reply before its review',
    { 'reviews/a.yaml': entry('a', 'owner_reply: { text: x, date: 2023-12-31 }') },
    ['reviews/a.yaml:1 [0]: found a reply dated 2023-12-31, before the review (2024-01-01); fix one of the dates'],
  ],
  [
    'a review from the future',
    { 'reviews/a.yaml': '- { source_id: a, date: 2099-01-01, rating: 5, author: A }\n' },
    ['reviews/a.yaml:1 [0]: found 2099-01-01, which is in the future; fix the date'],
  ],
  [
    'an experience after its review',
    { 'reviews/a.yaml': entry('a', 'experienced_at: 2024-01-02') },
    ['reviews/a.yaml:1 [0]: found an experience of 2024-01-02, after the review (2024-01-01); fix one of the dates'],
  ],
  [
    'a review from before the web',
    {
      'reviews/a.yaml':
        '- { source_id: a, date: 1970-01-01, rating: 5, author: A }\n- { source_id: b, date: 1995-01-01, rating: 5, author: A }\n',
    },
    ['reviews/a.yaml:1 [0]: found 1970-01-01, which is before 1995; fix the date, or leave it as it is if it is right'],
  ],
  [
    'other dates of a review that are wrong by centuries or decades',
    {
      'reviews/a.yaml':
        '- source_id: a\n  date: 2024-01-01\n  rating: 5\n  author: A\n  verification: { method: vouched, verified_at: 1994-12-31 }\n  source_updated_at: 2098-01-01T00:00:00Z\n  removed_at_source: 2098-01-01\n  experienced_at: 2096-01-01\n  changed_by_business: [{ field: text, date: 2097-01-01 }]\n',
    },
    [
      'reviews/a.yaml:1 [0]: found experienced_at 2096-01-01, which is in the future; fix the date',
      'reviews/a.yaml:1 [0]: found removed_at_source 2098-01-01, which is in the future; fix the date',
      'reviews/a.yaml:1 [0]: found changed_by_business.date 2097-01-01, which is in the future; fix the date',
      'reviews/a.yaml:1 [0]: found verification.verified_at 1994-12-31, which is before 1995; fix the date, or leave it as it is if it is right',
      "reviews/a.yaml:1 [0]: found changed after import: text (recorded 2097-01-01); its page says that the business changed it; restore the source's value",
    ],
  ],
  [
    'policies that were accepted in the future, and a deadline for reports that nobody can send',
    {
      'policy.yaml':
        'report_days: 7\nfake_reviews: { text: We buy none., accepted: 2098-01-01 }\nincentives:\n  text: We offer nothing.\n  accepted: 2099-01-01\n',
    },
    [
      'policy.yaml:2 fake_reviews.accepted: found 2098-01-01, which is in the future; fix the date if it is wrong; the first build on or after that day publishes the text',
      'policy.yaml:5 incentives.accepted: found 2099-01-01, which is in the future; fix the date if it is wrong; the first build on or after that day publishes the text',
      'policy.yaml:1 report_days: found a number of days, but no place to report a review; write where (report), or an email in business.yaml',
    ],
  ],
  [
    'an interrupted takedown',
    {
      'reviews/a.yaml': `- { id: ${TAKEN}, date: 2024-02-28, rating: 5, author: A, verified: true }\n`,
      'takedowns.yaml': `- { review: ${TAKEN}, date: 2024-06-01 }\n`,
    },
    [
      `reviews/a.yaml:1 [0]: found ${TAKEN}, which was taken down and isn't published, but its text is still here; run: ${here} npm run review -- takedown ${TAKEN}`,
    ],
  ],
  [
    'an invoice without a number',
    { 'reviews/a.yaml': `- { id: ${TAKEN}, date: 2024-02-28, rating: 5, author: A, verified: true, verification: { method: invoice } }\n` },
    [
      `reviews/a.yaml:1 [0]: found an invoice without its number; run: ${here} npm run review -- verify ${TAKEN} --method invoice --reference NUMBER`,
    ],
  ],
  [
    'one invoice for two reviews',
    {
      'reviews/a.yaml': `- { id: ${TAKEN}, date: 2024-02-28, rating: 5, author: A, verified: true, verification: { method: invoice, reference: r } }\n- { source_id: b, date: 2024-02-27, rating: 5, author: B, verified: true, verification: { method: invoice, reference: r } }\n`,
    },
    [
      `reviews/a.yaml:2 [1]: found the invoice that also verifies ${TAKEN} (reviews/a.yaml:1); make sure that both reviews are from this customer`,
    ],
  ],
  [
    'entries that no review mentions, and a service named like an everyday word',
    {
      'services.yaml': '- id: lights\n  name: Lighting\n  aliases: [light]\n- id: saunas\n  name: Saunas\n',
      'technicians.yaml': '- name: Dana Whitfield\n',
      'reviews/a.yaml': many(20, (index) => (index < 9 ? 'A light job' : 'Fine')),
    },
    [
      'technicians.yaml:1 [0]: found "Dana Whitfield", which no review mentions; add an alias that customers use, or leave it as it is',
      'services.yaml:4 [1]: found "Saunas", which no review mentions; add an alias that customers use, or leave it as it is',
      'services.yaml:1 [0]: found "light" in 9 of 20 reviews; write a longer alias if it\'s an everyday word',
    ],
  ],
  [
    'an area named like an everyday word',
    {
      'service-areas.yaml': '- name: The Point\n  aliases: [point]\n',
      'reviews/a.yaml': many(3, (index) => `Straight to the point ${index}`),
    },
    ['service-areas.yaml:1 [0]: found "the point" in lower case 3 of 3 times; write a longer alias if it\'s an everyday word'],
  ],
  [
    'a person and a service in several reviews that match nothing',
    {
      'technicians.yaml': '- name: Dana Whitfield\n- name: Ana Lee\n- name: Ana Kim\n',
      'reviews/a.yaml': many(
        4,
        (index) =>
          [
            'Ask for Chloe! They repaired our boiler.',
            'I came in and Chloe explained everything. Thanks Ana',
            'Chloe was kind. Boiler runs.',
          ][index] ?? 'Dana and Chloe came. They fixed the old boiler. Thank you, Google! My wife Rose came. In Paris',
      ),
    },
    [
      'technicians.yaml: found "Chloe" in 4 reviews, which looks like a person and isn\'t listed; add "- name: Chloe", or leave it as it is',
      'services.yaml: found "boiler" in 3 reviews, which looks like a service and isn\'t listed; add "- { id: boiler, name: Boiler }", or leave it as it is',
    ],
  ],
  [
    'a business without a country',
    { 'business.yaml': 'name: A\n', 'reviews/a.yaml': entry('a', 'verified: true, text: Ring 612345678.') },
    [
      'business.yaml:1 address.country: found no country, so phone numbers of 57 countries are masked; write its code, such as "country: US"',
    ],
  ],
  [
    'a misspelled type',
    { 'business.yaml': 'name: A\ntype: Electrican\naddress: { country: US }\n' },
    ['business.yaml:2 type: found "Electrican", which is not a local business type of schema.org; did you mean Electrician?'],
  ],
  [
    'a common category that schema.org calls otherwise',
    { 'business.yaml': 'name: A\ntype: Peluqueria\naddress: { country: US }\n' },
    ['business.yaml:2 type: found "Peluqueria", which is not a local business type of schema.org; did you mean HairSalon?'],
  ],
  [
    'a type that schema.org doesn’t have',
    { 'business.yaml': 'name: A\ntype: Coworking\naddress: { country: US }\n' },
    [
      'business.yaml:2 type: found "Coworking", which is not a local business type of schema.org; write the closest type of https://schema.org/LocalBusiness, such as HomeAndConstructionBusiness, Store or LocalBusiness',
    ],
  ],
])('%s: a warning that only fails with --strict', async (_what, files, warnings) => {
  const { code, lines } = await check(files);
  expect(lines.slice(0, lines.indexOf(''))).toEqual([
    `content: ${warnings.length} warning${warnings.length === 1 ? '' : 's'}`,
    ...warnings.map((line) => `  ${line}`),
  ]);
  expect([code, lines.find((line) => line.startsWith('would'))]).toEqual([
    0,
    expect.stringMatching(/^would be published: \d+ of \d+ reviews?/),
  ]);
  expect((await check(files, '--strict')).code).toBe(1);
});

test('CONTENT_DIR is the default folder, and the demo business has no problems or warnings', async () => {
  const { code, stdout } = await runScript('check', { CONTENT_DIR: 'content' });
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^reminders [\s\S]*?\n\nwould be published: \d+ of \d+ reviews; left out: .*\nnext: .*\n$/),
  ]);
});

test('a source in policy.yaml that no review has is a warning, and invalid keys and values there are problems', async () => {
  const policy = (text: string) => ({
    'policy.yaml': text,
    'reviews/a.yaml': entry('a', 'source: google, source_url: "https://a.example/", verified: true'),
  });
  expect((await check(policy('sources:\n  gogle:\n    rights: Theirs.\n'))).lines).toEqual([
    'content: 1 warning',
    '  policy.yaml:3 sources.gogle: found the source "gogle", which no review has; write google, or leave it as it is',
    '',
    'would be published: 1 of 1 review',
  ]);
  const wrong = 'markup: stars\nsources:\n  google:\n    licence: MIT\n  yelp:\n    rights: Theirs.\n    license: free for all\n';
  expect((await check(policy(wrong))).lines.slice(0, 5)).toEqual([
    'content: 4 problems',
    '  policy.yaml:1 markup: found "stars"; write all, first_party or none',
    '  policy.yaml:4 sources.google.rights: found nothing; write text (in quotes if it looks like a number)',
    '  policy.yaml:4 sources.google.licence: found the unknown key "licence"; write license instead',
    '  policy.yaml:7 sources.yelp.license: found "free for all"; write an identifier of spdx.org/licenses, such as CC-BY-4.0, or the URL of the license',
  ]);
});

test('an unreadable picture fails the build with the same message', async () => {
  await check({ 'business.yaml': withPicture, 'pictures/van.jpg': cut(jpeg) });
  const { code, stderr } = await callScript('build', { CONTENT_DIR: folder, DIST_DIR: path.join(folder, 'dist') });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^content: 1 problem\n {2}.*business\.yaml:4 pictures\[0\]\.file: found "van.jpg", which is damaged/),
  ]);
});
