import { z } from 'zod';
import { calendarDate } from '../shared/dates.ts';
import { criticalMention, mentionScore, mentionStars } from './mention-stars.ts';

/** The sentiment that a text expresses. `mixed` is serious praise and criticism of the same thing. */
export const polarity = z.enum(['positive', 'neutral', 'negative', 'mixed']);
export type Polarity = z.infer<typeof polarity>;

/** What is published about one aspect of a review: its polarity, or that it's unclear. */
export const verdictPolarity = z.enum([...polarity.options, 'unclear']);
export type VerdictPolarity = z.infer<typeof verdictPolarity>;

/** The polarities as numbers, for means. */
export const SIGNS: Readonly<Record<Polarity, number>> = { positive: 1, negative: -1, neutral: 0, mixed: 0 };

/** The aspects for each kind of business, in display order: work done in homes, and all other businesses. */
export const packAspects = {
  home: [
    'punctuality',
    'responsiveness',
    'communication',
    'professionalism',
    'technical_knowledge',
    'workmanship',
    'pricing',
    'cleanliness',
    'safety',
  ],
  general: ['service', 'communication', 'waiting', 'price', 'quality', 'cleanliness', 'comfort', 'location'],
} as const;

export type PackName = keyof typeof packAspects;

/** All aspects of both packs. */
export const aspectIds = [...new Set([...packAspects.home, ...packAspects.general])];
/** schema.org's HomeAndConstructionBusiness and its subtypes. */
export const homeTypes: readonly string[] = [
  'HomeAndConstructionBusiness',
  'Electrician',
  'GeneralContractor',
  'HVACBusiness',
  'HousePainter',
  'Locksmith',
  'MovingCompany',
  'Plumber',
  'RoofingContractor',
];

/** The pack of aspects for a schema.org type. */
export const packOf = (type: string): PackName => (homeTypes.includes(type) ? 'home' : 'general');

export const aspectId = z.enum(aspectIds);
export type AspectId = z.infer<typeof aspectId>;

/** The minimum number of analyzed mentions for a statement about praise and criticism. */
export const ENOUGH_MENTIONS = 10;

/** Everyday words for the aspects, by which MCP clients can ask for them. */
export const aspectWords: Readonly<Record<AspectId, readonly string[]>> = {
  punctuality: ['on time', 'timeliness', 'lateness', 'late', 'no-show'],
  responsiveness: ['callback', 'call back', 'response time', 'availability', 'scheduling'],
  communication: ['explanation', 'explaining', 'information'],
  professionalism: ['friendliness', 'politeness', 'courtesy', 'attitude', 'rudeness'],
  technical_knowledge: ['knowledge', 'expertise', 'competence', 'skill'],
  workmanship: ['quality', 'work quality', 'quality of work', 'reliability'],
  pricing: ['price', 'cost', 'value', 'value for money', 'money', 'expensive'],
  cleanliness: ['mess', 'dust', 'tidiness', 'clean', 'cleanup', 'cleaning up'],
  safety: ['safe', 'danger'],
  service: ['friendliness', 'politeness', 'courtesy', 'attitude', 'rudeness', 'staff', 'customer service'],
  waiting: ['on time', 'lateness', 'late', 'wait', 'queue', 'delivery time', 'waiting time'],
  price: ['pricing', 'cost', 'value', 'value for money', 'money', 'expensive'],
  quality: ['products', 'workmanship', 'reliability', 'fit'],
  comfort: ['comfortable', 'noise', 'atmosphere', 'looks'],
  location: ['parking', 'place', 'neighborhood', 'distance'],
};

const percent = z.number().min(0).max(100);
const count = z.int().min(0);
const score = z.number().min(-1).max(1).describe('-1 to 1: the mean of 1 for positive, 0 for neutral or mixed, -1 for negative');
const stars = z.number().nullable().describe('Mean stars of these reviews, two decimals');
const enough = z
  .boolean()
  .describe(
    `Whether pages and answers say what customers praise and criticize: at least ${ENOUGH_MENTIONS} analyzed reviews mention it, and at least half of the texts were analyzed`,
  );
const reviewIds = z.array(z.string()).describe('Review ids to read, newest first');

const counts = {
  positive_count: count.describe('Reviews that praise it'),
  neutral_count: count.describe('Reviews that are neutral about it'),
  mixed_count: count.describe('Reviews that both praise and criticize it'),
  negative_count: count.describe('Reviews that criticize it'),
};

/** The counts of verdicts on something. They add up to the number of reviews with a verdict. */
const verdictCounts = {
  ...counts,
  unclear_count: count.describe('Critical reviews about it that may praise it, but not surely enough to count'),
};

const percentages = {
  positive_pct: percent.describe('One decimal; the percentages add up to 100, or are all 0 without reviews'),
  neutral_pct: percent,
  mixed_pct: percent,
  negative_pct: percent,
};

/** A range of UTF-16 units in a review's published `text`, end exclusive: `text.slice(start, end)` is the quote. */
export const textRange = z.object({ start: count, end: count });
export type TextRange = z.infer<typeof textRange>;

export const quote = z.object({
  review_id: z.string(),
  ...textRange.shape,
  text: z.string().describe("The review's published text from start to end, unchanged"),
  polarity,
});
export type Quote = z.infer<typeof quote>;

export const quarter = z.object({ quarter: z.string().describe('YYYY-Qn'), mention_count: count, ...verdictCounts, score });

/** How the newer reviews compare with the older ones. */
export const direction = z.enum(['improving', 'steady', 'declining']);

export const aspectInsight = z.object({
  id: aspectId,
  label: z.string(),
  mention_count: count.describe('Reviews about it, each counted once'),
  ...mentionStars,
  ...verdictCounts,
  ...percentages,
  unclear_pct: percent,
  enough,
  mention_pct: percent.describe('Share of the analyzed reviews that are about it'),
  ...mentionScore,
  trend: z
    .object({ direction, basis: z.string().describe('The figures behind the direction, as a sentence'), quarters: z.array(quarter) })
    .nullable()
    .describe('null with fewer than 5 mentions in the newer or the older part; steady unless the positive shares differ beyond chance'),
  top_phrases: z.array(z.string()).describe('The texts of `phrases`, in the same order'),
  phrases: z.array(z.object({ text: z.string(), count, polarity })).describe('The words behind the verdicts, most frequent first'),
  quotes: z.array(quote).describe('The clearest passages of each polarity'),
  verdicts_from_text: count.describe('Verdicts based only on the text'),
  verdicts_with_stars: count.describe('Verdicts where the text was unclear and the stars decided'),
  example_review_ids: reviewIds,
});
export type AspectInsight = z.infer<typeof aspectInsight>;

export const entityAspect = z.object({ id: aspectId, label: z.string(), mention_count: count, ...verdictCounts, ...mentionScore });

const entityCounts = {
  positive_count: count.describe('Reviews with praise in a passage about it'),
  neutral_count: count.describe('Reviews that are neutral in passages about it'),
  mixed_count: count.describe('Reviews that both praise and criticize in passages about it'),
  negative_count: count.describe('Reviews with criticism in a passage about it; reviews that only mention it aren’t counted'),
  unclear_count: verdictCounts.unclear_count,
};

const entity = {
  mention_count: count.describe('Reviews that mention it, by a name in the catalog or, for problems, by the usual words'),
  ...mentionStars,
  critical_mentions: z.array(criticalMention).describe('The critical reviews without a verdict about it, newest first'),
  ...entityCounts,
  ...mentionScore,
  enough,
  first_date: calendarDate.nullable(),
  last_date: calendarDate.nullable(),
  aspects: z.array(entityAspect).describe('The verdicts in passages about it, by aspect; only aspects with one'),
  quotes: z.array(quote).describe('Sentences that name it'),
  example_review_ids: reviewIds,
};
const catalogEntity = {
  aliases: z.array(z.string()).describe('Other names that customers use'),
  looked_for: z
    .array(z.string())
    .describe(
      'What texts are searched for: the name and the aliases. A person is also found by a first or family name that nobody else in the catalog has, if the text gives a reason, and a service in regular English inflections ("waxed" for "wax")',
    ),
  found_by: z.array(z.string()).describe('The words that were found in these reviews, in lower case, those in the most reviews first'),
  ...entity,
};

export const technicianInsight = z.object({ name: z.string(), role: z.string().nullable(), ...catalogEntity });
export const serviceInsight = z.object({ id: z.string(), name: z.string(), ...catalogEntity });
export const serviceAreaInsight = z.object({ name: z.string(), ...catalogEntity });
export const problemInsight = z.object({
  id: z.string().describe('A stable id'),
  label: z.string(),
  ...entity,
});

export const topic = z.object({
  phrase: z.string().describe('A key phrase of two content words, as most customers write it, in lower case'),
  mention_count: count.describe('Reviews that use it'),
  rating_value: stars,
  ...counts,
  score,
  polarity,
  example_review_ids: reviewIds,
});
export type Topic = z.infer<typeof topic>;

const month = z.object({
  month: z.string().describe('YYYY-MM'),
  review_count: count,
  rating_value: stars,
  score,
  ...percentages,
});

export const aspectVerdict = z.object({
  id: aspectId,
  polarity: verdictPolarity.describe('unclear: a critical review that may praise it, but not surely enough to count'),
  score: score.describe('From -1 (criticism) to 1 (praise); 0 if it’s unclear'),
  confidence: z
    .number()
    .min(0)
    .max(1)
    .describe(
      'The probability that the verdict is right, as measured on texts that the engine hadn’t learned from; lower ones aren’t published',
    ),
  basis: z.enum(['text', 'text_and_stars']).describe('text_and_stars: the text was unclear and the stars decided'),
  source: z.string().describe('engine, editor (a correction) or the name of the model that gave the verdict'),
  ranges: z.array(textRange).describe('The passages that the verdict is based on'),
});
export type AspectVerdict = z.infer<typeof aspectVerdict>;

const named = <T extends z.ZodRawShape>(key: T) => z.array(z.object({ ...key, ranges: z.array(textRange) }));

/** What a review says about a technician. `polarity` and `aspects` come from verdicts in the sentences about that person. */
const said = {
  polarity: verdictPolarity.nullable().describe('The overall polarity about the person; null without a verdict about them'),
  aspects: z.array(aspectVerdict.pick({ id: true, polarity: true })).describe('The verdicts about the person'),
  about: z.array(textRange).describe('The sentences that name the person, and the following ones that continue with he or she'),
};

export const reviewInsight = z.object({
  analysed: z.boolean().describe('false for ratings without text, and for texts that aren’t in English and have no verdict from an editor'),
  language: z.string().nullable().describe('The detected language of the text (ISO 639-1), und if unknown; null without text'),
  sentiment: z.object({
    polarity,
    score: score.describe('-1 to 1'),
    basis: z.enum(['text_and_stars', 'stars']).describe('stars: the text wasn’t analyzed, or has no verdicts'),
  }),
  aspects: z.array(aspectVerdict),
  corrected: z.array(aspectId).describe('The aspects whose verdict an editor replaced, added or removed'),
  mentions: z.object({
    technicians: named({ name: z.string(), ...said }),
    services: named({ id: z.string() }),
    service_areas: named({ name: z.string() }),
    problems: named({ id: z.string() }),
  }),
});
export type ReviewInsight = z.infer<typeof reviewInsight>;

export const faqAnswer = z.object({
  question: z.string(),
  answer: z.string(),
  origin: z.enum(['business', 'reviews']).describe("business: the business's own words; reviews: computed from the figures"),
  review_ids: z.array(z.string()).describe('Reviews that the answer is based on; empty for the business’s own answers'),
  aspect: aspectId.optional().describe('The aspect that it’s about, if any'),
});
export type FaqAnswer = z.infer<typeof faqAnswer>;

/** Where the pull quote is from, and why it was chosen. */
export const pullQuoteSource = z.object({
  review_id: z.string(),
  ...textRange.shape,
  author: z.string(),
  date: calendarDate,
  rating: z.int().min(1).max(5),
  rule: z.string().describe('The rule that chose it'),
});
export type PullQuoteSource = z.infer<typeof pullQuoteSource>;

/** Who wrote the summary. */
export const summarySource = z.object({
  origin: z.enum(['editor', 'figures']).describe('editor: hand-written Markdown; figures: generated from the figures'),
  figures_text: z.string().describe('The text generated from the figures, even if there is an editor’s summary'),
});

/**
 * The bytes around `per_review` in `/insights.json`, which has one line per review. These lines are most of the document, and few readers
 * need them.
 */
export const perReviewFrame = { open: ',\n"per_review":{\n', separator: ',\n', close: '\n}}\n' } as const;

/** `/insights.json`. */
export const insightsDocument = z.object({
  version: z.int(),
  generated_at: z.iso.datetime().nullable().describe('Time of the newest review or reply, not of the build'),
  model: z.string().describe('Name and version of the engine, then other models that gave verdicts, after a plus'),
  method: z
    .object({
      name: z.string(),
      version: z.string().describe('Changes whenever the same texts may give other verdicts'),
      pack: z.enum(['home', 'general']).describe('The set of aspects: for work done in homes, or for all other businesses'),
      published_from: z.number().describe('The minimum confidence of the engine’s published verdicts'),
      corrections: count.describe('Reviews of which an editor replaced, added or removed a verdict'),
    })
    .describe('How the verdicts were found'),
  review_count: count,
  coverage: z.object({
    with_text: count,
    without_text: count.describe('Ratings without text'),
    analysed: count.describe('Analyzed texts, the base of every share'),
    other_language: count.describe('Texts left out because they aren’t in English'),
    languages: z
      .array(z.object({ language: z.string(), review_count: count }))
      .describe('The languages of the texts, as in `language` of `per_review`; most reviews first'),
  }),
  date_range: z.object({ earliest: calendarDate, latest: calendarDate }).nullable(),
  overall_sentiment: z
    .object({ score, ...counts, ...percentages })
    .nullable()
    .describe('Over all reviews, from text and stars, or from the stars if there is no analyzed text'),
  aspects: z.array(aspectInsight).describe('The shown aspects of the pack, in its order'),
  entities: z.object({
    technicians: z.array(technicianInsight),
    services: z.array(serviceInsight),
    problems: z.array(problemInsight),
    service_areas: z.array(serviceAreaInsight),
  }),
  topics: z.array(topic).describe('Key phrases found in the texts, most mentioned first'),
  temporal: z.object({
    monthly: z.array(month).describe('Months with reviews, oldest first'),
    trend: z
      .object({ direction, basis: z.string(), recent_score: score, earlier_score: score, recent_count: count, earlier_count: count })
      .nullable()
      .describe('The last twelve months compared with everything before; null if either has fewer than 5 reviews'),
  }),
  per_review: z.record(z.string(), reviewInsight).describe('By review id'),
  faq: z.array(faqAnswer).describe("The business's own entries first, then the computed ones"),
  summary: z.string().nullable().describe('null without reviews'),
  summary_source: summarySource.nullable(),
  pull_quote: z.string().nullable().describe('A sentence of a review, unchanged; null if none is suitable'),
  pull_quote_source: pullQuoteSource.nullable(),
});
export type InsightsDocument = z.infer<typeof insightsDocument>;
