import type { AspectId } from '../../../contract/insights.ts';
import type { AspectLexicon } from './aspect-lexicon.ts';
import { cleanliness } from './cleanliness.ts';
import { communication } from './communication.ts';
import { pricing } from './pricing.ts';
import { professionalism } from './professionalism.ts';
import { punctuality } from './punctuality.ts';
import { responsiveness } from './responsiveness.ts';
import { safety } from './safety.ts';
import { technicalKnowledge } from './technical-knowledge.ts';
import { workmanship } from './workmanship.ts';

/** The taxonomy with its words: labels and phrases of each aspect. */
export const taxonomy: Readonly<Record<AspectId, AspectLexicon>> = {
  punctuality,
  responsiveness,
  communication,
  professionalism,
  technical_knowledge: technicalKnowledge,
  workmanship,
  pricing,
  cleanliness,
  safety,
};
