import { z } from 'zod';
import { aspectId, polarity } from '../contract/insights.ts';
import { takedownReasons } from '../contract/log.ts';
import { reviewDate } from '../shared/dates.ts';
import { words } from '../shared/text-schemas.ts';
import { businessFile, faqFile, policyFile, serviceAreasFile, servicesFile, techniciansFile } from './schemas.ts';

/** The schemas of corrections, takedowns, imports, aspects and verdicts. Those of the other content files are in schemas.ts. */

const publishedId = z.ulid({ error: 'write the id that the review has in reviews.json' });

const verdictWords = [...polarity.options, 'not_mentioned'].join(', ');

export const correctionsFile = z.array(
  z.strictObject({
    review: publishedId,
    note: words.optional(),
    mentions: z
      .strictObject({
        technicians: z.array(words).optional(),
        services: z.array(words).optional(),
        service_areas: z.array(words).optional(),
      })
      .optional(),
    aspects: z
      .partialRecord(aspectId, z.enum([...polarity.options, 'not_mentioned'], { error: `write ${verdictWords}` }), {
        error: `write one of the aspects ${aspectId.options.join(', ')}`,
      })
      .optional(),
  }),
);

/** Reviews removed for good: neither the content nor imports can bring them back. */
export const takedownsFile = z.array(
  z.strictObject({
    review: publishedId,
    /** SHA-256 of the review's identity at its source: imports recognize it by this hash even if the date differs. */
    identity: words.optional(),
    /** SHA-256 of its author and text, which recognizes it under another id: see site/content/takedowns.ts. */
    author_and_text: words.optional(),
    date: reviewDate,
    /** Without one, the log has `other`. */
    reason: z.enum(takedownReasons, { error: `write ${takedownReasons.join(' or ')}` }).optional(),
    /** For the business's own records, never published. */
    note: words.optional(),
  }),
);

/** Every import that changed something, oldest first. Written by `npm run import` and never published. */
export const importsFile = z.array(
  z.strictObject({
    id: words,
    /** Counts the runs of the command from 1; one run may read several exports. Missing in records of earlier versions. */
    run: z.int().positive().optional(),
    /** When it was run, ISO 8601. */
    at: z.iso.datetime(),
    files: z.array(words),
    source: words,
    /** For a complete export: its scope, such as a location, and when it was made. */
    complete: z.array(z.strictObject({ scope: words, exported_at: z.iso.datetime({ offset: true }) })).optional(),
    added: z.int(),
    changed: z.int(),
    removed: z.int(),
    refused: z.int(),
    /** The ids of its places, such as Google's locations. */
    places: z.array(words).optional(),
    /** When it was undone, ISO 8601. */
    undone: z.iso.datetime().optional(),
  }),
);

/**
 * By aspect: the business's label, whether it is shown, and phrases of its customers. Phrases under `topic` count as mentions, the others
 * as praise, criticism or neutral statements.
 */
export const aspectsFile = z.array(
  z.strictObject({
    aspect: z.enum(aspectId.options, { error: `write one of ${aspectId.options.join(', ')}` }),
    label: words.optional(),
    shown: z.boolean({ error: 'write true or false' }).default(true),
    topic: z.array(words).default([]),
    positive: z.array(words).default([]),
    neutral: z.array(words).default([]),
    negative: z.array(words).default([]),
  }),
);

/** Verdicts of another model, such as a language model: they replace the engine's for the reviews that they name. */
export const verdictsFile = z.strictObject({
  model: words,
  reviews: z.array(
    z.strictObject({
      review: publishedId,
      aspects: z.array(
        z.strictObject({
          aspect: z.enum(aspectId.options, { error: `write one of ${aspectId.options.join(', ')}` }),
          polarity: z.enum(polarity.options, { error: `write ${polarity.options.join(', ')}` }),
          quote: z.string().min(1, "write the passage that supports the verdict, exactly as in the review's text"),
        }),
      ),
    }),
  ),
});

/** The schemas of content files by name, except reviews and verdicts, which can be several files. */
export const fileSchemas = {
  business: businessFile,
  services: servicesFile,
  technicians: techniciansFile,
  'service-areas': serviceAreasFile,
  faq: faqFile,
  corrections: correctionsFile,
  aspects: aspectsFile,
  policy: policyFile,
  takedowns: takedownsFile,
  imports: importsFile,
} as const;
export type FileName = keyof typeof fileSchemas;
export type FileData<Name extends FileName> = z.output<(typeof fileSchemas)[Name]>;
