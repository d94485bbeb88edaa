import { z } from 'zod';

/** Where reviews were written, and what may be done with their texts. */
export const sourceRecord = z.object({
  id: z.string().describe('As in the `source` of a review, such as google'),
  name: z.string(),
  rights: z.string().describe('Whose the texts are, and what may be done with them'),
  url: z.url().nullable().describe('The terms that apply, or the source itself'),
  license: z.string().nullable().describe('The license of the texts: an identifier of the SPDX list, or a URL'),
  license_url: z.url().nullable().describe('Where that license stands'),
  open: z.boolean().describe('Whether that license lets anybody copy the texts and build on them'),
  first_party: z.boolean().describe('Whether customers gave these reviews to the business itself'),
  review_count: z.int(),
});
export type SourceRecord = z.infer<typeof sourceRecord>;

/** `/sources.json`: the sources of the published reviews, and what may be done with all of it. */
export const sourcesDocument = z.object({
  rights: z.string().describe('What may be done with this site’s data, in a sentence or two'),
  facts: z.string().describe('What may be done with ratings, dates, figures and the analysis'),
  sources: z.array(sourceRecord).describe('Most reviews first'),
});
export type SourcesDocument = z.infer<typeof sourcesDocument>;
