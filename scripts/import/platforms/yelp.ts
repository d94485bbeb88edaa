import { type Platform, wordsIn } from '../platform.ts';

/** Responses of Yelp's Fusion API: up to three reviews, of which each text is shortened. */
const yelp: Platform = {
  name: 'yelp',
  help: "responses of Yelp's Fusion API (up to three reviews, each shortened)",
  by: [['time_created', 'rating', 'user_name']],
  columns: {
    id: 'source_id',
    time_created: 'date',
    rating: 'rating',
    user_name: 'author',
    user_image_url: 'author_avatar_url',
    text: 'text',
    url: 'source_url',
  },
  ignored: wordsIn('user_id user_profile_url'),
  scale: 5,
  hasUniqueIds: true,
  incomplete: 'has up to three reviews',
  note: "Yelp's API only has the beginning of each text, and its terms don't allow storing it; only publish texts that their authors gave you",
  factsOf: () => ({ source: 'yelp', method: 'platform_account' }),
};

/** The Yelp Open Dataset, whose terms only allow academic use. */
const yelpDataset: Platform = {
  name: 'yelp-dataset',
  help: '',
  by: [['review_id', 'business_id', 'stars', 'useful', 'funny', 'cool']],
  refusal: "is from the Yelp Open Dataset, whose terms don't allow publication",
  columns: {},
  scale: 5,
  hasUniqueIds: true,
  factsOf: () => ({}),
};

export const layouts = [yelp, yelpDataset];
