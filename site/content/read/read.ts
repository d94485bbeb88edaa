import { newestFirst, type Review } from '../../contract/review.ts';
import { pickPlain } from '../../contract/review-fields.ts';
import type { Business } from '../../contract/reviews-document.ts';
import { dayOf, toInstant } from '../../shared/dates.ts';
import { encodeUrl } from '../../shared/text-schemas.ts';
import { catalogEntries, correctedMentions, toCatalog } from '../catalog.ts';
import { aggregate, type Dataset } from '../dataset.ts';
import { changesByBusiness } from '../hand-edits.ts';
import { mentionFinder, mentionsIn } from '../mentions.ts';
import { countMasked, entryPublisher } from '../privacy/published-entry.ts';
import { ContentError, type ContentProblem, itemsOf, type Placed, partOf, type Report } from '../problems.ts';
import { type FileData, type FileName, fileSchemas, verdictsFile } from '../record-schemas.ts';
import { policyFile, type ReviewEntry } from '../schemas.ts';
import { standardTheme, type Theme, toTheme } from '../theme.ts';
import { findFiles, type Instead, readNamed, readSource } from './content-files.ts';
import { byReview, reportForeignAspects, toVerdicts } from './given-analysis.ts';
import { parsePlaced, type SourceFile } from './parse-file.ts';
import { photoReader, readLogo, readPictures } from './pictures.ts';
import { absencesOf, checkTakedowns, countLeftOut, methodOf, reasonToLeaveOut, takedownReasonsOf } from './publication-policy.ts';
import { byId, parseReviews, type WrittenReview } from './written-reviews.ts';

/**
 * Reads `contentDir` into a validated dataset, with `instead` in place of the file of its name.
 * @throws ContentError with every problem
 */
export function readDataset(contentDir: string, instead?: Instead): Dataset {
  return collectProblems((report) => toDataset(parseContent(contentDir, report, instead), report));
}

/** All reviews in the content, verified or not. @throws ContentError */
export function readWrittenReviews(contentDir: string): WrittenReview[] {
  return collectProblems((report) => {
    findFiles(contentDir, report);
    const reviews = byId(parseReviews(contentDir, report), report);
    return [...reviews].map(([id, { value, at }]) => Object.assign(at(), { entry: { ...value, id } }));
  });
}

/** The result of `read`. @throws ContentError with all reported problems */
function collectProblems<Value>(read: (report: Report) => Value | undefined): Value {
  const problems: ContentProblem[] = [];
  const value = read((problem) => problems.push(problem));
  if (problems.length > 0 || value === undefined) throw new ContentError(problems);
  return value;
}

/** The parsed content files. */
type Content = ReturnType<typeof parseContent>;

function parseContent(contentDir: string, report: Report, instead: Instead | undefined) {
  const files = findFiles(contentDir, report, instead);
  const parse = <Name extends FileName>(name: Name) =>
    parsePlaced(files.named.get(name), fileSchemas[name], report) as Placed<FileData<Name>> | undefined;
  const content = {
    business: parse('business'),
    logo: readLogo(files.logo, report),
    services: itemsOf(parse('services')),
    technicians: itemsOf(parse('technicians')),
    serviceAreas: itemsOf(parse('service-areas')),
    faq: parse('faq')?.value ?? [],
    corrections: itemsOf(parse('corrections')),
    aspects: itemsOf(parse('aspects')),
    policy: parse('policy')?.value ?? policyFile.parse({}),
    takedowns: checkTakedowns(itemsOf(parse('takedowns')), report),
    summary: readSummary(files.named.get('summary')),
  };
  parse('imports');
  const verdicts = files.verdicts.flatMap((name) => {
    const file = parsePlaced(readSource(name, report), verdictsFile, report);
    return file?.value.reviews.map((review, index) => partOf(file, { ...review, model: file.value.model }, ['reviews', index])) ?? [];
  });
  return { ...content, folder: contentDir, verdicts, reviews: parseReviews(contentDir, report) };
}

function readSummary(file: SourceFile | undefined): string | undefined {
  if (!file) return undefined;
  // HTML comments are for editors.
  const text = new TextDecoder()
    .decode(file.bytes)
    .replace(/<!--.*?-->/gs, '')
    .trim();
  return text === '' ? undefined : text;
}

/** Checks the files against each other and makes the dataset; undefined if business.yaml is invalid, which has been reported. */
function toDataset(content: Content, report: Report): Dataset | undefined {
  const { policy, takedowns } = content;
  const business = content.business?.value;
  const catalog = toCatalog(
    [
      ...catalogEntries('technicians', content.technicians, ({ name }) => name),
      ...catalogEntries('services', content.services, ({ id }) => id),
      ...catalogEntries('service_areas', content.serviceAreas, ({ name }) => name),
    ],
    report,
  );
  const written = byId(content.reviews, report);
  const takedownReasons = takedownReasonsOf(takedowns, written);
  // Corrections and verdicts refer to a review's text as it is published.
  const publish = entryPublisher(policy, business, catalog);
  const entries = new Map([...written].map(([id, { value, at }]): [string, Placed<ReviewEntry>] => [id, { value: publish(value), at }]));
  const corrections = byReview(content.corrections, 'correction', entries, takedownReasons, report);
  const mentions = new Map([...corrections].map(([id, correction]) => [id, correctedMentions(correction, catalog, report)]));
  const given = byReview(content.verdicts, 'analysis', entries, takedownReasons, report);
  const verdicts = new Map([...given].map(([id, found]) => [id, toVerdicts(found, entries.get(id)?.value.text, report)]));
  const pictures = readPictures(content.folder, content.business, content.technicians, report);
  if (!business) return undefined;
  reportForeignAspects(business.type, content, report);

  const decisions = [...entries].map(([id, { value: entry, at }]) => ({
    id,
    entry,
    at,
    leftOut: reasonToLeaveOut(entry, policy, takedownReasons.has(id)),
  }));
  const published = decisions.filter(({ leftOut }) => leftOut === undefined);
  const find = mentionFinder(catalog, business.name);
  const photos = photoReader(content.folder, report);
  const reviews = published.map(({ id, entry, at }) =>
    toReview(id, entry, {
      // Checksums are of the original texts, which the policy may mask.
      changed_by_business: changesByBusiness(written.get(id)?.value ?? entry),
      mentions: { ...mentionsIn(entry.text, find, catalog, entry.author), ...mentions.get(id) },
      photos: photos.read(entry.photos ?? [], at),
    }),
  );
  return {
    business: toBusiness(business, content),
    type: business.type,
    language: business.language,
    people: business.people,
    theme: readTheme(content.business, report),
    logo: content.logo,
    writeReview: business.write_review,
    links: business.links,
    pictures,
    photos: photos.files,
    notice: business.notice,
    catalog,
    aggregateRating: aggregate(reviews.map(({ rating }) => rating)),
    reviews: reviews.sort(newestFirst),
    faq: content.faq,
    summary: content.summary,
    leftOut: countLeftOut(decisions, takedowns.length),
    takedownReasons: takedowns.map(({ reason }) => reason ?? 'other'),
    absences: absencesOf(decisions, takedownReasons),
    policy,
    leftOutAtSource: decisions.flatMap(({ leftOut, entry }) =>
      leftOut === 'removed at the source' && entry.removed_at_source !== undefined ? [entry.removed_at_source] : [],
    ),
    updatedAtSource: new Map(
      published.flatMap(({ id, entry }) =>
        entry.source_updated_at ? [[id, dayOf(toInstant(entry.source_updated_at) ?? entry.date)] as const] : [],
      ),
    ),
    masked: countMasked(reviews, policy, business.language),
    analysis: {
      corrections: new Map([...corrections].map(([id, { value }]) => [id, value.aspects ?? {}])),
      verdicts,
      aspects: content.aspects.map(({ value }) => value),
    },
  };
}

/** The theme of the pages. Reports illegible colors. */
function readTheme(business: Content['business'], report: Report): Theme {
  const given = business?.value.theme;
  if (business === undefined || given === undefined) return standardTheme;
  const { theme, problems } = toTheme(given);
  for (const { key, found, write } of problems) report({ ...business.at(['theme', key]), found, write });
  return theme;
}

function toBusiness(file: FileData<'business'>, { services, technicians, serviceAreas }: Content): Business {
  const { type: _type, language: _language, people: _people, theme: _theme, notice: _notice, ...described } = file;
  const { write_review: _writeReview, other_telephones: _others, links: _links, pictures: _pictures, ...business } = described;
  return {
    ...business,
    services: services.map(({ value: { id, name } }) => ({ id, name })),
    technicians: technicians.map(({ value: { name, role } }) => ({ name, role })),
    service_areas: serviceAreas.map(({ value }) => value.name),
  };
}

function toReview(
  id: string,
  { author, author_avatar_url, rating, date, text, source, source_url, owner_reply, ...entry }: ReviewEntry,
  derived: Pick<Review, 'changed_by_business' | 'mentions' | 'photos'>,
): Review {
  const verification = { method: methodOf({ verification: entry.verification }), verified_at: entry.verification?.verified_at ?? null };
  const given = {
    id,
    author,
    author_avatar_url: author_avatar_url && encodeUrl(author_avatar_url),
    rating,
    date,
    text,
    source,
    source_url: source_url && encodeUrl(source_url),
    owner_reply,
  };
  const { removed_at_source = null } = entry;
  return { ...given, verified: true, verification, ...derived, removed_at_source, ...pickPlain(entry) };
}

/** Reads the policy of a content folder and makes the function that applies it. @throws ContentError if a file that it needs is invalid */
export async function readEntryPublisher(contentDir: string): Promise<(entry: ReviewEntry) => ReviewEntry> {
  const catalog = await Promise.all((['services', 'technicians', 'service-areas'] as const).map((name) => readNamed(contentDir, name)));
  return entryPublisher(await readNamed(contentDir, 'policy'), await readNamed(contentDir, 'business'), catalog.flat());
}
