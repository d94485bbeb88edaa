import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import type { Owned } from './business.ts';
import { importFiles, newContent, refusalOf, review } from './commands.ts';
import { exportOf, type GoogleExport, googleExport, happen } from './google.ts';
import { hostKinds } from './hosts.ts';
import { MarkFault } from './marks.ts';
import type { World } from './world.ts';
import { type Draft, type Drawn, describe, draft, pick, pickOne, quoteOf, write, writeText } from './writing.ts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;
const waits = {
  'at once': 0,
  'a second later': SECOND,
  'a day later': DAY,
  '50 days later': 50 * DAY,
  '400 days later': 400 * DAY,
} as const;

/** Creates the content of the world's business if there is none. */
export async function enter({ contentDir, business, tell }: World): Promise<void> {
  if (existsSync(contentDir)) return;
  await newContent(contentDir, business.name);
  tell(`new business: ${business.name}`);
}

/** Writes a file beside the content and returns its path. */
function writeExport({ folder }: World, name: string, bytes: string | Buffer): string {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

const writeContent = ({ contentDir }: World, name: string, text: string) => writeFileSync(path.join(contentDir, name), text);

async function importGoogle(world: World, { events, has }: GoogleExport): Promise<void> {
  const { business, clock } = world;
  for (const event of events) {
    clock.advance(HOUR);
    happen(world, event);
  }
  clock.advance(HOUR);
  const { name, bytes, args, found, complete } = await exportOf(world, has);
  const file = writeExport(world, name, bytes);
  world.tell(`import of Google's reviews, has ${has}`);
  const refusal = await refusalOf(importFiles([file, ...args], world.place));
  const missing = business.missing(found, complete).length;
  if (missing > 5 && missing * 10 > business.reviews.length) {
    // A refused import must change nothing, which the next build checks, until the owner confirms it with --remove.
    world.tell(`  it would remove ${missing}: ${refusal === undefined ? 'about which it does not ask' : 'refused'}`);
    if (refusal === undefined || has !== 'all') return;
    world.tell('  and again with --remove');
    await importFiles([file, ...args, '--remove'], world.place);
  } else if (refusal !== undefined) throw new MarkFault('an import is refused', refusal);
  business.import(found, clock.now(), complete);
}

/** How shops' exports mark the state of a review. The first value is for reviews that the shop shows. */
const states = { curated: ['ok', 'spam', 'not-yet'], comment_approved: ['1', '0', 'spam'] } as const;
const shopExport = fc.record({
  column: fc.constantFrom('curated' as const, 'comment_approved' as const),
  rows: fc.array(fc.record({ draft, state: fc.nat({ max: 2 }) }), { minLength: 1, maxLength: 3 }),
});

async function importShop(world: World, { column, rows }: Drawn<typeof shopExport>): Promise<void> {
  const reviews = rows.map((row) => ({ one: write(world, row.draft, 'shop'), state: row.state, says: states[column][row.state] }));
  const lines = reviews.map(({ one, says }) => [one.sourceId, one.date, one.rating, one.author, one.text, says].join());
  const file = writeExport(world, 'shop.csv', [`source_id,date,rating,author,text,${column}`, ...lines, ''].join('\n'));
  world.tell(`import of a shop's CSV: ${reviews.map(({ one, says }) => `${describe(one)}, ${column} ${says}`).join('; ')}`);
  await importFiles([file, '--source', 'shop'], world.place);
  for (const { one, state } of reviews) world.business.add(one, 'vouched', state > 0);
}

async function addReview(world: World, drawn: Draft): Promise<void> {
  const one = write(world, drawn, 'direct');
  world.tell(`review add: ${describe(one)}`);
  const { date, rating, author, text } = one;
  const args = ['--date', date, '--rating', String(rating), '--author', author, ...(text === null ? [] : ['--text', text])];
  const said = await review('add', args, world.place);
  world.business.add({ ...one, id: /^\w{26}(?= is in )/m.exec(said)?.[0] ?? said }, 'vouched');
}

/** Changes the text or rating of a review in its file, as an owner would in an editor. */
async function edit(world: World, one: Owned, isText: boolean): Promise<void> {
  const { id, text } = one;
  const folder = path.join(world.contentDir, 'reviews');
  const file = readdirSync(folder).find((name) => readFileSync(path.join(folder, name), 'utf8').includes(id)) ?? '';
  const before = readFileSync(path.join(folder, file), 'utf8');
  if (isText && text !== null) one.text = writeText(world, 'a sentence') ?? '';
  else one.rating = (one.rating % 5) + 1;
  one.byHand.add(one.text === text ? 'rating' : 'text');
  const edited = before.replace(text ?? '', one.text ?? '').replace(new RegExp(`(${id}[^]*?rating"?: ?)\\d`), `$1${one.rating}`);
  world.tell(`edit in ${file}: now ${describe(one)}`);
  writeContent(world, `reviews/${file}`, edited);
}

async function answer(world: World, one: Owned): Promise<void> {
  one.reply = `${world.marks.next()} is what we say.`;
  one.byHand.add('reply');
  world.tell(`review reply: to ${describe(one)}: ${one.reply}`);
  await review('reply', [one.id, '--text', one.reply, '--replace'], world.place);
}

async function verify(world: World, one: Owned, method: Owned['method'] | 'no'): Promise<void> {
  one.verified = method !== 'no';
  if (method !== 'no') one.method = method;
  world.tell(`review verify: ${describe(one)}: ${method}`);
  await review('verify', [one.id, ...(method === 'no' ? ['--no'] : ['--method', method])], world.place);
}

/**
 * Takes a review down. If a quote of its text blocks the takedown, the owner removes the quote and tries again. Quotes of an older wording
 * are removed first.
 */
async function takeDown(world: World, one: Owned): Promise<void> {
  const { quotes, corrected } = world.business;
  world.tell(`review takedown: ${describe(one)}`);
  const mine = [...quotes].filter(([, { id }]) => id === one.id);
  const removeQuotes = (from: typeof mine) => {
    for (const [name] of from) {
      writeContent(world, name, '');
      world.tell(`  its quote is removed from ${name}`);
    }
  };
  removeQuotes(mine.filter(([, { words }]) => !one.text?.includes(words)));
  const refusal = await refusalOf(review('takedown', [one.id], world.place));
  if (refusal !== undefined && mine.length === 0) throw new MarkFault('a takedown is refused', refusal);
  if (refusal !== undefined) {
    removeQuotes(mine);
    await review('takedown', [one.id], world.place);
  }
  for (const [name] of mine) quotes.delete(name);
  corrected.delete(one.id);
  one.takenDown = true;
}

async function correct(world: World, one: Owned): Promise<void> {
  if (world.business.corrected.has(one.id)) return;
  world.business.corrected.add(one.id);
  world.tell(`corrections.yaml: ${describe(one)}: waiting negative`);
  const file = path.join(world.contentDir, 'corrections.yaml');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, `${before}- review: ${one.id}\n  note: they came late\n  aspects: { waiting: negative }\n`);
}

async function quote(world: World, one: Owned, name: 'summary.md' | 'faq.yaml'): Promise<void> {
  const { business } = world;
  if (one.text === null || business.whyNot(one) !== undefined) return;
  const words = quoteOf(one.text);
  business.quotes.set(name, { id: one.id, words });
  world.tell(`${name} quotes: ${words}`);
  writeContent(
    world,
    name,
    name === 'summary.md' ? `One says: "${words}"\n` : stringify([{ question: 'How is it?', answer: `One says: ${words}` }]),
  );
}

const policy = fc.record({
  verification: fc.constantFrom<Owned['method'][]>(['platform_account', 'vouched', 'invitation'], ['platform_account'], ['vouched']),
  names: fc.constantFrom('as_is' as const, 'initials' as const, 'hidden' as const),
  mask: fc.constantFrom<'email'[]>(['email'], []),
  phone_countries: fc.constant<string[]>([]),
  removed_at_source: fc.constantFrom('leave_out' as const, 'publish' as const),
  markup: fc.constantFrom('all' as const, 'first_party' as const, 'none' as const),
  indexed: fc.constantFrom('all' as const, 'first_party' as const, 'none' as const),
  photos: fc.constantFrom('all' as const, 'first_party' as const, 'none' as const),
  sources: fc.constant({}),
  well_known: fc.constant({}),
});

/** Something that an owner does or that happens to them: its weight, its random parameters and its effect. */
interface Kind<T> {
  readonly weight: number;
  readonly params: fc.Arbitrary<T>;
  readonly run: (world: World, params: T) => Promise<void>;
}
const kind = <T>(weight: number, params: fc.Arbitrary<T>, run: Kind<T>['run']): Kind<T> => ({ weight, params, run });

/** Like `kind`, for an act on one of the open reviews. */
const withOne = <T>(weight: number, params: fc.Arbitrary<T>, run: (world: World, one: Owned, params: T) => Promise<void>) =>
  kind(weight, fc.record({ pick, params }), async (world, drawn) => {
    const one = pickOne(world.business.open, drawn.pick);
    if (one) await run(world, one, drawn.params);
  });

const nothing = fc.constant(null);
const build = fc.record({
  wait: fc.constantFrom(...(Object.keys(waits) as (keyof typeof waits)[])),
  purge: fc.boolean(),
  isDown: fc.boolean(),
});

const kinds = {
  build: kind(12, build, async (world, { wait, purge, isDown }) => {
    world.clock.advance(waits[wait]);
    world.tell(`${wait}: build${purge ? ' --purge' : ''}${isDown ? ' while the server is down' : ''}`);
    await world.build({ purge, isDown });
  }),
  importGoogle: kind(6, googleExport, importGoogle),
  importShop: kind(2, shopExport, importShop),
  add: kind(3, draft, addReview),
  edit: withOne(2, fc.boolean(), edit),
  answer: withOne(1, nothing, answer),
  verify: withOne(2, fc.constantFrom('no' as const, 'vouched' as const, 'invitation' as const), verify),
  takeDown: withOne(4, nothing, takeDown),
  correct: withOne(1, nothing, correct),
  quote: withOne(2, fc.constantFrom('summary.md' as const, 'faq.yaml' as const), quote),
  policy: kind(2, policy, async (world, decided) => {
    world.business.policy = decided;
    world.tell(`policy.yaml: ${JSON.stringify(decided)}`);
    writeContent(world, 'policy.yaml', stringify(decided));
  }),
  anotherBusiness: kind(1, nothing, async (world) => {
    world.business = world.businesses.find((other) => other !== world.business) ?? world.business;
    world.tell(`CONTENT_DIR is now that of ${world.business.name}`);
    await enter(world);
  }),
  host: kind(2, fc.constantFrom(...hostKinds), async (world, host) => {
    world.tell(host === world.hosting.kind ? 'the server is restarted' : `the site is built for another host: ${host}`);
    await world.restart(host);
  }),
  freshDisk: kind(2, fc.boolean(), async (world, isReachable) => {
    // Without the old site, a build in the same second can't know that its bytes differ.
    world.clock.advance(DAY);
    world.tell(`a day later: build on a fresh disk, ${isReachable ? 'beside' : 'without'} the live site`);
    await world.buildOnFreshDisk(isReachable);
  }),
  local: kind(1, nothing, async (world) => {
    world.tell('a build for a local address, and the public one again');
    await world.tryLocally();
  }),
  broken: kind(1, nothing, async (world) => {
    world.tell('a build with a broken file');
    await world.failingBuild();
  }),
  kill: kind(1, fc.record({ step: fc.nat({ max: 60 }), ms: fc.nat({ max: 40 }) }), async (world, killAfter) => {
    world.tell(`a build that is killed ${killAfter.ms} ms after step ${killAfter.step}`);
    await world.killedBuild(killAfter);
  }),
} as const;

/** One act, as data. */
export interface Act {
  readonly name: keyof typeof kinds;
  readonly params: unknown;
}

/** Performs an act. An act that isn't possible now does nothing and adds nothing to the story. */
export const perform = (world: World, { name, params }: Act): Promise<void> => (kinds[name] as Kind<unknown>).run(world, params);

/** Generates an owner's years: a sequence of acts. */
export const years = (maxLength: number): fc.Arbitrary<Act[]> => {
  const acts = Object.entries(kinds).map(([name, { weight, params }]) => ({
    weight,
    arbitrary: (params as fc.Arbitrary<unknown>).map((drawn) => ({ name, params: drawn }) as Act),
  }));
  return fc.array(fc.oneof(...acts), { maxLength, size: 'max' });
};
