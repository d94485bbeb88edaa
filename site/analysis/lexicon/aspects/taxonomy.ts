import type { AspectId } from '../../../contract/insights.ts';
import type { AspectLexicon } from '../aspect-lexicon.ts';
import { cleanliness as cleanlinessEvents } from '../events/cleanliness.ts';
import { communication as communicationEvents } from '../events/communication.ts';
import type { Events } from '../events/events.ts';
import { pricing as pricingEvents } from '../events/pricing.ts';
import { professionalism as professionalismEvents } from '../events/professionalism.ts';
import { punctuality as punctualityEvents } from '../events/punctuality.ts';
import { responsiveness as responsivenessEvents } from '../events/responsiveness.ts';
import { safety as safetyEvents } from '../events/safety.ts';
import { technicalKnowledge as technicalKnowledgeEvents } from '../events/technical-knowledge.ts';
import { workmanship as workmanshipEvents } from '../events/workmanship.ts';
import { cleanliness } from './cleanliness.ts';
import { communication } from './communication.ts';
import { pricing } from './pricing.ts';
import { professionalism } from './professionalism.ts';
import { punctuality } from './punctuality.ts';
import { responsiveness } from './responsiveness.ts';
import { safety } from './safety.ts';
import { technicalKnowledge } from './technical-knowledge.ts';
import { workmanship } from './workmanship.ts';

const KINDS = ['topic', 'subject', 'silent', 'positive', 'negative', 'neutral'] as const;

/** The words of an aspect and its events as one lexicon. */
function withEvents(words: AspectLexicon, events: Events): AspectLexicon {
  const joined = KINDS.map((kind) => [kind, `${words[kind]}\n${events[kind] ?? ''}`] as const);
  return { ...words, ...Object.fromEntries(joined) };
}

/** The taxonomy with its words: labels and phrases of each aspect. */
export const taxonomy: Readonly<Record<AspectId, AspectLexicon>> = {
  punctuality: withEvents(punctuality, punctualityEvents),
  responsiveness: withEvents(responsiveness, responsivenessEvents),
  communication: withEvents(communication, communicationEvents),
  professionalism: withEvents(professionalism, professionalismEvents),
  technical_knowledge: withEvents(technicalKnowledge, technicalKnowledgeEvents),
  workmanship: withEvents(workmanship, workmanshipEvents),
  pricing: withEvents(pricing, pricingEvents),
  cleanliness: withEvents(cleanliness, cleanlinessEvents),
  safety: withEvents(safety, safetyEvents),
};
