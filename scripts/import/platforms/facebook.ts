import { normalizeHeader, type Platform, wordsIn } from '../platform.ts';

/**
 * Reviews of a Facebook page from the Graph API (developers.facebook.com/docs/graph-api/reference/page/ratings). Since 2018 Facebook has
 * recommendations, which have no stars and never get any here. Facebook's downloads write UTF-8 as Latin-1.
 */
const facebook: Platform = {
  name: 'facebook',
  help: "responses of Facebook's Graph API: reviews with stars, from before 2018",
  by: [
    ['created_time', 'recommendation_type'],
    ['created_time', 'rating', 'reviewer_name'],
    ['created_time', 'rating', 'review_text'],
  ],
  columns: {
    open_graph_story_id: 'source_id',
    created_time: 'date',
    rating: 'rating',
    reviewer_name: 'author',
    reviewer_picture_data_url: 'author_avatar_url',
    review_text: 'text',
  },
  ignored: wordsIn('recommendation_type has_rating has_review reviewer_id'),
  scale: 5,
  unrated: { values: ['', '0'], why: 'a recommendation, which has no stars' },
  hasUniqueIds: true,
  encoding: 'latin1',
  loses: { open_graph_story_comments_data: 'a comment' },
  factsOf: () => ({ source: 'facebook', method: 'platform_account' }),
};

/** Whether these are the columns or keys of Facebook's recommendations, which have no stars. */
export const isFacebook = (names: readonly string[]) =>
  names.some((name) => /^(?:.*_)?(?:recommendation(?:_type)?|recommends|is_recommended)$/.test(normalizeHeader(name)));

/** Why they aren't imported. */
export const FACEBOOK =
  'has recommendations from Facebook, which have no stars. Reviews from before 2018 have stars: only import those rows. You can link to your Facebook page under same_as in business.yaml instead';

export const layouts = [facebook];
