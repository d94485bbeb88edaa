import type { Review } from '../../site/contract/review.ts';

/** A complete published review, with `more` in place of its own values. */
export const aReview = (more: Partial<Review> = {}): Review => ({
  id: '01M7BNN500K830F636P22FWH62',
  author: 'Ann B.',
  author_avatar_url: null,
  rating: 5,
  date: '2026-01-01',
  text: 'Plain.',
  source: 'google',
  source_url: null,
  owner_reply: null,
  verified: true,
  verification: { method: 'vouched', verified_at: null },
  changed_by_business: [],
  mentions: { technicians: [], services: [], service_areas: [] },
  photos: [],
  removed_at_source: null,
  experienced_at: null,
  incentive: 'unknown',
  relation: 'unknown',
  ...more,
});
