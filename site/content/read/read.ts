import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { type Absence, type TakedownReason, takedownReasons } from '../../contract/log.ts';
import { type Mentions, newestFirst, type Review, type VerificationMethod } from '../../contract/review.ts';
import { aggregate, type Dataset, type LeftOut, mentionKinds } from '../dataset.ts';
import { reviewId } from '../identity.ts';
import { type CatalogueEntry, mentionFinder, mentionsIn } from '../mentions.ts';
import type { OwnDetails } from '../privacy/masker.ts';
import { countMasked, entryPublisher } from '../privacy/published-entry.ts';
import { ContentError, type ContentProblem, formatPlace } from '../problems.ts';
import {
  aspectsFile,
  businessFile,
  correctionsFile,
  faqFile,
  importsFile,
  type Policy,
  policyFile,
  type ReviewEntry,
  reviewEntry,
  serviceAreasFile,
  servicesFile,
  takedownsFile,
  techniciansFile,
  verdictsFile,
} from '../schemas.ts';
import { type Takedown, takedownFinder } from '../takedowns.ts';
import { aspectCorrections, customPhrases, otherVerdicts } from './given-analysis.ts';
import { nearest } from './nearest.ts';
import { LIST_ADVICE, type Locate, parseFile, type SourceFile } from './parse-file.ts';

const NAMES = [
  'business',
  'services',
  'technicians',
  'service-areas',
  'faq',
  'corrections',
  'aspects',
  'policy',
  'takedowns',
  'imports',
  'summary',
] as const;
type Name = (typeof NAMES)[number];

/** `verdicts.json`, `verdicts-gemma.json`: one file for each model. */
const VERDICTS = /^verdicts[\w.-]*\.json$/;

const isName = (name: string): name is Name => (NAMES as readonly string[]).includes(name);

/** A value, the file it stands in and its place there, so that a later check can name both. */
export interface Placed<T> {
  readonly value: T;
  readonly at: (path?: readonly PropertyKey[]) => Pick<ContentProblem, 'file' | 'line' | 'place'>;
}

/**
 * Reads `contentDir` into a checked dataset (C10). Throws a ContentError that lists every problem of the
 * run, each with file, place, what was found and what to write.
 */
export function readDataset(contentDir: string): Dataset {
  const reader = new Reader(contentDir);
  const dataset = reader.read();
  if (reader.problems.length > 0 || dataset === undefined) throw new ContentError(reader.problems);
  return dataset;
}

/** A review as it is written, with its id and the place it is written in. */
export interface WrittenReview {
  readonly entry: ReviewEntry & { readonly id: string };
  readonly file: string;
  readonly line?: number | undefined;
  readonly place: string;
}

/** Where a review is written: the file and the line. */
export function placeOf({ file, line }: Pick<WrittenReview, 'file' | 'line'>): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** Every review in the content but those of the file `except`, verified or not. Throws a ContentError as readDataset does. */
export function readEntries(contentDir: string, except?: string): WrittenReview[] {
  const reader = new Reader(contentDir, except);
  const entries = reader.readEntries();
  if (reader.problems.length > 0) throw new ContentError(reader.problems);
  return entries;
}

/** Collects problems instead of stopping at the first. */
class Reader {
  readonly problems: ContentProblem[] = [];
  readonly #contentDir: string;
  readonly #except: string | undefined;

  constructor(contentDir: string, except?: string) {
    this.#contentDir = contentDir;
    this.#except = except;
  }

  read(): Dataset | undefined {
    const files = this.#topLevel();
    const business = this.#parse(files.get('business'), businessFile);
    const services = this.#parse(files.get('services'), servicesFile);
    const technicians = this.#parse(files.get('technicians'), techniciansFile);
    const areas = this.#parse(files.get('service-areas'), serviceAreasFile);
    const faq = this.#parse(files.get('faq'), faqFile);
    const corrections = this.#parse(files.get('corrections'), correctionsFile);
    const aspects = this.#parse(files.get('aspects'), aspectsFile);
    const policy = this.#parse(files.get('policy'), policyFile)?.value ?? policyFile.parse({});
    const takedowns = this.#takedowns(this.#parse(files.get('takedowns'), takedownsFile));
    this.#parse(files.get('imports'), importsFile);
    const verdicts = this.#verdictFiles().flatMap((file) => this.#parse(file, verdictsFile) ?? []);
    const reviews = this.#reviews();

    const catalogue = this.#catalogue([
      ...this.#entries('technicians', technicians, ({ name }) => name),
      ...this.#entries('services', services, ({ id }) => id),
      ...this.#entries('service_areas', areas, ({ name }) => name),
    ]);
    const written = this.#identified(reviews);
    const reasons = reasonsOf(takedowns, written);
    const takenDown = new Set(reasons.keys());
    // What people and other models say of a text is about the text as it is published.
    const identified = this.#published(written, policy, business?.value, catalogue);
    const corrected = this.#corrections(corrections, identified, catalogue, takenDown);
    const summary = this.#summary(files.get('summary'));
    const otherModels = otherVerdicts(verdicts, identified, takenDown, (problem) => this.problems.push(problem));
    if (!business) return undefined;

    const find = mentionFinder(catalogue);
    const kept = [...identified].map(([id, { value }]) => ({ id, value, reason: reasonToLeaveOut(id, value, policy, takenDown) }));
    const published = kept.filter(({ reason }) => reason === undefined);
    const list = published.map(({ id, value }) =>
      toReview(id, value, { ...mentionsIn(value.text, find, catalogue), ...corrected.get(id) }),
    );
    const { language, notice, ...rest } = business.value;
    return {
      business: {
        ...rest,
        services: (services?.value ?? []).map(({ id, name }) => ({ id, name })),
        technicians: (technicians?.value ?? []).map(({ name, role }) => ({ name, role })),
        service_areas: (areas?.value ?? []).map(({ name }) => name),
        same_as: rest.same_as,
      },
      language,
      notice,
      catalogue,
      aggregateRating: aggregate(list.map(({ rating }) => rating)),
      reviews: list.sort(newestFirst),
      faq: faq?.value ?? [],
      summary,
      leftOut: countReasons(
        kept.map(({ reason }) => reason),
        takedowns.length,
      ),
      absences: new Map([
        ...kept.flatMap(({ id, reason }) => (reason === undefined || reason === 'taken down' ? [] : [[id, absenceOf[reason]] as const])),
        ...[...reasons].map(([id, reason]) => [id, { type: 'taken_down', reason }] as const),
      ]),
      policy,
      removedAtSource: new Map(
        published.flatMap(({ id, value }) => (value.removed_at_source ? [[id, value.removed_at_source] as const] : [])),
      ),
      masked: countMasked(list, policy),
      analysis: {
        corrections: aspectCorrections(corrections?.value ?? []),
        verdicts: otherModels,
        phrases: customPhrases(aspects?.value ?? []),
      },
    };
  }

  readEntries(): WrittenReview[] {
    this.#topLevel();
    return [...this.#identified(this.#reviews())].map(([id, { value, at }]) => ({ entry: { ...value, id }, ...at() }));
  }

  #takedowns(file: Placed<readonly Takedown[]> | undefined): readonly Takedown[] {
    const list = file?.value ?? [];
    const ids = list.map(({ review }) => review);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue;
      this.problems.push({
        ...(file as NonNullable<typeof file>).at([index, 'review']),
        found: `${id} again`,
        write: 'keep one of the two',
      });
    }
    return list;
  }

  #published(
    identified: ReadonlyMap<string, Placed<ReviewEntry>>,
    policy: Policy,
    business: (OwnDetails & { readonly name: string }) | undefined,
    catalogue: readonly CatalogueEntry[],
  ): Map<string, Placed<ReviewEntry>> {
    const publish = entryPublisher(policy, business, catalogue);
    return new Map([...identified].map(([id, { value, at }]) => [id, { value: publish(value), at }]));
  }

  #topLevel(): Map<Name, SourceFile> {
    const files = new Map<Name, SourceFile>();
    if (!statSync(this.#contentDir, { throwIfNoEntry: false })?.isDirectory()) {
      this.#report(this.#contentDir, 'no such folder', 'create it, or set CONTENT_DIR to the folder with business.yaml');
      return files;
    }
    for (const entry of list(this.#contentDir)) {
      const file = path.join(this.#contentDir, entry.name);
      const { name, ext } = path.parse(entry.name);
      if (entry.isDirectory() ? entry.name === 'reviews' : /^readme$/i.test(name) || VERDICTS.test(entry.name)) continue;
      const extensions = name === 'summary' ? /^\.md$/ : /^\.(ya?ml|json)$/;
      if (!isName(name) || !extensions.test(ext) || entry.isDirectory()) {
        const names = [...NAMES.map((known) => (known === 'summary' ? 'summary.md' : `${known}.yaml`)), 'verdicts.json', 'reviews/'];
        this.#report(file, 'a name that means nothing here', `name it ${nearest(entry.name, names)[0]}, or move it away`);
      } else if (files.has(name)) {
        this.#report(file, `a second file for ${name}`, 'keep one of the two');
      } else {
        files.set(name, { name: file, bytes: readFileSync(file) });
      }
    }
    if (!files.has('business'))
      this.#report(path.join(this.#contentDir, 'business.yaml'), 'no such file', 'write at least "name: ..." into it');
    return files;
  }

  #verdictFiles(): SourceFile[] {
    if (!statSync(this.#contentDir, { throwIfNoEntry: false })?.isDirectory()) return [];
    const names = list(this.#contentDir).filter((entry) => !entry.isDirectory() && VERDICTS.test(entry.name));
    return names.map(({ name }) => {
      const file = path.join(this.#contentDir, name);
      return { name: file, bytes: readFileSync(file) };
    });
  }

  #parse<T extends z.ZodType>(file: SourceFile | undefined, schema: T): Placed<z.output<T>> | undefined {
    if (!file) return undefined;
    const parsed = parseFile(file, schema);
    if (!parsed.problems) return { value: parsed.value, at: placer(file, parsed.locate) };
    this.problems.push(...parsed.problems);
    return undefined;
  }

  #reviews(): Placed<ReviewEntry>[] {
    const folder = path.join(this.#contentDir, 'reviews');
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
    return listDeep(folder).flatMap((name) => {
      const file = path.join(folder, name);
      if (file === this.#except) return [];
      if (!/\.(ya?ml|json|md)$/.test(name)) {
        const write = name.endsWith('.csv')
          ? `run: npm run import -- ${file}, after moving it out of this folder`
          : 'move it away; reviews are .yaml, .json or .md files';
        this.#report(file, 'a file that holds no reviews', write);
        return [];
      }
      return this.#reviewsOf({ name: file, bytes: readFileSync(file) });
    });
  }

  /** A file holds one review or a list: each is checked on its own, so that one bad review hides no other. */
  #reviewsOf(file: SourceFile): Placed<ReviewEntry>[] {
    const parsed = parseFile(file, reviewEntry.or(reviewEntry.array()));
    if (!parsed.problems) {
      const at = placer(file, parsed.locate);
      if (!Array.isArray(parsed.value)) return [{ value: parsed.value, at }];
      return parsed.value.map((value, index) => ({ value, at: (place = []) => at([index, ...place]) }));
    }
    const single = parseFile(file, reviewEntry);
    const many = parseFile(file, reviewEntry.array());
    const isList = !(many.problems?.length === 1 && many.problems[0]?.place === '' && many.problems[0].write === LIST_ADVICE);
    this.problems.push(...((isList ? many.problems : single.problems) ?? []));
    return [];
  }

  #entries<T extends { readonly name: string; readonly aliases: readonly string[] }>(
    kind: CatalogueEntry['kind'],
    file: Placed<readonly T[]> | undefined,
    key: (item: T) => string,
  ): Placed<CatalogueEntry>[] {
    return (file?.value ?? []).map((item, index) => ({
      value: { kind, key: key(item), name: item.name, aliases: item.aliases },
      at: (place = []) => (file as Placed<readonly T[]>).at([index, ...place]),
    }));
  }

  /** Keys and aliases must be unique: a name that means two things would be counted for one of them by chance. */
  #catalogue(entries: readonly Placed<CatalogueEntry>[]): CatalogueEntry[] {
    const owners = new Map<string, CatalogueEntry>();
    for (const { value, at } of entries) {
      const names = [value.name, ...value.aliases, ...(value.key === value.name ? [] : [value.key])];
      for (const name of names) {
        const folded = name.toLowerCase();
        const owner = owners.get(folded);
        if (owner && owner !== value) {
          this.problems.push({ ...at(), found: `"${name}", which names "${owner.name}" already`, write: 'use each name and alias once' });
        }
        owners.set(folded, value);
      }
    }
    return entries.map(({ value }) => value);
  }

  #identified(reviews: readonly Placed<ReviewEntry>[]): Map<string, Placed<ReviewEntry>> {
    const byId = new Map<string, Placed<ReviewEntry>>();
    for (const placed of reviews) {
      const { id, date, source, source_id } = placed.value;
      const own = id ?? reviewId(date, source, source_id ?? '');
      const first = byId.get(own);
      if (first) {
        const { file, line, place } = first.at();
        const where = [line === undefined ? file : `${file}:${line}`, place].filter(Boolean).join(' ');
        this.problems.push({ ...placed.at(), found: `the review ${own} again (it stands in ${where})`, write: 'keep one of the two' });
      } else byId.set(own, placed);
    }
    return byId;
  }

  #corrections(
    file: Placed<z.output<typeof correctionsFile>> | undefined,
    reviews: ReadonlyMap<string, unknown>,
    catalogue: readonly CatalogueEntry[],
    takenDown: ReadonlySet<string>,
  ): Map<string, Partial<Mentions>> {
    const corrected = new Map<string, Partial<Mentions>>();
    for (const [index, { review, mentions = {} }] of (file?.value ?? []).entries()) {
      const report = (path: readonly PropertyKey[], found: string, write: string) =>
        this.problems.push({ ...(file as NonNullable<typeof file>).at([index, ...path]), found, write });
      if (!reviews.has(review) && !takenDown.has(review))
        report(['review'], `"${review}", which no review has`, 'write the id that the review has in reviews.json');
      if (corrected.has(review)) report(['review'], `a second correction of ${review}`, 'merge the two');
      for (const kind of mentionKinds) {
        const known = catalogue.filter((entry) => entry.kind === kind).map(({ key }) => key);
        for (const [place, key] of (mentions[kind] ?? []).entries()) {
          if (known.includes(key)) continue;
          const write = known.length > 0 ? `write ${nearest(key, known).join(' or ')}` : `there is nothing in ${kind} to name`;
          report(['mentions', kind, place], `"${key}", which is not in the catalogue`, write);
        }
      }
      corrected.set(review, Object.fromEntries(Object.entries(mentions).filter(([, value]) => value !== undefined)));
    }
    return corrected;
  }

  #summary(file: SourceFile | undefined): string | undefined {
    // A comment is for who edits the file, not for readers.
    const text =
      file &&
      new TextDecoder()
        .decode(file.bytes)
        .replace(/<!--.*?-->/gs, '')
        .trim();
    return text === '' ? undefined : text;
  }

  #report(file: string, found: string, write: string) {
    this.problems.push({ file, place: '', found, write });
  }
}

function toReview(id: string, entry: ReviewEntry, mentions: Mentions): Review {
  const { author, author_avatar_url, rating, date, text, source, source_url, owner_reply } = entry;
  const verification = { method: methodOf(entry), verified_at: entry.verification?.verified_at ?? null };
  return { id, author, author_avatar_url, rating, date, text, source, source_url, owner_reply, verified: true, verification, mentions };
}

/** A review that says no more than that it is verified has the business's word for it. */
const methodOf = ({ verification }: ReviewEntry): VerificationMethod => verification?.method ?? 'vouched';

/** Why each review on the list was taken down, by id, and each that it means although it has another id. */
function reasonsOf(takedowns: readonly Takedown[], written: ReadonlyMap<string, Placed<ReviewEntry>>): ReadonlyMap<string, TakedownReason> {
  const find = takedownFinder(takedowns);
  const meant = [...written].flatMap(([id, { value }]) => {
    const takedown = find({ ...value, id });
    return takedown ? [[id, reasonOf(takedown)] as const] : [];
  });
  return new Map([...takedowns.map((takedown) => [takedown.review, reasonOf(takedown)] as const), ...meant]);
}

/** Earlier versions wrote sentences. */
const reasonOf = ({ reason }: Takedown): TakedownReason => takedownReasons.find((known) => known === reason) ?? 'other';

function reasonToLeaveOut(id: string, entry: ReviewEntry, policy: Policy, takenDown: ReadonlySet<string>): LeftOut['reason'] | undefined {
  if (takenDown.has(id)) return 'taken down';
  if (!entry.verified) return 'not verified';
  if (!policy.verification.includes(methodOf(entry))) return 'verified in a way that does not count here';
  return entry.removed_at_source !== undefined && policy.removed_at_source === 'leave_out' ? 'removed at the source' : undefined;
}

const absenceOf: Readonly<Record<Exclude<LeftOut['reason'], 'taken down'>, Absence>> = {
  'not verified': { type: 'withdrawn', reason: 'policy' },
  'verified in a way that does not count here': { type: 'withdrawn', reason: 'policy' },
  'removed at the source': { type: 'removed_at_source' },
};

/** Those that were taken down are counted by the list of them: most are no longer in the content. */
function countReasons(reasons: readonly (LeftOut['reason'] | undefined)[], takenDown: number): LeftOut[] {
  const named = ['not verified', 'verified in a way that does not count here', 'removed at the source'] as const;
  const counted = named.map((reason) => ({ reason, count: reasons.filter((other) => other === reason).length }));
  return [...counted, { reason: 'taken down' as const, count: takenDown }].filter(({ count }) => count > 0);
}

function placer(file: SourceFile, locate: Locate): Placed<unknown>['at'] {
  return (path = []) => ({ file: file.name, line: locate(path), place: formatPlace(path) });
}

const byCodeUnits = (a: string, b: string) => (a < b ? -1 : 1);

/** Whether the reader takes a file of this path: drafts and backups of editors begin with a dot or a tilde, or end with one. */
export const isContent = (file: string): boolean => !/^[.~]|~$/.test(path.basename(file));

function list(folder: string): Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isContent(name));
  return entries.sort((a, b) => byCodeUnits(a.name, b.name));
}

function listDeep(folder: string, below = ''): string[] {
  return list(path.join(folder, below)).flatMap((entry) => {
    const name = path.posix.join(below, entry.name);
    return entry.isDirectory() ? listDeep(folder, name) : [name];
  });
}
