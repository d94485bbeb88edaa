import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';

/** A review as a business writes it down. */
export interface RawReview {
  readonly id: string;
  readonly date: string;
  readonly rating: number;
  readonly text: string | null;
  readonly author: string;
  readonly source: string;
  readonly verified: boolean;
}

/** A random business: what its folder contains. */
export interface RandomBusiness {
  readonly type: 'Restaurant' | 'Electrician';
  readonly reviews: readonly RawReview[];
  /** The review and the aspect that an editor corrected, and the new polarity. */
  readonly corrections: readonly { readonly review: string; readonly aspect: string; readonly polarity: string }[];
}

export const NAME = 'Nona';
export const PEOPLE = ['Ana Ruiz', 'Bill Ng'] as const;
export const SERVICE = { id: 'catering', name: 'Catering' } as const;

const SPANISH = 'Todo estuvo muy limpio y el servicio fue excelente, lo recomiendo mucho a todos mis amigos.';
const SENTENCES = [
  'The service was friendly.',
  'The staff were rude.',
  'Very clean.',
  'Everything was dirty.',
  'Ana Ruiz was very friendly.',
  'Ana Ruiz was rude and unprofessional.',
  'Bill Ng explained everything.',
  'The catering was great.',
  'Great price.',
  'Way too expensive.',
  'They came on time.',
  'They were two hours late.',
  'We waited forever.',
  'The work was excellent.',
];
const DAYS = 900;

const text = (spanish: number) =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    { weight: spanish, arbitrary: fc.constant(SPANISH) },
    { weight: 12, arbitrary: fc.uniqueArray(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 4 }).map((list) => list.join(' ')) },
  );

const reviewOf = (spanish: number) =>
  fc.record({
    day: fc.nat(DAYS),
    rating: fc.constantFrom(1, 2, 3, 4, 4, 5, 5, 5),
    text: text(spanish),
    verified: fc.constantFrom(true, true, true, true, true, false),
  });

const idOf = (index: number) => `01HQVMZ100MF6GH5BNBQKC${String(index).padStart(4, '0')}`;
const dayOf = (day: number) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10);

const corrections = (count: number, aspects: readonly string[]) =>
  fc.uniqueArray(
    fc.record({
      review: fc.nat(count - 1).map(idOf),
      aspect: fc.constantFrom(...aspects),
      polarity: fc.constantFrom('positive', 'negative', 'mixed', 'neutral', 'not_mentioned'),
    }),
    { maxLength: 4, selector: ({ review }) => review },
  );

/** Random businesses of `count` reviews; the larger `spanish`, the more texts aren't in English. */
export const businessOf = (count: number, spanish: number): fc.Arbitrary<RandomBusiness> =>
  fc.constantFrom('Restaurant' as const, 'Electrician' as const).chain((type) =>
    fc.record({
      type: fc.constant(type),
      reviews: fc.array(reviewOf(spanish), { minLength: count, maxLength: count }).map((list) =>
        list.map(({ day, ...review }, index) => ({
          ...review,
          id: idOf(index),
          date: dayOf(day),
          author: `Customer ${index}`,
          source: 'google',
        })),
      ),
      corrections: corrections(
        count,
        type === 'Restaurant' ? ['service', 'cleanliness', 'price'] : ['professionalism', 'cleanliness', 'pricing'],
      ),
    }),
  );

/** The business of a seed, the same each time. */
export function businessFrom(seed: number, count: number, spanish = 1): RandomBusiness {
  const [business] = fc.sample(businessOf(count, spanish), { seed, numRuns: 1 });
  if (!business) throw new Error(`seed ${seed} gives no business`);
  return business;
}

/** Writes the folder of a business, without corrections of texts that there aren't. */
export async function writeBusiness(folder: string, { type, reviews, corrections: corrected }: RandomBusiness): Promise<void> {
  await mkdir(path.join(folder, 'reviews'), { recursive: true });
  const write = (name: string, lines: readonly string[]) => writeFile(path.join(folder, name), `${lines.join('\n')}\n`);
  const hasText = new Set(reviews.filter(({ text: words, verified }) => words !== null && verified).map(({ id }) => id));
  const rows = corrected.filter(({ review }) => hasText.has(review));
  await write('business.yaml', [`name: ${NAME}`, `type: ${type}`]);
  await write(
    'technicians.yaml',
    PEOPLE.map((name) => `- name: ${name}`),
  );
  await write('services.yaml', [`- id: ${SERVICE.id}`, `  name: ${SERVICE.name}`]);
  if (rows.length > 0) {
    await write(
      'corrections.yaml',
      rows.map(({ review, aspect, polarity }) => `- { review: ${review}, aspects: { ${aspect}: ${polarity} } }`),
    );
  }
  await writeFile(path.join(folder, 'reviews/all.json'), JSON.stringify(reviews));
}
