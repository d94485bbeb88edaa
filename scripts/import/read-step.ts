import { isObject } from '../../site/algorithms.ts';
import type { ReferenceHasher } from '../../site/content/write/verification-key.ts';
import { counted } from '../../site/views/words.ts';
import { ImportError, type SourceContext } from './context.ts';
import type { Place } from './doubt.ts';
import { type Incoming, isNewer, type Refused, type Reply } from './incoming.ts';
import type { Document, Page } from './input/document.ts';
import { readRecords } from './input/records.ts';
import { locationName } from './input/takeout-layout.ts';
import { isLocation, type Location } from './locations.ts';
import { Moderation } from './moderation/moderation.ts';
import { recognizeSource } from './sources/sources.ts';
import type { Step } from './steps.ts';

/** Everything read from an export. */
export class ReadStep {
  /** The names of the sources that recognized its files. */
  readonly sources = new Set<string>();
  readonly notes: string[] = [];
  /** The newest version of each review by identity; the last one of equally new versions. */
  readonly incoming = new Map<string, Incoming>();
  readonly refused: Refused[] = [];
  /** The places that it names, by their JSON, so each is kept once. */
  readonly places = new Map<string, Place>();
  /** Its Google locations, including those without reviews. */
  locations: readonly Location[] = [];
  readonly pages: Page[] = [];
  /** Whether pages are known to be missing, so it isn't complete for any scope. */
  isPart = false;
  /** How many records link to photos. */
  withPhotos = 0;

  addPlace(place: Place): void {
    this.places.set(JSON.stringify(place), place);
  }

  add(incoming: Incoming): void {
    const known = this.incoming.get(incoming.identity);
    if (known !== undefined && isNewer(known, incoming)) return;
    this.incoming.delete(incoming.identity);
    this.incoming.set(incoming.identity, incoming);
  }

  /** Adds a reply to its review, unless the review has one or both have the same author. Returns false if there is no such review. */
  addReply({ replyTo, author, reply }: Reply): boolean {
    const incoming = this.incoming.get(replyTo);
    if (incoming === undefined) return false;
    const { entry } = incoming;
    if (entry.owner_reply === null && entry.author !== author)
      this.incoming.set(replyTo, { ...incoming, entry: { ...entry, owner_reply: reply } });
    return true;
  }
}

interface ReadOptions {
  readonly context: SourceContext;
  readonly hasher: ReferenceHasher;
  /** Whether the files were declared complete. */
  readonly isDeclaredComplete: boolean;
  readonly onRecord: () => void;
}

/** Reads an export. @throws ImportError if a file is damaged or isn't an export */
export async function readStep(step: Step, options: ReadOptions): Promise<ReadStep> {
  const found = new ReadStep();
  const names = new Map<string, string>();
  const folders = new Set<string>();
  for await (const document of step.documents()) {
    const { takeout } = document;
    if (takeout?.holds === 'name') {
      const name = readName(document);
      if (name !== undefined) names.set(takeout.folder, name);
    } else {
      if (takeout !== undefined) folders.add(`locations/${takeout.folder}`);
      await readDocument(document, options, found);
    }
  }
  if (found.withPhotos > 0) found.notes.push(describePhotos(found.withPhotos));
  const last = pageWithoutNext(found.pages);
  if (last !== undefined) found.notes.push(`${missingPages(last)}, so the export is not complete`);
  if (last !== undefined && options.isDeclaredComplete)
    throw new ImportError(`${missingPages(last)}: --complete needs all of them; nothing was imported`);
  found.isPart = last !== undefined;
  found.locations = locationsOf(found, folders, names);
  for (const { scope, name } of found.locations) found.addPlace({ id: scope, name });
  return found;
}

const describePhotos = (count: number) =>
  `${counted(count, 'review')} with photos, which the export only links to, so they aren't imported; save those you may publish in pictures/ and list them under "photos"`;

const missingPages = ({ name }: Page) => `${name}: has a nextPageToken, and the following pages are missing`;

/** The keys under which Google, this service and Apify list a review's photos. */
const PHOTOS = ['reviewMediaItems', 'photos', 'reviewImageUrls'];

const hasPhotos = (value: unknown) =>
  isObject(value) && PHOTOS.map((key) => value[key]).some((list) => Array.isArray(list) && list.length > 0);

async function readDocument(document: Document, options: ReadOptions, found: ReadStep): Promise<void> {
  const { context, isDeclaredComplete, onRecord } = options;
  const { name, takeout } = document;
  const { head, records, pages, places } = readRecords(document);
  found.pages.push(...pages);
  const source = recognizeSource(name, head);
  if (source === undefined) {
    if (takeout === undefined) found.notes.push(`${name}: contains no reviews`);
    return;
  }
  if (isDeclaredComplete && !source.canBeComplete)
    throw new ImportError(
      `${name}: is an export of this service, which contains only published reviews; use --complete with a platform's export`,
    );
  const { adapt, finish } = source.begin(name, { head, records }, context);
  const replies: Reply[] = [];
  const moderation = new Moderation(name, context);
  found.sources.add(source.name);
  for (const raw of records) {
    if (hasPhotos(raw.value)) found.withPhotos++;
    const { result: adapted, others, place } = adapt(raw);
    if (place !== undefined) found.addPlace(place);
    if ('replyTo' in adapted) {
      replies.push(adapted);
      continue;
    }
    const result = moderation.apply(adapted, others);
    if (raw.page !== undefined) raw.page.scope ??= result.scope;
    if ('entry' in result) found.add(await withHash(result, options));
    else found.refused.push(result);
    onRecord();
  }
  const unanswered = replies.filter((reply) => !found.addReply(reply)).length;
  if (unanswered > 0)
    found.notes.push(`${name}: ${unanswered === 1 ? '1 reply is' : `${unanswered} replies are`} to no review in the file, and left out`);
  for (const place of places) found.addPlace(place);
  found.notes.push(...(finish?.() ?? []), ...moderation.finish());
}

/** Hashes the invoice or job number, which must not be in the content. */
async function withHash(incoming: Incoming, { hasher }: ReadOptions): Promise<Incoming> {
  const { verification } = incoming.entry;
  if (verification?.reference === undefined) return incoming;
  const reference = await hasher.hash(verification.reference);
  return { ...incoming, entry: { ...incoming.entry, verification: { ...verification, reference } } };
}

/** Returns undefined if the file is malformed, because an import doesn't need the name. */
function readName({ bytes }: Document): string | undefined {
  try {
    return locationName(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

function locationsOf({ incoming }: ReadStep, folders: ReadonlySet<string>, names: ReadonlyMap<string, string>): Location[] {
  const reviews = Map.groupBy(incoming.values(), ({ scope }) => scope);
  const scopes = new Set([...folders, ...reviews.keys()].filter(isLocation));
  return [...scopes]
    .sort()
    .map((scope) => ({ scope, name: names.get(scope.replace('locations/', '')), count: reviews.get(scope)?.length ?? 0 }));
}

/** A page whose next page is missing; undefined if none is known to be missing. */
function pageWithoutNext(pages: readonly Page[]): Page | undefined {
  const ends = pages.filter(({ hasNext }) => !hasNext);
  const open = pages.filter((page) => page.hasNext && !ends.some(({ scope }) => scope !== undefined && scope === page.scope));
  // A last page without reviews may belong to any one scope.
  const isEnded = new Set(open.map(({ scope }) => scope)).size <= ends.filter(({ scope }) => scope === undefined).length;
  return isEnded ? undefined : open.at(-1);
}
