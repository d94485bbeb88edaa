import type { Pack } from './pack.ts';

/** Any business that isn't work done in homes: shops, practices, restaurants, places to stay. */
export const general: Pack = {
  name: 'general',
  aspects: [
    { id: 'service', label: 'Service', question: 'How do they treat customers?', topic: 'how they treat customers' },
    { id: 'communication', label: 'Communication', question: 'Do they inform customers well, and answer?', topic: 'communication' },
    { id: 'waiting', label: 'Waiting', question: 'Does one wait long?', topic: 'waiting' },
    { id: 'price', label: 'Price', question: 'Are they expensive?', topic: 'the price' },
    { id: 'quality', label: 'Quality', question: 'Is what one gets good, and does it last?', topic: 'the quality' },
    { id: 'cleanliness', label: 'Cleanliness', question: 'Is it clean?', topic: 'how clean it is' },
    { id: 'comfort', label: 'Comfort', question: 'Is it comfortable?', topic: 'comfort and looks' },
    { id: 'location', label: 'Location', question: 'Is it easy to get to, and well placed?', topic: 'the location' },
  ],
};
