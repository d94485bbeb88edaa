import type { Platform } from '../platform.ts';

/**
 * Google reviews: files of a Takeout, or responses of the Business Profile API
 * (https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews). Takeout leaves out `reviewId` and the
 * reviewer's photo.
 */
const google: Platform = {
  name: 'google',
  help: 'Google Takeout (its .zip or .tgz, or the folder) and responses of the Google Business Profile API',
  by: [['star_rating'], ['reviewer_display_name', 'create_time']],
  columns: {
    name: 'source_id',
    create_time: 'date',
    update_time: 'updated_at',
    star_rating: 'rating',
    reviewer_display_name: 'author',
    reviewer_profile_photo_url: 'author_avatar_url',
    comment: 'text',
    review_reply_comment: 'reply_text',
    review_reply_update_time: 'reply_date',
  },
  ignored: ['review_id', 'reviewer_is_anonymous', 'review_reply_url', 'review_reply_policy_violation', 'review_reply_review_reply_url'],
  scale: 5,
  unrated: { values: ['STAR_RATING_UNSPECIFIED', ''], why: 'not ONE to FIVE, so it has no stars to publish' },
  // The account part isn't stable: one location can be accessible from several accounts.
  id: {
    form: /locations\/[^/]+\/reviews\/[^/]+$/,
    why: 'not in the form accounts/1/locations/2/reviews/3, so the review has no identity',
  },
  hasUniqueIds: true,
  replyUpdatesReview: true,
  always: ['text', 'owner_reply', 'source_updated_at'],
  factsOf: () => ({ source: 'google', method: 'platform_account' }),
};

/** Reviews that the owner wrote about other places, as Takeout's product "Maps" has them. */
const googleMaps: Platform = {
  name: 'google-maps',
  help: '',
  by: [['geometry_type']],
  refusal:
    'has the reviews that you wrote on Google Maps, not your business\'s reviews; in Google Takeout choose "Google Business Profile" instead of "Maps"',
  columns: {},
  scale: 5,
  hasUniqueIds: true,
  factsOf: () => ({}),
};

export const layouts = [google, googleMaps];
