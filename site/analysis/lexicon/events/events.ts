import type { AspectLexicon } from '../aspect-lexicon.ts';

/**
 * Events, figures of speech and trade words by which customers of any trade speak of one aspect without naming it. They are read
 * together with the aspect's own words (lexicon/aspects), in the same language of phrases.
 */
export type Events = Partial<Omit<AspectLexicon, 'label'>>;
