import { type Platform, wordsIn } from '../platform.ts';

/** Tripadvisor reviews from Apify's scraper; `placeInfo.rating` is the place's average. */
const tripadvisor: Platform = {
  name: 'tripadvisor',
  help: "Apify's export of Tripadvisor reviews (JSON, CSV and .xlsx)",
  by: [['published_date', 'rating', 'place_info_id', 'user_name']],
  columns: {
    id: 'source_id',
    published_date: 'date',
    rating: 'rating',
    user_name: 'author',
    user_avatar_image: 'author_avatar_url',
    title: 'title',
    text: 'text',
    url: 'source_url',
    owner_response_text: 'reply_text',
    owner_response_published_date: 'reply_date',
  },
  ignored: wordsIn(`
    lang location_id published_platform helpful_votes room_tip trip_type user_user_id user_username user_link user_avatar_id
    user_contributions_total_contributions user_contributions_helpful_votes owner_response owner_response_id owner_response_title
    owner_response_lang owner_response_responder place_info_id place_info_name place_info_rating place_info_number_of_reviews`),
  scale: 5,
  hasUniqueIds: true,
  always: ['owner_reply'],
  loses: { photos: 'photos', travel_date: 'a month of the experience' },
  factsOf: (cell) => ({
    source: 'tripadvisor',
    method: 'platform_account',
    place: { id: cell('place_info_id') || undefined, name: cell('place_info_name') || undefined },
  }),
};

export const layouts = [tripadvisor];
