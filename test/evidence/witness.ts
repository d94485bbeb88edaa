import { logPaths } from '../../site/contract/log.ts';
import { paths } from '../../site/contract/paths.ts';
import { newestFirst, type Review } from '../../site/contract/review.ts';
import { audit } from '../../site/log/audit.ts';
import { toBase64, utf8 } from '../../site/log/bytes.ts';
import { checkCosignatures, policyOf } from '../../site/log/cosigned.ts';
import { consistencyProof } from '../../site/log/merkle.ts';
import { printVerifierKey, readCheckpoint, readNote, readVerifierKey, type VerifierKey, verifyNote } from '../../site/log/note.ts';
import { readLog } from '../../site/log/published-log.ts';
import type { Signer } from '../../site/log/signer.ts';
import { followingWitness } from '../log/following-witness.ts';
import { SiteFarm } from '../log/site-farm.ts';
import { publish, readerOf, reviewOf, reviewsOf, type SiteFiles, signerOf, textOf } from '../log/site-in-memory.ts';
import { removeTemporaryFolders } from '../support/temporary-folder.ts';
import { killWitness } from './witness-kill.ts';

type Witness = Awaited<ReturnType<typeof followingWitness>>;

/** Ways to deceive, which the cheating sites use in turn. */
const cheats = ['split view', 'rollback', 'removal without an entry', 'changed text', 'exchanged key', 'stale checkpoint'] as const;
type Cheat = (typeof cheats)[number];

interface SampleSite {
  readonly name: string;
  readonly origin: string;
  readonly signer: Signer;
  /** What it has published, oldest first, with cosignatures. */
  readonly past: SiteFiles[];
  readonly content: Map<string, Review>;
}

export interface WitnessReport {
  readonly sites: number;
  readonly generations: number;
  /** Sites that were accused although they were honest, by what accused them. */
  readonly falseAlarms: readonly string[];
  /** The responses to a poll of all sites that haven't changed, by status. */
  readonly poll: Readonly<Record<number, number>>;
  /** For each cheating site, what found it; nothing if it wasn't found. */
  readonly found: readonly (readonly [cheat: Cheat, by: string])[];
}

const sizeOf = (files: SiteFiles): number => readCheckpoint(textOf(files, logPaths.checkpoint)).size;

/** The last generation of a site before its log grew to its size; undefined if it never grew. A site without one has nothing to go back to. */
function earlierOf({ past }: SampleSite): SiteFiles | undefined {
  const now = past.at(-1);
  return now && past.findLast((files) => sizeOf(files) < sizeOf(now));
}

/** Two witnesses, each with its own view of all sites. Readers have the view of the second one. */
class Neighborhood implements AsyncDisposable {
  readonly farms: readonly [SiteFarm, SiteFarm];
  readonly witnesses: readonly Witness[];
  readonly sites: readonly SampleSite[];
  readonly #random: () => number;

  private constructor(farms: Neighborhood['farms'], witnesses: readonly Witness[], sites: readonly SampleSite[], random: () => number) {
    this.farms = farms;
    this.witnesses = witnesses;
    this.sites = sites;
    this.#random = random;
  }

  static async open(count: number, random: () => number): Promise<Neighborhood> {
    const farms = [await new SiteFarm().start(), await new SiteFarm().start()] as const;
    const sites = await Promise.all(
      Array.from({ length: count }, async (_, index): Promise<SampleSite> => {
        const origin = `s${index}.example/log`;
        return { name: `s${index}`, origin, signer: await signerOf(index % 256, origin), past: [], content: new Map() };
      }),
    );
    const followed = sites.map(({ name, signer }) => [name, printVerifierKey(signer.key)] as const);
    const witnesses = [await followingWitness(farms[0], followed, 'w1.example'), await followingWitness(farms[1], followed, 'w2.example')];
    return new Neighborhood(farms, witnesses, sites, random);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const one of [...this.witnesses, ...this.farms]) await one[Symbol.asyncDispose]();
  }

  /** Publishes one more generation of a site with the log's own writer, after both witnesses were asked, as a build does. */
  async grow(site: SampleSite, day: number): Promise<void> {
    const next = await this.#write(site, site.past.at(-1) ?? new Map(), day);
    this.serve(site, await submit(next, this.witnesses));
  }

  /** Changes some reviews of a site, each removal with its reason, and appends them to the log in `from`. */
  async #write({ content, signer, origin }: SampleSite, from: SiteFiles, day: number): Promise<SiteFiles> {
    const absences = new Map();
    for (const name of 'abcdefghij') {
      const known = content.get(name);
      const chance = this.#random();
      if (!known && chance < 0.4) content.set(name, reviewOf(name, `of ${name} on day ${day}`));
      else if (known && chance < 0.1) content.set(name, reviewOf(name, `edited on day ${day}`));
      else if (known && chance < 0.2) content.set(name, { ...known, owner_reply: { text: `Thanks on day ${day}`, date: null } });
      else if (known && chance < 0.25) {
        content.delete(name);
        absences.set(known.id, { type: 'taken_down', reason: 'asked' });
      }
    }
    const date = new Date(Date.UTC(2026, 0, day)).toISOString().slice(0, 10);
    return publish(from, { reviews: [...content.values()].sort(newestFirst), absences, date }, signer, origin);
  }

  /** Shows a site to both witnesses and to readers. */
  serve(site: SampleSite, files: SiteFiles, views: readonly number[] = [0, 1]): void {
    if (views.includes(1)) site.past.push(files);
    for (const view of views) this.farms[view]?.sites.set(site.name, files);
  }

  async look(): Promise<void> {
    for (const { clock } of this.witnesses) clock.advance(60_000);
    await Promise.all(this.witnesses.map((witness) => witness.look()));
  }

  /** Deceives in one way. Tries to get cosignatures like any build. */
  async cheat(site: SampleSite, cheat: Cheat, day: number): Promise<void> {
    const now = site.past.at(-1) ?? new Map<string, Uint8Array>();
    const before = earlierOf(site) ?? now;
    const reviews = reviewsOf(now);
    const [first] = reviews;
    if (!first) throw new Error(`${site.origin} has no review`);
    const document = (given: readonly Review[]) => new Map(now).set(paths.reviews, utf8(JSON.stringify({ reviews: given })));
    if (cheat === 'removal without an entry') return this.serve(site, document(reviews.slice(1)));
    if (cheat === 'changed text') return this.serve(site, document([{ ...first, text: 'Excellent!' }, ...reviews.slice(1)]));
    if (cheat === 'stale checkpoint') return this.serve(site, before);
    const praise = (count: number) => Array.from({ length: count }, (_, index) => reviewOf(`z${index}`, `praise ${index}`));
    const edition = (more: readonly Review[]) => ({ reviews: [...reviews, ...more].sort(newestFirst), date: '2027-01-01' });
    if (cheat === 'split view') {
      for (const [view, witness] of this.witnesses.entries())
        this.serve(site, await submit(await publish(now, edition(praise(view + 1)), site.signer, site.origin), [witness]), [view]);
      return;
    }
    // Some rollbacks are longer than what they replace, some shorter.
    if (cheat === 'rollback') {
      const shorter = { ...edition(praise(day % 2 === 0 ? 1 : 40)), reviews: [...reviewsOf(before), ...praise(day % 2 === 0 ? 1 : 40)] };
      return this.serve(site, await submit(await publish(before, shorter, site.signer, site.origin), this.witnesses));
    }
    const other = await signerOf(Number(site.name.slice(1)) + 1, site.origin);
    this.serve(site, await submit(await publish(new Map(), edition([]), other, site.origin), this.witnesses));
  }

  /** What a reader who trusts both witnesses finds wrong with a site: by verifying it, and on the witnesses' pages. */
  async accuse(site: SampleSite): Promise<string> {
    const files = site.past.at(-1) ?? new Map<string, Uint8Array>();
    const witnesses = await Promise.all(this.witnesses.map(({ keys }) => Promise.all(keys.verifierKeys.map(readVerifierKey))));
    const verified = await verifySite(files, site.signer.key, witnesses).catch(({ message }: Error) => message);
    const pages = await Promise.all(
      this.witnesses.map(async (witness) => {
        if (/Held back|Trouble/.test(await witness.report(site.origin))) return `${witness.keys.verifierKeys[0]?.split('+')[0]} reports it`;
        const { size } = readCheckpoint(String(await witness.monitored(site.origin)));
        return size === sizeOf(files) ? '' : 'a witness has signed another size';
      }),
    );
    return [verified && `verification (${verified})`, ...pages].filter(Boolean).join(', ');
  }
}

/** Verifies a site with its pinned key and a policy that asks for each witness's cosignatures. Returns what is wrong, or nothing. */
async function verifySite(files: SiteFiles, key: VerifierKey, witnesses: readonly (readonly VerifierKey[])[]): Promise<string> {
  const note = textOf(files, logPaths.checkpoint);
  await verifyNote(readNote(note), [key]);
  const { quorum } = await checkCosignatures(note, policyOf(witnesses.flat()), [key]);
  if (quorum !== 'met') return `the policy is ${quorum}`;
  const { findings } = await audit(readerOf(files));
  return findings.map(({ found }) => found).join('; ');
}

/** Asks witnesses for cosignatures of a site's checkpoint, and returns the site with those that it got. */
async function submit(files: SiteFiles, witnesses: readonly Witness[]): Promise<SiteFiles> {
  const log = await readLog(readerOf(files));
  if (!log) throw new Error('the site has no log');
  const lines = await Promise.all(
    witnesses.map(async (witness) => {
      const send = async (old: number) => {
        const proof = old > log.checkpoint.size ? [] : await consistencyProof(log.levels, old, log.checkpoint.size);
        return witness.add(`old ${old}\n${proof.map((hash) => `${toBase64(hash)}\n`).join('')}\n${textOf(files, logPaths.checkpoint)}`);
      };
      const first = await send(0);
      const second = first.status === 409 ? await send(Number(await first.text())) : first;
      return second.ok ? second.text() : '';
    }),
  );
  return new Map(files).set(logPaths.checkpoint, utf8(textOf(files, logPaths.checkpoint) + lines.join('')));
}

/** Lets `count` sites publish `rounds` honest generations each, and then a tenth of them cheat, and at least one in each way. */
export async function watchSites(count: number, rounds: number, random: () => number = Math.random): Promise<WitnessReport> {
  await using town = await Neighborhood.open(count, random);
  const falseAlarms: string[] = [];
  const accuseHonest = async (sites: readonly SampleSite[]) => {
    for (const site of sites) {
      const accused = await town.accuse(site);
      if (accused !== '') falseAlarms.push(`${site.origin}: ${accused}`);
    }
  };
  for (let round = 1; round <= rounds; round++) {
    for (const site of town.sites) await town.grow(site, round);
    await town.look();
    await accuseHonest(town.sites);
  }
  for (const farm of town.farms) farm.requests.length = 0;
  await town.look();
  const polled = Map.groupBy(
    town.farms.flatMap(({ requests }) => requests),
    ({ status }) => status,
  );
  const able = town.sites.filter((site) => earlierOf(site) !== undefined);
  const chosen = able
    .slice(0, Math.max(count / 10, cheats.length))
    .map((site, index) => [site, cheats[index % cheats.length] ?? 'rollback'] as const);
  for (const [index, [site, cheat]] of chosen.entries()) await town.cheat(site, cheat, rounds + 1 + index);
  await town.look();
  const cheating = new Set(chosen.map(([site]) => site));
  await accuseHonest(town.sites.filter((site) => !cheating.has(site)));
  const found = await Promise.all(chosen.map(async ([site, cheat]) => [cheat, await town.accuse(site)] as const));
  const poll = Object.fromEntries([...polled].map(([status, { length }]) => [status, length]));
  return { sites: count, generations: count * rounds, falseAlarms, poll, found };
}

if (import.meta.main) {
  const [sites = 200, rounds = 5, kills = 100] = process.argv.slice(2).map(Number);
  const { generations, falseAlarms, poll, found } = await watchSites(sites, rounds);
  for (const [cheat, by] of found) console.log(`${cheat}: ${by || 'NOT FOUND'}`);
  console.log(`${found.filter(([, by]) => by !== '').length} of ${found.length} cheating sites found, of ${sites}`);
  console.log(`${falseAlarms.length} false alarms in ${generations} honest generations`, falseAlarms.slice(0, 5));
  console.log('a poll of unchanged sites by two witnesses, responses by status:', poll);
  const { signed, inconsistent } = await killWitness(kills);
  console.log(`${kills} kills -9 of a witness: ${signed} signed checkpoints received, ${inconsistent} inconsistent`);
  removeTemporaryFolders();
}
