import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ContentError } from '../../site/content/problems.ts';
import { readDataset } from '../../site/content/read/read.ts';
import { root } from '../support/run-script.ts';
import { broken } from './broken-content.ts';

/** The problems that are reported for each, line by line. */
const expected: Readonly<Record<string, readonly string[]>> = {
  'an unknown key': ['business.yaml:2 phone: found the unknown key "phone"; write telephone instead'],
  'a missing name': ['business.yaml:1 name: found nothing; write text (in quotes if it looks like a number)'],
  'a date that does not exist': ['reviews/2023.yaml:2 [0].date: found "2023-02-29"; must be a valid date (YYYY-MM-DD)'],
  'a date with a time': ['reviews/2023.yaml:1 [0].date: found "2023-02-28T10:00:00Z"; must be a valid date (YYYY-MM-DD)'],
  'dates that no review can have': [
    'reviews/a.yaml:1 [0].date: found "0001-01-01"; write a date from 1970 to 2099',
    'reviews/a.yaml:2 [1].date: found "9999-12-31"; write a date from 1970 to 2099',
    'reviews/a.yaml:3 [2].date: found "1969-12-31"; write a date from 1970 to 2099',
    'reviews/a.yaml:4 [3].date: found "2100-01-01"; write a date from 1970 to 2099',
  ],
  'dates that nothing about a review can have': [
    'business.yaml:2 founded: found 20099; write a year, such as 2009',
    'takedowns.yaml:1 [0].date: found "0204-02-28"; write a date from 1970 to 2099',
    'reviews/a.yaml:5 [0].owner_reply.date: found "1024-01-02"; write a date from 1970 to 2099',
    'reviews/a.yaml:6 [0].verification.verified_at: found "0024-01-02"; write a date from 1970 to 2099',
    'reviews/a.yaml:7 [0].source_updated_at: found "9999-12-31T23:59:59-12:00"; write a date from 1970 to 2099',
    'reviews/a.yaml:8 [0].removed_at_source: found "2204-01-02"; write a date from 1970 to 2099',
    'reviews/a.yaml:9 [0].changed_by_business[0].date: found "1904-01-02"; write a date from 1970 to 2099',
  ],
  'names that no request can have, and texts that are a whole file': [
    'services.yaml:1 [0].id: found "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…; write at most 200 characters',
    'technicians.yaml:1 [0].aliases[0]: found "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…; write at most 200 characters, as many as a search for it can have',
    'service-areas.yaml:1 [0].name: found "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…; write at most 200 characters, as many as a search for it can have',
    'reviews/a.yaml:2 [0].source: found "sssssssssssssssssssssssssssssssssssssssssssssssssssssssssss…; write at most 200 characters, as many as a search for it can have',
    'reviews/a.yaml:5 [0].author: found "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…; write at most 1000 characters; more are probably several texts',
    'reviews/a.yaml:6 [0].text: found "ttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt…; write at most 100000 characters; more are probably several texts',
    'reviews/a.yaml:7 [0].owner_reply.text: found "rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr…; write at most 100000 characters; more are probably several texts',
  ],
  'ratings out of range': [
    'reviews/2023.yaml:1 [0].rating: found 0; write a whole number from 1 to 5',
    'reviews/2023.yaml:2 [1].rating: found 4.5; write a whole number from 1 to 5',
    'reviews/2023.yaml:3 [2].rating: found "five"; write a whole number from 1 to 5',
  ],
  'no identity': [
    'reviews/2023.yaml:1 [0].source_id: found nothing; write a source_id, from which the id is made: anything that never changes and that no other review has',
  ],
  'the same review twice': [
    'reviews/b.yaml:3 [1]: found the review 01GTAN3800EZ8971HKG6HRPVNP again (also in reviews/a.yaml:1 [0]); keep one of the two',
  ],
  'an id that is no ULID': ['reviews/a.json:1 id: found "1"; write a ULID, or leave the id out and write a source_id'],
  'bad YAML': ['services.yaml:2: found an unclosed quotation mark; close it at the end of the value'],
  'a colon in a value': [
    'business.yaml:1: found a colon in the value "Acme: Electric"; put the whole value in quotes: name: "Acme: Electric"',
  ],
  'a colon in a value and another mistake below': [
    'business.yaml:1: found a colon in the value "Acme: Electric"; put the whole value in quotes: name: "Acme: Electric"',
    'business.yaml:2: found a value that begins with "@"; put the whole value in quotes: telephone: "@home"',
  ],
  'a key farther in than its neighbors': [
    'business.yaml:2: found "description: B", indented more than the key above; start keys that belong together in the same column',
  ],
  'a value that begins with a sign of YAML': [
    'business.yaml:3: found a value that begins with "@"; put the whole value in quotes: email: "@acme"',
    'business.yaml:4: found a value that begins with "&"; put the whole value in quotes: notice: "& Sons"',
  ],
  'an apostrophe within single quotes': [
    `business.yaml:1: found text after a closing quotation mark, in 'Joe's Plumbing'; put the whole value in quotes: name: "Joe's Plumbing"`,
  ],
  'a tab': ['business.yaml:2: found a tab at the beginning of a line; indent with spaces'],
  'a key twice': ['business.yaml:2: found the key "name" twice; keep one of the two'],
  'an open bracket': ['business.yaml:2: found an unclosed bracket; close it with ]'],
  'a color without quotes': [
    'business.yaml:3: found nothing, because YAML reads #b00 as a comment; put the value in quotes: brand: "#b00"',
  ],
  'a color of three digits': ['business.yaml:3 theme.brand: found "#b00"; write # and six digits in quotes, such as "#0a5f4c"'],
  'a name that YAML takes for a comment': [
    'business.yaml:1: found nothing, because YAML reads #1 Plumbing as a comment; put the value in quotes: name: "#1 Plumbing"',
  ],
  'the name of a language': ['business.yaml:2 language: found "español"; write a language tag such as en, es or en-GB'],
  'a language in capitals': ['business.yaml:2 language: found "es_MX"; write a language tag such as en, es or en-GB'],
  'a language that nobody knows': ['business.yaml:2 language: found "Elvish"; write a language tag such as en, es or en-GB'],
  'days in Spanish': [
    'business.yaml:3 opening_hours[0].days[0]: found "lunes"; write one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
    'business.yaml:3 opening_hours[0].days[1]: found "Miércoles"; write one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
    'business.yaml:3 opening_hours[0].days[2]: found "festivos"; write one of Monday, Tuesday, Wednesday, Thursday, Friday, Saturday, Sunday',
    'business.yaml:4 opening_hours[1].days: found "lunes a viernes"; write the days as a list in English, such as [Monday, Tuesday]',
  ],
  'a logo in capitals': ['logo.PNG: found an unknown file name; name it logo.png, or move it away'],
  'a logo of another kind': [
    'logo.gif: found a logo in a format that pages cannot show; save it as an SVG, PNG, JPEG or WebP, such as logo.png',
  ],
  'a logo without a height': [
    'logo.svg: found an unreadable picture; use a PNG, a JPEG, a WebP, or an SVG with width and height or a viewBox',
  ],
  'a logo with a negative width': [
    'logo.svg: found an unreadable picture; use a PNG, a JPEG, a WebP, or an SVG with width and height or a viewBox',
  ],
  'a logo that is as wide as a street': [
    'logo.svg: found 100000 x 1; make it at most 15 times as wide as high, because it is next to the name',
  ],
  'bad JSON': ['faq.json: found YAML; write JSON, or name the file .yaml'],
  'YAML in a JSON file': ['faq.json: found YAML; write JSON, or name the file .yaml'],
  'bytes that are not UTF-8': ['technicians.yaml: found bytes that are not UTF-8; save the file as UTF-8'],
  'JSON a hundred thousand lists deep': ['faq.json: found more than 100 nested lists or objects; remove some levels'],
  'JSON a hundred thousand lists deep without an end': ['faq.json: found more than 100 nested lists or objects; remove some levels'],
  'YAML a hundred thousand lists deep': ['faq.yaml: found too many nested lists or keys; remove some levels'],
  'YAML a hundred thousand dashes deep': ['faq.yaml: found too many nested lists or keys; remove some levels'],
  'an alias bomb': [
    'faq.yaml: found a syntax error (Excessive alias count indicates a resource exhaustion attack); write the value out instead of an alias, or in quotes',
  ],
  'an alias inside its own value': [
    'services.yaml:1: found *a inside the value that it stands for; write the value out instead of the alias',
    'services.yaml:3: found *b inside the value that it stands for; write the value out instead of the alias',
    'policy.yaml:2: found *all inside the value that it stands for; write the value out instead of the alias',
    'reviews/one.md:4: found *r inside the value that it stands for; write the value out instead of the alias',
  ],
  'keys twice in JSON': [
    'policy.json:3: found the key "rights" twice; keep one of the two',
    'policy.json:4: found the key "report" twice; keep one of the two',
    'reviews/a.json:1: found the key "rating" twice; keep one of the two',
  ],
  'a misnamed file': ['service.yaml: found an unknown file name; name it services.yaml, or move it away'],
  'two files for one thing': ['faq.yaml: found a second file for faq; keep one of the two'],
  'a spreadsheet among the reviews': [
    'reviews/export.csv: found a file that contains no reviews; move it out of this folder, then run: npm run import -- FILE',
  ],
  'an alias of two technicians': [
    'technicians.yaml:2 [1]: found "ann", which is already a name of "Ann Lee"; use each name and alias once',
  ],
  'pictures that are none': [
    'business.yaml:3 pictures[0].file: found "gone.jpg", which isn\'t in pictures/; put the file there, or write the name of one that is',
    'business.yaml:4 pictures[1].file: found "../van.jpg"; write the name of a file in pictures/, without a folder',
    'business.yaml:5 pictures[2].file: found "text.jpg", which is not a JPEG, PNG or WebP; save the picture in one of these formats',
    'technicians.yaml:1 [0].picture.file: found "text.jpg", which is not a JPEG, PNG or WebP; save the picture in one of these formats',
  ],
  'a picture without words': [
    'business.yaml:2 pictures[0].alt: found nothing; describe the picture for people who can’t see it',
    'business.yaml:2 pictures[1].alt: found " "; describe what the picture shows',
  ],
  'links that lead nowhere': [
    'business.yaml:2 write_review: found "maps"; write an absolute URL such as https://example.com/page',
    'business.yaml:3 links[0].url: found "javascript:alert(1)"; write an absolute URL such as https://example.com/page',
  ],
  'a service twice': ['services.yaml:2 [1]: found "a", which is already a name of "A thing"; use each name and alias once'],
  'a correction of an unknown review': [
    'corrections.yaml:1 [0].review: found "01HQVMZ100MF6GH5BNBQKC9XD9", which no review has; write the id that the review has in reviews.json',
  ],
  'a correction that names nobody known': [
    'corrections.yaml:2 [0].mentions.services[0]: found "panel", which is not in the catalog; the catalog has no services',
    'corrections.yaml:2 [0].mentions.technicians[0]: found "Ann Le", which is not in the catalog; write Ann Lee',
  ],
  'a policy of words that mean nothing': [
    'policy.yaml:1 verification[1]: found "receipt"; write one of platform_account, invoice, invitation, vouched',
    'policy.yaml:2 names: found "initial"; write as_is, initials or hidden',
    'policy.yaml:3 mask[0]: found "phones"; write phone, email or street_address',
    'policy.yaml:4 removed_at_source: found "keep"; write leave_out or publish',
    'policy.yaml:6 report: found "the office"; write an e-mail address, or an absolute URL such as https://example.com/report',
    'policy.yaml:5 name: found the unknown key "name"; write names instead',
  ],
  'a takedown without a review or a day': [
    'takedowns.yaml:1 [0].review: found "g-123"; write the id that the review has in reviews.json',
    'takedowns.yaml:1 [0].date: found "2024-02-30"; must be a valid date (YYYY-MM-DD)',
    'takedowns.yaml:2 [1].review: found nothing; write the id that the review has in reviews.json',
    'takedowns.yaml:2 [1].reasons: found the unknown key "reasons"; write reason instead',
  ],
  'a takedown twice': ['takedowns.yaml:2 [1].review: found 01HQVMZ100MF6GH5BNBQKC9XD9 again; keep one of the two'],
  'a way of verification that does not exist': [
    'reviews/a.yaml:5 [0].verification.method: found "receipt"; write one of platform_account, invoice, invitation, vouched',
    'reviews/a.yaml:5 [0].verification.verified_at: found "yesterday"; must be a valid date (YYYY-MM-DD)',
    'reviews/a.yaml:6 [0].removed_at_source: found true; must be a valid date (YYYY-MM-DD)',
  ],
  'a quote of what is masked': [
    'verdicts.json:1 reviews[0].aspects[0].quote: found "Call 360-555-0177", which is not in the text of 01HQVMZ100MF6GH5BNBQKC9XD9; copy a passage of its text in reviews.json exactly, or remove the verdict',
  ],
  'a review of one in Markdown without a date': ['reviews/one.md:2 date: found nothing; must be a valid date (YYYY-MM-DD)'],
  'an aspect that the business’s type isn’t judged by': [
    'aspects.yaml:2 [1].aspect: found "workmanship", which is not an aspect of the type Restaurant; write one of service, communication, waiting, price, quality, cleanliness, comfort, location, or set type in business.yaml: "workmanship" is for HomeAndConstructionBusiness, Electrician, GeneralContractor, HVACBusiness, HousePainter, Locksmith, MovingCompany, Plumber, RoofingContractor',
  ],
  'an aspect of contractors where no type is set': [
    'corrections.yaml:3 [0].aspects.punctuality: found "punctuality", which is not an aspect of the type LocalBusiness; write one of service, communication, waiting, price, quality, cleanliness, comfort, location, or set type in business.yaml: "punctuality" is for HomeAndConstructionBusiness, Electrician, GeneralContractor, HVACBusiness, HousePainter, Locksmith, MovingCompany, Plumber, RoofingContractor',
  ],
  'an aspect of other businesses where a contractor’s type is set': [
    'aspects.yaml:1 [0].aspect: found "waiting", which is not an aspect of the type Plumber; write one of punctuality, responsiveness, communication, professionalism, technical_knowledge, workmanship, pricing, cleanliness, safety, or set type in business.yaml: "waiting" is for all types but HomeAndConstructionBusiness, Electrician, GeneralContractor, HVACBusiness, HousePainter, Locksmith, MovingCompany, Plumber, RoofingContractor',
  ],
  'an empty business': ['business.yaml: found nothing; write keys with values, such as "name: ..."'],
  'a list where a business is wanted': ['business.yaml:1: found [{"name":"A"}]; write keys with values, such as "name: ..."'],
  'problems in two files at once': [
    'business.yaml:1 name: found ""; write something here, or remove the key',
    'business.yaml:2 email: found "nobody"; write an e-mail address',
    'faq.yaml:1 [0].answer: found nothing; write text (in quotes if it looks like a number)',
  ],
};

/** Reads a business with these files from a new folder. Returns the problems, with paths relative to that folder. */
function problemsOf(files: Readonly<Record<string, string | Buffer>>): readonly string[] {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'open-reviews-content-'));
  try {
    for (const [name, bytes] of Object.entries({ 'business.yaml': 'name: A\n', ...files })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), bytes);
    }
    readDataset(folder);
    return [];
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    const [count, ...lines] = error.message.replaceAll(`${folder}/`, '').split('\n');
    expect(count).toBe(`content: ${lines.length} problem${lines.length === 1 ? '' : 's'}`);
    return lines.map((line) => line.trimStart());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each(Object.keys(broken))('%s: the error contains the place, what was found and what to write', (name) => {
  expect(problemsOf(broken[name] ?? {})).toEqual(expected[name]);
});

test('a missing folder is reported', () => {
  expect(() => readDataset('/nowhere/content')).toThrow(
    'content: 1 problem\n  /nowhere/content: found no such folder; create it, or set CONTENT_DIR to the folder with business.yaml',
  );
});

test('a folder without business.yaml is reported', () => {
  expect(() => readDataset(path.join(root, 'test/fixtures'))).toThrow(
    /business\.yaml: found no such file; write at least "name: \.\.\." into it/,
  );
});

test.each<readonly [what: string, files: Readonly<Record<string, string>>]>([
  [
    'empty files and files with only comments',
    { 'services.yaml': '# none\n', 'faq.yaml': '', 'policy.yaml': '# the usual\n', 'reviews/2020.yaml': '# none yet\n' },
  ],
  ['hidden files, backups and a README', { '.DS_Store': 'x', 'business.yaml~': 'x', 'README.md': 'x', 'reviews/.gitkeep': '' }],
  ['folders inside reviews/', { 'reviews/2020/01/one.md': '---\nsource_id: a\ndate: 2020-01-01\nrating: 5\nauthor: A\n---\nHi\n' }],
  ['a byte order mark', { 'business.yaml': '\ufeffname: A\n' }],
  ['Windows line endings', { 'faq.yaml': '- question: Q\r\n  answer: A\r\n' }],
])('accepts %s', (_, files) => {
  expect(problemsOf(files)).toEqual([]);
});
