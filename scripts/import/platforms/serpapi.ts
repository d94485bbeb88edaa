import { type Platform, wordsIn } from '../platform.ts';

/** Google reviews from SerpApi (https://serpapi.com/google-maps-reviews-api); `date` is relative, and `snippet` may be a translation. */
const serpApi: Platform = {
  name: 'serpapi',
  help: "SerpApi's Google Maps reviews (JSON)",
  by: [
    ['iso_date', 'rating', 'snippet'],
    ['iso_date', 'rating', 'review_id', 'user_name'],
  ],
  columns: {
    review_id: 'source_id',
    iso_date: 'date',
    iso_date_of_last_edit: 'updated_at',
    rating: 'rating',
    user_name: 'author',
    user_thumbnail: 'author_avatar_url',
    extracted_snippet_original: 'text',
    snippet: 'text',
    link: 'source_url',
    response_extracted_snippet_original: 'reply_text',
    response_snippet: 'reply_text',
    response_iso_date: 'reply_date',
  },
  ignored: wordsIn(`
    position date source user_link user_contributor_id user_local_guide user_reviews user_photos extracted_snippet_translated
    translated_snippet response_date response_extracted_snippet_translated likes`),
  scale: 5,
  hasUniqueIds: true,
  always: ['text', 'owner_reply'],
  loses: { images: 'photos' },
  factsOf: () => ({ source: 'google', method: 'platform_account' }),
};

export const layouts = [serpApi];
