import { type Platform, wordsIn } from '../platform.ts';

/** Google reviews from Apify's scrapers, as rows or in places; `title` is the place's name and `totalScore` its average. */
const apify: Platform = {
  name: 'apify',
  help: "Apify's export of Google reviews (JSON, CSV and .xlsx)",
  by: [['review_id', 'stars', 'published_at_date']],
  columns: {
    review_id: 'source_id',
    published_at_date: 'date',
    stars: 'rating',
    name: 'author',
    reviewer_photo_url: 'author_avatar_url',
    text: 'text',
    review_url: 'source_url',
    response_from_owner_text: 'reply_text',
    response_from_owner_date: 'reply_date',
  },
  ignored: wordsIn(`
    title place_id cid fid city address street postal_code country_code state category_name rating url publish_at scraped_at reviews_count
    total_score text_translated likes_count reviewer_id reviewer_url reviewer_number_of_reviews is_local_guide review_origin
    permanently_closed temporarily_closed original_language translated_language visited_in neighborhood`),
  scale: 5,
  unrated: { values: [''], why: 'has no stars to publish' },
  hasUniqueIds: true,
  loses: { review_image_urls: 'photos' },
  factsOf: (cell, outer) => {
    const place = (header: string) => cell(header) || outer(header) || undefined;
    return { source: 'google', method: 'platform_account', place: { id: place('place_id'), name: place('title'), town: place('city') } };
  },
};

export const layouts = [apify];
