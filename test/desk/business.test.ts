import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parts } from '../../scripts/desk/screens/business/content.ts';
import { allFields } from '../../scripts/desk/screens/business/fields.ts';
import { languages } from '../../site/messages/languages.ts';
import { workshop } from '../support/copy-content.ts';
import { type OpenDesk, openTestDesk } from '../support/desk.ts';
import { decode } from '../support/listings.ts';
import { pageText } from '../support/page-text.ts';
import { root } from '../support/run-script.ts';

let desk: OpenDesk | undefined;
afterEach(async () => {
  await desk?.close();
  desk = undefined;
});

/** Opens a desk for a business with these files. */
async function open(files: Readonly<Record<string, string>>) {
  const { folder, content, dist } = await workshop('minimal');
  mkdirSync(path.join(content, 'reviews'), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(content, name), text);
  const data = path.join(folder, 'data');
  const opened = await openTestDesk({ CONTENT_DIR: content, DATA_DIR: data, DIST_DIR: dist });
  desk = opened;
  const read = (name: string) => readFileSync(path.join(content, name), 'utf8');
  return { desk: opened, content, data, read };
}

/** Returns the fields of a page's form as a browser would send them. */
function fieldsIn(page: string): URLSearchParams {
  const form = page.slice(page.indexOf('<form'), page.indexOf('</form>'));
  const fields = new URLSearchParams();
  const controls = form.matchAll(/<input [^>]*>|<textarea ([^>]*)>([^<]*)<\/textarea>|<select ([^>]*)>(.*?)<\/select>/gs);
  for (const [tag, , text, , options] of controls) {
    const attribute = (name: string) => decode(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
    if (/type="(?:checkbox|radio)"/.test(tag) && !tag.includes(' checked')) continue;
    const chosen = options === undefined ? undefined : (/value="([^"]*)" selected/.exec(options)?.[1] ?? '');
    fields.append(attribute('name'), decode(text?.replace(/^\n/, '') ?? chosen ?? attribute('value')));
  }
  return fields;
}

/** Fills in the form at `place` and submits it. */
async function save(opened: OpenDesk, place: string, values: Readonly<Record<string, string | readonly string[]>>) {
  const fields = fieldsIn(await (await opened.get(place)).text());
  for (const [name, value] of Object.entries(values)) {
    fields.delete(name);
    for (const one of [value].flat()) fields.append(name, one);
  }
  fields.set('do', fields.get('do') ?? 'save');
  const answer = await opened.post(place, fields);
  return { status: answer.status, text: await answer.text() };
}

const BUSINESS = `# Who we are.
name: 'Harbor & Pine'   # as on the sign
description: >-
  Panels and rewiring,
  car chargers.
address: {street_address: 418 Cannery Street, postal_code: "98300"}
# When we are there.
opening_hours:
  - days: [Monday, Tuesday] # early
    opens: "07:30"
    closes: "17:30"
same_as:
  - https://maps.example/place # first

theme: { brand: "#10322a" }
# The end.
`;

test('every form field has its words, and there are no unused ones', () => {
  const fields = Object.values(parts).flatMap(({ field }) => Object.values(field.fields).flatMap(allFields));
  // The verification methods have the same names as on pages.
  const needed = fields.flatMap((field) => [
    field.path,
    ...('options' in field && field.path !== 'policy.verification' ? field.options.map((option) => `${field.path}=${String(option)}`) : []),
  ]);
  const given = Object.keys(languages.en.desk.fields).filter((key) => !/:(?:help|add)$|=$/.test(key));
  expect(given.sort()).toEqual([...new Set(needed)].sort());
});

describe('saving', () => {
  test.each([
    ['LF', (text: string) => text],
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ])('only changes the lines of edited fields: %s', async (_name, ended) => {
    const { desk, read } = await open({ 'business.yaml': ended(BUSINESS) });
    const { text } = await save(desk, '/business', {
      name: 'Harbor & Oak',
      'address.locality': 'Port Alder',
      'opening_hours.0.days': ['Monday', 'Tuesday', 'Friday'],
      'opening_hours.0.opens': '08:00',
      telephone: '+1-360-555-0142',
      founded: '2009',
      same_as: 'https://maps.example/place\r\nhttps://yelp.example/biz\r\n',
    });
    expect(text).toContain('Saved. Your site shows it once you publish.');
    const expected = BUSINESS.replace("'Harbor & Pine'", "'Harbor & Oak'")
      .replace('Street, ', 'Street, locality: Port Alder, ')
      .replace('Tuesday]', 'Tuesday, Friday]')
      .replace('"07:30"', '"08:00"')
      .replace('car chargers.\n', 'car chargers.\ntelephone: "+1-360-555-0142"\n')
      .replace('"17:30"\n', '"17:30"\nfounded: 2009\n')
      .replace('# first\n', '# first\n  - https://yelp.example/biz\n');
    expect(read('business.yaml')).toBe(ended(expected));
  });

  test('removes emptied fields and keeps those that the form doesn’t have', async () => {
    const { desk, read } = await open({ 'business.yaml': BUSINESS });
    await save(desk, '/business', { description: '', same_as: '', 'address.street_address': '', 'address.postal_code': '' });
    expect(parse(read('business.yaml'))).toEqual({
      name: 'Harbor & Pine',
      opening_hours: [{ days: ['Monday', 'Tuesday'], opens: '07:30', closes: '17:30' }],
      theme: { brand: '#10322a' },
    });
    await save(desk, '/business/look', { 'theme.brand': '', 'theme.scheme': 'dark' });
    expect(read('business.yaml')).toContain('theme: { scheme: dark }\n# The end.\n');
  });

  test.each(Object.values(parts).map(({ path: place }) => `/business${place}`.replace(/\/$/, '')))(
    '%s without a change leaves the demo’s files unchanged',
    async (place) => {
      const files = ['business', 'services', 'technicians', 'service-areas', 'faq', 'policy'].map((name) => `${name}.yaml`);
      const demo = Object.fromEntries(files.map((name) => [name, readFileSync(path.join(root, 'content', name), 'utf8')]));
      const { desk, read } = await open(demo);
      expect((await save(desk, place, {})).text).toContain('You didn’t change anything.');
      expect(Object.fromEntries(files.map((name) => [name, read(name)]))).toEqual(demo);
    },
  );

  test('creates a missing file and keeps JSON as JSON', async () => {
    const { desk, content, read } = await open({ 'technicians.json': '[\n  { "name": "Dana" }\n]\n' });
    await save(desk, '/business/policy', { names: 'initials', mask: [], report: 'reviews@example.com' });
    expect(read('policy.yaml')).toBe('names: initials\nmask: []\nreport: reviews@example.com\n');
    await save(desk, '/business/people', { 'items.0.role': 'Owner', 'items.1.name': 'Will' });
    expect(read('technicians.json')).toBe('[\n  { "name": "Dana", "role": "Owner" },\n  {"name":"Will"}\n]\n');
    expect(existsSync(path.join(content, 'technicians.yaml'))).toBe(false);
  });

  test('changes and adds keyed entries', async () => {
    const policy = '# Whose.\nsources:\n  google: # theirs\n    rights: Theirs.\n  form:\n    rights: Ours.\n    first_party: true\n';
    const { desk, read } = await open({ 'policy.yaml': policy });
    await save(desk, '/business/policy', {
      'sources.0.rights': 'Each author’s.',
      'sources.1.first_party': '',
      'sources.2.(key)': 'direct',
      'sources.2.rights': 'Ours, too.',
      'well_known.0.(key)': 'mcp-registry-auth',
      'well_known.0.(text)': 'v=MCPv1',
    });
    expect(read('policy.yaml')).toBe(
      '# Whose.\nsources:\n  google: # theirs\n    rights: Each author’s.\n  form:\n    rights: Ours.\n  direct:\n    rights: Ours, too.\nwell_known:\n  mcp-registry-auth: v=MCPv1\n',
    );
  });

  test('gives a new service an id based on its name', async () => {
    const { desk, read } = await open({});
    await save(desk, '/business/services', { 'items.0.name': 'Käse & Brot', 'items.0.aliases': 'cheese\nbread' });
    expect(parse(read('services.yaml'))).toEqual([{ id: 'kase-brot', name: 'Käse & Brot', aliases: ['cheese', 'bread'] }]);
  });

  test('adds what looks like a person or a service in reviews with one click, and saves what else was entered', async () => {
    const reviews = [
      'Ask for Chloe! They repaired our boiler.',
      'I came in and Chloe explained it. They replaced our boiler.',
      'They fixed the boiler. Chloe was kind.',
      'Chloe helped us again.',
    ];
    const { desk, read } = await open({
      // One customer wrote two of the reviews.
      'reviews/a.yaml': reviews
        .map(
          (text, index) =>
            `- { source_id: r${index}, date: 2024-01-01, rating: 5, author: A${index % 3}, verified: true, text: ${text} }\n`,
        )
        .join(''),
    });
    const page = await (await desk.get('/business/people')).text();
    expect(page).toContain('<li>“Chloe”, in 4 reviews <button class="plain" name="do" value="add-unlisted:Chloe"');
    const today = pageText(await (await desk.get('/')).text());
    expect(today).toContain('One service and one person are mentioned in reviews and not listed.');
    await save(desk, '/business/people', { 'items.0.name': 'Dana', do: 'add-unlisted:Chloe' });
    expect(parse(read('technicians.yaml'))).toEqual([{ name: 'Dana' }, { name: 'Chloe' }]);
    expect(await (await desk.get('/business/people')).text()).not.toContain('add-unlisted');
    await save(desk, '/business/services', { do: 'add-unlisted:Boiler' });
    expect(parse(read('services.yaml'))).toEqual([{ id: 'boiler', name: 'Boiler' }]);
  });

  test('names no number on Today if there may be more than the lists propose', async () => {
    const names = ['Chloe', 'Marcus', 'Priya', 'Dana', 'Jerome', 'Nadia', 'Tobias', 'Ingrid', 'Felix'];
    const texts = names.flatMap((name) => [
      `Ask for ${name}! They repaired our boiler.`,
      `I came in and ${name} explained it. They replaced our boiler.`,
      `They fixed the boiler. ${name} was kind.`,
    ]);
    const { desk } = await open({
      'reviews/a.yaml': texts
        .map((text, index) => `- { source_id: r${index}, date: 2024-01-01, rating: 5, author: A${index}, verified: true, text: ${text} }\n`)
        .join(''),
    });
    const today = pageText(await (await desk.get('/')).text());
    expect(today).toContain('Reviews mention many services or people that aren’t listed.');
    expect(today).not.toMatch(/8 people are mentioned/);
  });

  test('is recorded in the history with the version before it', async () => {
    const { desk, read, data } = await open({ 'business.yaml': BUSINESS });
    await save(desk, '/business', { name: 'Other' });
    const history = parse(readFileSync(path.join(data, 'desk/history.yaml'), 'utf8'));
    expect(history).toEqual([{ at: expect.any(String), did: 'Edited: Business', from: 1, to: 2 }]);
    expect(readFileSync(path.join(data, 'desk/states/1/business.yaml'), 'utf8')).toBe(BUSINESS);
    expect(read('business.yaml')).toContain("name: 'Other'");
  });
});

describe('the form of the business', () => {
  const TOP = ['name', 'type', 'description', 'url', 'telephone', 'email', 'address', 'opening_hours'];

  test('has eight fields, and the others folded, which open for a mistake or a new row', async () => {
    const { desk } = await open({ 'business.yaml': BUSINESS });
    const [top = '', more = ''] = (await (await desk.get('/business')).text()).split('<details class="more">');
    expect(TOP.filter((name) => !top.includes(`id="${name}"`))).toEqual([]);
    expect(['legal_name', 'geo', 'founded', 'same_as', 'language'].filter((name) => !more.includes(`id="${name}"`))).toEqual([]);
    for (const [name, value] of [
      ['write_review', 'x'],
      ['do', 'add:links'],
    ] as const)
      expect((await save(desk, '/business', { [name]: value })).text).toContain('<details class="more" open>');
    expect((await save(desk, '/business', { email: 'x' })).text).toContain('<details class="more">');
  });

  test('shows names for codes, reads both, and completes addresses', async () => {
    const { desk, read } = await open({ 'business.yaml': 'name: Acme\n' });
    const values = {
      type: 'hair salon',
      url: 'www.example.com/a?b',
      'address.country': 'spain',
      geo: 'https://www.google.com/maps/place/Acme/@40.1,-3.1,17z/data=!3m1!4b1!4m6!8m2!3d40.4168!4d-3.7038',
      language: 'British English',
      same_as: 'yelp.com/biz/acme',
    };
    expect((await save(desk, '/business', values)).text).toContain('Saved.');
    expect(parse(read('business.yaml'))).toEqual({
      name: 'Acme',
      type: 'HairSalon',
      url: 'https://www.example.com/a?b',
      address: { country: 'ES' },
      geo: { latitude: 40.4168, longitude: -3.7038 },
      same_as: ['https://yelp.com/biz/acme'],
      language: 'en-GB',
    });
    const text = await (await desk.get('/business')).text();
    const shown = Object.fromEntries(fieldsIn(text));
    expect(shown).toMatchObject({ type: 'Hair salon', 'address.country': 'Spain', geo: '40.4168, -3.7038', language: 'British English' });
    expect(text).toContain('href="https://www.openstreetmap.org/?mlat=40.4168&amp;mlon=-3.7038#map=17/40.4168/-3.7038"');
    const same = read('business.yaml');
    await save(desk, '/business', { type: 'HairSalon', 'address.country': 'es', language: 'en-GB', geo: '40.4168,-3.7038' });
    expect(read('business.yaml')).toBe(same);
  });

  test('shows defaults by name, too', async () => {
    const { desk, read } = await open({ 'business.yaml': 'name: Acme\n' });
    expect(Object.fromEntries(fieldsIn(await (await desk.get('/business')).text()))).toMatchObject({
      type: 'Local business',
      language: 'English',
    });
    await save(desk, '/business', {});
    expect(read('business.yaml')).toBe('name: Acme\n');
  });

  test('offers the kinds, countries and languages by name, in the business’s language', async () => {
    const { desk } = await open({ 'business.yaml': 'name: Acme\nlanguage: es\n' });
    const text = await (await desk.get('/business')).text();
    const choices = (input: string) =>
      [...(new RegExp(`<datalist id="known-${input}">(.*?)</datalist>`).exec(text)?.[1] ?? '').matchAll(/value="([^"]+)"/g)].map(
        ([, value]) => value,
      );
    expect(choices('type')).toContain('HVAC business');
    expect(choices('country').slice(0, 3)).toEqual(['Afganistán', 'Albania', 'Alemania']);
    expect(choices('language')).toEqual(['Español', 'Español de México', 'Inglés', 'Inglés británico']);
  });

  test('keeps how the file writes a country that nobody changes', async () => {
    const file = 'name: Acme\naddress: { country: "United States" } # ours\n';
    const { desk, read } = await open({ 'business.yaml': file });
    await save(desk, '/business', { telephone: '+1 360 555 0142' });
    expect(read('business.yaml')).toContain('address: { country: "United States" } # ours\n');
  });

  test('names the row of a mistake', async () => {
    const { desk } = await open({ 'business.yaml': 'name: Acme\n', 'services.yaml': '- id: panels\n  name: Panels\n' });
    const { text } = await save(desk, '/business/services', { 'items.1.name': 'Panel upgrade', 'items.1.id': 'Panel!' });
    expect(text).toContain('<a href="#items.1.id">Services 2 (Panel upgrade): Name in its page’s address</a>');
  });

  test('speaks of postcodes in Britain', async () => {
    const { desk } = await open({ 'business.yaml': 'name: Acme\nlanguage: en-GB\n' });
    const text = await (await desk.get('/business')).text();
    expect(text).toContain('>Postcode</label>');
    expect(text).toContain('>County or region</label>');
    expect(text).not.toMatch(/postal code|cell phone/i);
  });
});

describe('mistakes', () => {
  test('are shown next to their fields and listed in form order; the input stays, and nothing is written', async () => {
    const { desk, read } = await open({ 'business.yaml': BUSINESS });
    const { status, text } = await save(desk, '/business', {
      name: '',
      url: 'example com',
      email: 'nobody',
      geo: 'https://maps.app.goo.gl/abc',
      'opening_hours.0.closes': '25:00',
      same_as: 'https://a.example\nyelp',
    });
    expect(status).toBe(422);
    expect(text).toContain('id="name-error">Please fill this in.');
    expect(text).toMatch(/id="url" name="url" aria-describedby="url-help url-error" aria-invalid="true" value="example com"/);
    expect(text).toContain('id="url-error">Enter the full address, such as https://example.com/page');
    expect(text).toContain('id="email-error">Enter an e-mail address');
    expect(text).toContain('id="geo-error">Enter a link that shows the place on a map');
    expect(text).toContain('<a href="#opening_hours.0.closes">Opening hours 1 (Monday, Tuesday: 07:30 – 25:00): Closes</a>');
    expect(text).toContain('id="opening_hours.0.closes-error">Enter a time');
    expect(text).toContain('id="same_as-error">“yelp”: Enter the full address');
    expect(text).toContain('<details class="row" id="opening_hours.0" open>');
    expect([...text.matchAll(/<li><a href="#([^"]+)">/g)].map(([, name]) => name)).toEqual([
      'name',
      'url',
      'email',
      'geo',
      'opening_hours.0.closes',
      'same_as',
    ]);
    expect(read('business.yaml')).toBe(BUSINESS);
  });

  test.each([
    ['/business', { url: 'x' }, 'Escriba la dirección completa'],
    ['/business/look', { 'theme.brand': '#ffd700' }, 'Este color es demasiado claro para los enlaces'],
    ['/business/look', { 'theme.star': '#ffffff' }, 'Sirve uno más oscuro, como #'],
    ['/business/look', { 'pictures.0.file': 'no.jpg', 'pictures.0.alt': 'Nada' }, 'No hay ninguna foto «no.jpg»'],
    ['/business/people', { 'items.1.name': 'Ana', 'items.1.aliases': 'eva' }, '«eva» ya es un nombre de «Eva»'],
    ['/business/policy', { 'sources.0.(key)': 'a', 'sources.0.rights': 'x', 'sources.1.(key)': 'a' }, '«a» está dos veces'],
    ['/business/policy', { 'sources.0.rights': 'x' }, 'Rellene este campo'],
    ['/business/policy', { 'well_known.0.(key)': 'Á', 'well_known.0.(text)': 'x' }, 'Use solo letras minúsculas'],
    ['/business/policy', { phone_countries: 'Francia\nNarnia' }, '“Narnia”: Escriba el nombre de un país'],
  ])('are explained in the business’s language: %s %j', async (place, values, message) => {
    const { desk } = await open({ 'business.yaml': 'name: Taberna\nlanguage: es\n', 'technicians.yaml': '- name: Eva\n' });
    const { status, text } = await save(desk, place, values);
    expect([status, /class="error"[^>]*>([^<]*)/.exec(text)?.[1]]).toEqual([422, expect.stringContaining(message)]);
  });

  test('include changing an id that other content uses', async () => {
    const id = '01M7BNN500K830F636P22FWH62';
    const services = '- id: panels\n  name: Panels\n';
    const { desk, read } = await open({
      'services.yaml': services,
      'reviews/a.yaml': `- { id: ${id}, date: 2024-01-01, rating: 5, author: Ann, verified: true }\n`,
      'corrections.yaml': `- review: ${id}\n  note: x\n  mentions: { services: [panels] }\n`,
    });
    const { status, text } = await save(desk, '/business/services', { 'items.0.id': 'boards' });
    expect(status).toBe(422);
    expect(text).toContain('Something else in your content needs the old value (corrections.yaml)');
    expect(read('services.yaml')).toBe(services);
  });
});

test('rows are added and removed without JavaScript, and nothing is written before saving', async () => {
  const { desk, content } = await open({});
  const added = await save(desk, '/business/questions', { do: 'add:items' });
  expect(added.text).toContain('name="items.0.question" autofocus');
  const fields = fieldsIn(added.text);
  fields.set('items.0.question', 'Why?');
  fields.set('do', 'add:items');
  const again = await (await desk.post('/business/questions', fields)).text();
  expect(again).toContain('value="Why?"');
  expect(again).toContain('name="items.1.question" autofocus');
  const removed = fieldsIn(again);
  removed.set('do', 'remove:items.0');
  const rest = await (await desk.post('/business/questions', removed)).text();
  expect(rest).not.toContain('Why?');
  expect(existsSync(path.join(content, 'faq.yaml'))).toBe(false);
});

test('a file that changed in the meantime isn’t overwritten: the user sees both versions and chooses', async () => {
  const { desk, content, read } = await open({ 'business.yaml': BUSINESS });
  const fields = fieldsIn(await (await desk.get('/business')).text());
  const theirs = BUSINESS.replace('Harbor & Pine', 'Changed by hand');
  writeFileSync(path.join(content, 'business.yaml'), theirs);
  fields.set('name', 'Changed in the desk');
  const answer = await desk.post('/business', fields);
  const text = await answer.text();
  expect(answer.status).toBe(409);
  expect(text).toContain('<p class="lines">Changed in the desk</p>');
  expect(text).toContain('<p class="lines">Changed by hand</p>');
  expect(read('business.yaml')).toBe(theirs);
  const chosen = await desk.post('/business', fieldsIn(text));
  expect(chosen.status).toBe(200);
  expect(parse(read('business.yaml')).name).toBe('Changed in the desk');
});

test('the preview shows valid input in the colors of the theme', async () => {
  const { desk } = await open({ 'business.yaml': BUSINESS });
  const fields = fieldsIn(await (await desk.get('/business/look')).text());
  fields.set('theme.brand', '#1f4e79');
  fields.set('theme.link', '#12');
  const look = await (await desk.post('/business/preview?part=look', fields)).text();
  const address = /<link rel="stylesheet" href="([^"]+)"/.exec(look)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const styles = await desk.get(address);
  expect(styles.headers.get('content-type')).toContain('text/css');
  expect(await styles.text()).toMatch(/\.preview \.card \{[^}]*--band: light-dark\(#1f4e79/);
  const own = fieldsIn(await (await desk.get('/business')).text());
  own.set('name', '<b>New</b>');
  own.set('opening_hours.0.closes', '');
  const card = await (await desk.post('/business/preview?part=business', own)).text();
  expect(card).toContain('<p class="name">&lt;b&gt;New&lt;/b&gt;</p>');
  expect(card).not.toContain('7:30');
  const policy = new URLSearchParams({ names: 'initials', mask: 'phone' });
  const example = await (await desk.post('/business/preview?part=policy', policy)).text();
  expect(example).toContain('[phone number]');
  expect(example).toContain('maria@example.com');
  expect(example).toContain('<p>Maria B.</p>');
});

describe('the logo and pictures', () => {
  const picture = readFileSync(path.join(root, 'content/pictures/van.webp'));
  const upload = async (opened: OpenDesk, place: string, ...files: readonly (readonly [string, Uint8Array | string])[]) => {
    const body = new FormData();
    for (const [name, bytes] of files) body.append('file', new Blob([bytes as BlobPart]), name);
    const answer = await opened.post(place, body);
    return { status: answer.status, text: await answer.text() };
  };

  test('are added and shown; a new logo replaces the old one, and pictures are never overwritten', async () => {
    const { desk, content } = await open({ 'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>' });
    const { text } = await upload(desk, '/business/pictures', ['../../van.webp', picture]);
    expect(text).toContain('<img src="/business/pictures/van.webp"');
    await upload(desk, '/business/pictures', ['van.webp', picture], ['van.webp', Buffer.concat([picture, Buffer.from('x')])]);
    expect(readdirSync(path.join(content, 'pictures')).sort()).toEqual(['van (2).webp', 'van.webp']);
    expect(Buffer.from(await (await desk.get('/business/pictures/van.webp')).arrayBuffer()).equals(picture)).toBe(true);
    expect((await upload(desk, '/business/logo', ['Our Logo.WEBP', picture])).text).toContain('The logo was added.');
    expect(readdirSync(content).filter((name) => name.startsWith('logo'))).toEqual(['logo.webp']);
    expect((await desk.get('/business/logo')).headers.get('content-type')).toBe('image/webp');
    const saved = await save(desk, '/business/look', { 'pictures.0.file': 'van.webp', 'pictures.0.alt': 'Our van' });
    expect(saved.text).toContain('Saved.');
  });

  test.each([
    ['/business/pictures', 'a.heic', '....ftypheic', 'save photos from a phone as JPEG'],
    ['/business/pictures', 'a.jpg', 'text', 'It must be a JPEG, PNG or WebP picture'],
    ['/business/logo', 'a.svg', 'text', 'can’t be the logo'],
    ['/business/logo', 'a.html', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', 'can’t be the logo'],
  ])('are refused if pages can’t show them: %s %s', async (place, name, bytes, message) => {
    const { desk, content } = await open({});
    const { status, text } = await upload(desk, place, [name, bytes]);
    expect([status, text]).toEqual([422, expect.stringContaining(message)]);
    expect(readdirSync(content)).toEqual(['.content.lock', 'business.yaml', 'reviews']);
  });

  test.each(['..%2Fbusiness.yaml', '%2e%2e%2fbusiness.yaml', 'no.png'])('return 404 for any other name: %s', async (name) => {
    const { desk } = await open({});
    expect((await desk.get(`/business/pictures/${name}`)).status).toBe(404);
  });
});

test('a file that can’t be parsed is named on its page', async () => {
  const { desk, content } = await open({ 'services.yaml': '- id: "a\n' });
  expect(await (await desk.get('/business/services')).text()).toContain('services.yaml');
  rmSync(path.join(content, 'services.yaml'));
  expect((await desk.get('/business/services')).status).toBe(200);
});
