import { type Platform, wordsIn } from '../platform.ts';

const common = {
  name: 'trustpilot',
  scale: 5,
  hasUniqueIds: true,
} as const;

const addressOf = (id: string) => (id === '' ? undefined : `https://www.trustpilot.com/reviews/${encodeURIComponent(id)}`);

/**
 * "Automatic invitation", "Manual invitation", "Basic invitation", "Generated link", "AFSv2" and "InvitationLinkApi" are invitations,
 * "Organic" and the form on the business's own site aren't (support.trustpilot.com, The Service Reviews page). Without that column, a
 * reference number implies an invitation.
 */
function isInvited(source: string, reference: string): boolean {
  return source === '' ? reference !== '' : /invit|link|AFS/i.test(source);
}

/** Service reviews in Trustpilot Business; newer exports use Business instead of Company. */
const trustpilot: Platform = {
  ...common,
  help: "Trustpilot's service reviews: the CSV export of Trustpilot Business and responses of the Business Units API",
  by: [['review_id', 'review_created_utc', 'review_stars']],
  columns: {
    review_id: 'source_id',
    review_created_utc: 'date',
    review_stars: 'rating',
    review_username: 'author',
    review_title: 'title',
    review_content: 'text',
    reference_id: 'reference',
    company_response: 'reply_text',
    business_reply: 'reply_text',
    business_response: 'reply_text',
    company_reply_date_utc: 'reply_date',
    business_reply_date_utc: 'reply_date',
  },
  ignored: wordsIn(`
    source_of_review domain_url webshop_name business_unit_id review_consumer_user_id review_user_email
    review_language location_name location_id`),
  factsOf: (cell) => ({
    source: 'trustpilot',
    method: isInvited(cell('source_of_review'), cell('reference_id')) ? 'invitation' : 'platform_account',
    sourceUrl: addressOf(cell('review_id')),
  }),
};

/** Responses of the Business Units API. `isVerified: false` only means that Trustpilot hasn't verified a review that it shows. */
const trustpilotApi: Platform = {
  ...common,
  help: '',
  by: [['consumer_display_name', 'stars', 'created_at']],
  columns: {
    id: 'source_id',
    created_at: 'date',
    updated_at: 'updated_at',
    stars: 'rating',
    consumer_display_name: 'author',
    title: 'title',
    text: 'text',
    reference_id: 'reference',
    company_reply_text: 'reply_text',
    company_reply_created_at: 'reply_date',
  },
  ignored: wordsIn(`
    consumer_id consumer_display_location consumer_number_of_reviews business_unit_id business_unit_identifying_name
    business_unit_display_name language location referral_email source company_reply company_reply_author_business_user_id
    company_reply_updated_at is_verified number_of_likes report_data report_data_source report_data_public_comment report_data_created_at
    report_data_reason counts_towards_trust_score counts_towards_location_trust_score invitation invitation_business_unit_id
    review_verification_level find_reviewer`),
  flags: {
    status: { shown: ['active'], hidden: [] },
    report_data_review_visibility: { shown: ['visible'], hidden: ['hidden'] },
  },
  always: ['text', 'owner_reply'],
  factsOf: (cell) => ({
    source: 'trustpilot',
    method:
      cell('review_verification_level') === 'invited' || isInvited(cell('source'), cell('reference_id'))
        ? 'invitation'
        : 'platform_account',
    sourceUrl: addressOf(cell('id')),
  }),
};

export const layouts = [trustpilot, trustpilotApi];
