import { type Platform, wordsIn } from '../platform.ts';

/**
 * Guest reviews from Booking.com's extranet. Scores go to 10, only guests can write, and every review has a score
 * (partner.booking.com, Everything you need to know about guest reviews). A reservation has one review.
 */
const booking: Platform = {
  name: 'booking.com',
  help: "Booking.com's export of guest reviews (CSV)",
  by: [['review_score', 'positive_review', 'negative_review']],
  columns: {
    reservation_number: 'source_id',
    review_date: 'date',
    review_score: 'rating',
    guest_name: 'author',
    review_title: 'title',
    positive_review: 'text',
    negative_review: 'text',
    property_reply: 'reply_text',
  },
  joinsTexts: true,
  ignored: wordsIn('staff cleanliness location facilities comfort value_for_money'),
  scale: 10,
  hasUniqueIds: true,
  factsOf: () => ({ source: 'booking.com', method: 'platform_account' }),
};

export const layouts = [booking];
