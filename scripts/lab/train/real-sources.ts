import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/** One text as published. `stratum` is its tone according to the publisher; annotators never see it. */
export interface RealText {
  readonly id: string;
  readonly source: Source;
  readonly stratum: string;
  readonly text: string;
}

/** The sources of texts: publishers, with NHS England divided by kind of service. */
export const sources = ['nhs-transport', 'nhs-care', 'airbnb', 'fine-foods', 'tsa-md'] as const;
export type Source = (typeof sources)[number];

/** All texts of the raw files in `folder`. Throws if a file is missing or has other columns. */
export function readRealTexts(folder: string): RealText[] {
  const at = (...names: readonly string[]) => path.join(folder, ...names);
  return [
    ...readNhs(at('nhs', 'v6framework_230831.csv')),
    ...readNhsPhaseOne(at('nhs', 'text_data.csv')),
    ...AIRBNB.flatMap((city) => readAirbnb(city, at('airbnb', city.reviews), at('airbnb', city.listings))),
    ...(['train', 'dev'] as const).flatMap((part) => readTsa(part, at('tsa-md', `TSA-MD.${part}.json`))),
    ...readFineFoods(at('fine-foods', 'fine_food_reviews_1k.csv')),
  ].map((item) => ({ ...item, text: plain(item.text) }));
}

const AIRBNB = [
  { code: 'al', reviews: 'albany-reviews.csv.gz', listings: 'albany-listings.csv.gz' },
  { code: 'si', reviews: 'singapore-reviews.csv.gz', listings: 'singapore-listings.csv.gz' },
  { code: 'ba', reviews: 'barossa-valley-2022-10-26-reviews.csv', listings: 'barossa-valley-2022-10-26-listings.csv.gz' },
] as const;

const nhsRow = z
  .object({
    'Comment ID': z.string(),
    Trust: z.enum(['NEAS', 'NHFT']),
    'Service type 1': z.string(),
    'FFT question': z.string(),
    'FFT answer': z.string(),
    'Comment sentiment': z.enum(['', '1', '2', '3', '4', '5']),
  })
  .catchall(z.string());

/** Sentiment as the publisher's annotators scored it: 1 very positive to 5 very negative, 3 mixed. */
const NHS_TONE = { '': 'unscored', 1: 'positive', 2: 'positive', 3: 'mixed', 4: 'negative', 5: 'negative' } as const;

/** Rare topics, by the publisher's own labels. Each is a stratum, so enough of them are chosen. */
const NHS_TOPICS: readonly (readonly [stratum: string, ...columns: string[]])[] = [
  ['cleanliness', 'Cleanliness, tidiness & infection control'],
  ['safety', 'Feeling safe'],
  ['competence', 'Competence & training', 'Diagnosis & triage'],
  ['information', 'Being kept informed, clarity & consistency of information'],
  ['contact', 'Contacting services', 'Staff responsiveness'],
  ['appointments', 'Appointment arrangements'],
];

/**
 * NEAS picks patients up at home; NHFT has nurses and therapists. Its secure wards are left out, because they are too different from a
 * trade.
 */
function readNhs(file: string): RealText[] {
  return readCsv(file, nhsRow).flatMap((row): RealText[] => {
    const text = row['FFT answer'];
    if (row['Service type 1'] === 'Forensic' || (asksForWishes(row['FFT question']) && text.split(/\s+/).length < 8)) return [];
    const [topic] = NHS_TOPICS.find(([, ...columns]) => columns.some((column) => Number(row[column]) === 1)) ?? [];
    const source = row.Trust === 'NEAS' ? 'nhs-transport' : 'nhs-care';
    const id = `nhs-${row['Comment ID'].replaceAll(/[^A-Za-z0-9]+/g, '-')}`;
    return [{ id, source, stratum: topic ?? NHS_TONE[row['Comment sentiment']], text }];
  });
}

/** Whether a question asks for improvements, so short answers mean nothing without it. */
const asksForWishes = (question: string) => /improve|better/.test(question);

const phaseOneRow = z.object({ feedback: z.string(), criticality: z.string(), row_index: z.string() });

/** Criticality goes from -5, very critical, to 5; rows whose score isn't a number are left out. */
function readNhsPhaseOne(file: string): RealText[] {
  return readCsv(file, phaseOneRow).flatMap(({ feedback, criticality, row_index: row }): RealText[] => {
    const score = Number(criticality);
    if (Number.isNaN(score)) return [];
    return [{ id: `nhs1-${row}`, source: 'nhs-care', stratum: score < 0 ? 'negative' : score > 0 ? 'positive' : 'mixed', text: feedback }];
  });
}

const airbnbReview = z.object({ listing_id: z.string(), id: z.string(), comments: z.string() });
const airbnbListing = z.object({ id: z.string(), review_scores_rating: z.string() });

/** Reviews have no stars, so the stratum comes from the mean rating of their listing. */
function readAirbnb({ code }: { readonly code: string }, reviews: string, listings: string): RealText[] {
  const scores = new Map(readCsv(listings, airbnbListing).map((row) => [row.id, Number(row.review_scores_rating)]));
  return readCsv(reviews, airbnbReview).flatMap(({ listing_id: listing, id, comments }): RealText[] => {
    const score = scores.get(listing);
    if (!score || comments.includes('automated posting')) return [];
    return [{ id: `air-${code}-${id}`, source: 'airbnb', stratum: airbnbStratum(score), text: comments }];
  });
}

const airbnbStratum = (score: number) => (score < 4 ? 'below-4.0' : score < 4.4 ? 'below-4.4' : score < 4.7 ? 'below-4.7' : 'from-4.7');

const tsaItems = z.array(z.object({ text: z.string(), targets: z.array(z.object({ sentiment: z.string() })) }));

/** The stratum combines the publisher's labels of the targets in the sentence. */
function readTsa(part: string, file: string): RealText[] {
  return tsaItems.parse(JSON.parse(readFileSync(file, 'utf8'))).map(({ text, targets }, index) => {
    const tones = new Set(targets.map(({ sentiment }) => sentiment));
    const mixed = tones.has('mixed') || (tones.has('negative') && tones.has('positive'));
    const stratum = mixed ? 'mixed' : tones.has('negative') ? 'negative' : tones.has('positive') ? 'positive' : 'none';
    return { id: `tsa-${part}-${index}`, source: 'tsa-md', stratum, text };
  });
}

const foodRow = z.object({ '': z.string(), Score: z.enum(['1', '2', '3', '4', '5']), Text: z.string() });

function readFineFoods(file: string): RealText[] {
  return readCsv(file, foodRow).map((row) => ({
    id: `food-${row['']}`,
    source: 'fine-foods',
    stratum: `${row.Score}-stars`,
    text: row.Text,
  }));
}

function readCsv<T extends z.ZodType>(file: string, row: T): z.output<T>[] {
  const bytes = readFileSync(file);
  const rows: unknown = parse(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, { columns: true, bom: true });
  return z.array(row).parse(rows);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#34': '"', '#39': "'", nbsp: ' ' };

/** Normalizes line breaks, entities and spaces. */
function plain(text: string): string {
  return text
    .replaceAll(/<br\s*\/?>|\r\n?/g, '\n')
    .replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n')
    .trim();
}
