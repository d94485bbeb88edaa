import type { Pack } from './pack.ts';

/** Work done in homes. */
export const home: Pack = {
  name: 'home',
  aspects: [
    { id: 'punctuality', label: 'Punctuality', question: 'Do they come on time and finish when they said?', topic: 'punctuality' },
    {
      id: 'responsiveness',
      label: 'Responsiveness',
      question: 'How well do they answer calls and messages, and how soon can they come?',
      topic: 'how they respond',
    },
    {
      id: 'communication',
      label: 'Communication',
      question: 'Do they explain the work and keep customers informed?',
      topic: 'communication',
    },
    { id: 'professionalism', label: 'Professionalism', question: 'How do they treat customers?', topic: 'how they treat customers' },
    { id: 'technical_knowledge', label: 'Technical knowledge', question: 'Do they know what they are doing?', topic: 'their knowledge' },
    { id: 'workmanship', label: 'Workmanship', question: 'Is the work good, and does it last?', topic: 'the work itself' },
    { id: 'pricing', label: 'Pricing', question: 'Are they expensive?', topic: 'the price' },
    { id: 'cleanliness', label: 'Cleanliness', question: 'Do they clean up after themselves?', topic: 'how clean they leave a place' },
    { id: 'safety', label: 'Safety', question: 'Do they work safely?', topic: 'safety' },
  ],
};
