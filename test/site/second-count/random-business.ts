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
  readonly hidden_at_source?: true;
  readonly verification?: { readonly method: RawMethod; readonly verified_at?: string };
  readonly removed_at_source?: string;
  readonly source_url?: string;
  readonly experienced_at?: string;
  readonly incentive?: 'none' | 'offered';
  readonly relation?: 'none' | 'staff' | 'relative';
}

/** The ways of verification, the strongest first. */
export const METHODS = ['invoice', 'invitation', 'platform_account', 'vouched'] as const;
export type RawMethod = (typeof METHODS)[number];
export const REASONS = ['asked', 'legal', 'personal_data', 'insults', 'fake', 'mistake', 'other'] as const;

/** An entry of takedowns.yaml, whose review may still be in the content. */
export interface RawTakedown {
  readonly review: string;
  readonly reason?: (typeof REASONS)[number];
}

/** A random business: what its folder contains. */
export interface RandomBusiness {
  readonly type: 'Restaurant' | 'Electrician';
  readonly reviews: readonly RawReview[];
  /** The review and the aspect that an editor corrected, and the new polarity. */
  readonly corrections: readonly { readonly review: string; readonly aspect: string; readonly polarity: string }[];
  readonly takedowns: readonly RawTakedown[];
  readonly policy: { readonly verification: readonly RawMethod[]; readonly removed_at_source: 'leave_out' | 'publish' };
}

/** Why a review isn't published; undefined if it is. */
export function fateOf({ policy, takedowns }: Pick<RandomBusiness, 'policy' | 'takedowns'>, review: RawReview) {
  if (takedowns.some(({ review: id }) => id === review.id)) return 'taken down';
  if (!review.verified) return review.hidden_at_source ? 'hidden' : 'not verified';
  if (!policy.verification.includes(review.verification?.method ?? 'vouched')) return 'method';
  return review.removed_at_source !== undefined && policy.removed_at_source === 'leave_out' ? 'gone' : undefined;
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

/** A value in one of six cases. */
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const reviewOf = (spanish: number) =>
  fc.record({
    day: fc.nat(DAYS),
    rating: fc.constantFrom(1, 2, 3, 4, 4, 5, 5, 5),
    text: text(spanish),
    verified: fc.constantFrom(true, true, true, true, true, false),
    isHidden: fc.boolean(),
    verification: rarely(fc.record({ method: fc.constantFrom(...METHODS), verified_at: rarely(fc.constant('2026-07-01')) })),
    removed_at_source: rarely(fc.constantFrom('2026-08-02', '2026-08-30', '2026-09-01')),
    isLinked: fc.boolean(),
    /** Days from the experience to the review. */
    after: rarely(fc.constantFrom(-1, 0, 12, 30, 31, 200)),
    incentive: rarely(fc.constantFrom('none', 'offered')),
    relation: rarely(fc.constantFrom('none', 'staff', 'relative')),
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

/** Takedowns of reviews that are still in the content, and of others. */
const takedowns = (count: number) =>
  fc.uniqueArray(
    fc.record({
      review: fc.integer({ min: Math.floor(count / 2), max: count * 2 }).map(idOf),
      reason: fc.constantFrom(...REASONS, undefined),
    }),
    { maxLength: 12, selector: ({ review }) => review },
  );

/** Random businesses of `count` reviews; the larger `spanish`, the more texts aren't in English. */
export const businessOf = (count: number, spanish: number): fc.Arbitrary<RandomBusiness> =>
  fc.constantFrom('Restaurant' as const, 'Electrician' as const).chain((type) =>
    fc.record({
      type: fc.constant(type),
      reviews: fc.array(reviewOf(spanish), { minLength: count, maxLength: count }).map((list) =>
        list.map(({ day, isHidden, isLinked, after, ...review }, index) => ({
          ...review,
          id: idOf(index),
          date: dayOf(day),
          ...(isHidden && !review.verified ? { hidden_at_source: true } : {}),
          ...(isLinked ? { source_url: `https://maps.google.com/?review=${index}` } : {}),
          ...(after === undefined ? {} : { experienced_at: dayOf(day - after) }),
          author: `Customer ${index}`,
          source: 'google',
        })),
      ),
      corrections: corrections(
        count,
        type === 'Restaurant' ? ['service', 'cleanliness', 'price'] : ['professionalism', 'cleanliness', 'pricing'],
      ),
      takedowns: takedowns(count),
      policy: fc.record({
        verification: fc.constantFrom(
          [...METHODS],
          METHODS.filter((method) => method !== 'invitation'),
        ),
        removed_at_source: fc.constantFrom('leave_out' as const, 'publish' as const),
      }),
    }),
  );

/** The business of a seed, the same each time. */
export function businessFrom(seed: number, count: number, spanish = 1): RandomBusiness {
  const [business] = fc.sample(businessOf(count, spanish), { seed, numRuns: 1 });
  if (!business) throw new Error(`seed ${seed} gives no business`);
  return business;
}

/** Writes the folder of a business, without corrections of texts that there aren't. */
export async function writeBusiness(folder: string, business: RandomBusiness): Promise<void> {
  const { type, reviews, corrections: corrected, takedowns: taken, policy } = business;
  await mkdir(path.join(folder, 'reviews'), { recursive: true });
  const write = (name: string, lines: readonly string[]) => writeFile(path.join(folder, name), `${lines.join('\n')}\n`);
  const hasText = new Set(reviews.filter((review) => review.text !== null && fateOf(business, review) === undefined).map(({ id }) => id));
  const rows = corrected.filter(({ review }) => hasText.has(review));
  await write('business.yaml', [`name: ${NAME}`, `type: ${type}`]);
  await write(
    'technicians.yaml',
    PEOPLE.map((name) => `- name: ${name}`),
  );
  await write('services.yaml', [`- id: ${SERVICE.id}`, `  name: ${SERVICE.name}`]);
  await writeFile(path.join(folder, 'policy.yaml'), JSON.stringify(policy));
  await writeFile(path.join(folder, 'takedowns.yaml'), JSON.stringify(taken.map((one) => ({ ...one, date: '2026-09-02' }))));
  if (rows.length > 0) {
    await write(
      'corrections.yaml',
      rows.map(({ review, aspect, polarity }) => `- { review: ${review}, aspects: { ${aspect}: ${polarity} } }`),
    );
  }
  await writeFile(path.join(folder, 'reviews/all.json'), JSON.stringify(reviews));
}
