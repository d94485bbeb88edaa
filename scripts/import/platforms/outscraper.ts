import { type Platform, wordsIn } from '../platform.ts';

/** Google reviews from Outscraper, as rows or in places; `rating` and `reviews` are the place's average and count. */
const outscraper: Platform = {
  name: 'outscraper',
  help: "Outscraper's export of Google reviews (CSV, .xlsx and JSON)",
  by: [['review_rating', 'review_datetime_utc']],
  columns: {
    review_id: 'source_id',
    review_datetime_utc: 'date',
    review_rating: 'rating',
    author_title: 'author',
    autor_name: 'author',
    author_image: 'author_avatar_url',
    autor_image: 'author_avatar_url',
    review_text: 'text',
    review_link: 'source_url',
    owner_answer: 'reply_text',
    owner_answer_timestamp_datetime_utc: 'reply_date',
  },
  ignored: wordsIn(`
    query name google_id place_id location_link reviews_link reviews rating reviews_id cid kgmid verified owner_id
    reviews_per_score reviews_per_score_1 review_pagination_id author_link author_id author_reviews_count autor_link autor_id
    author_ratings_count review_img_url review_img_urls review_photo_ids review_questions review_timestamp
    review_likes owner_answer_timestamp review_summary site located_in popular_times`),
  scale: 5,
  hasUniqueIds: true,
  // Its times are like 03/14/2025 09:30:00.
  dateOrder: 'mdy',
  loses: { review_img_urls: 'photos' },
  factsOf: (cell, outer) => ({
    source: 'google',
    method: 'platform_account',
    place: { id: cell('place_id') || outer('place_id') || undefined, name: cell('name') || outer('name') || undefined },
  }),
};

export const layouts = [outscraper];
