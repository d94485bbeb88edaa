import { normaliseHeader, type OwnNames } from '../columns.ts';
import { beginTable } from './csv.ts';
import type { Source } from './source.ts';

/** The columns of service reviews in Trustpilot Business, including those about the shop; newer exports say Business instead of Company. */
const NAMES: OwnNames = {
  review_id: 'source_id',
  review_created_utc: 'date',
  review_username: 'author',
  review_title: 'title',
  review_content: 'text',
  review_stars: 'rating',
  reference_id: 'reference',
  company_response: 'reply_text',
  company_reply: 'reply_text',
  company_reply_date_utc: 'reply_date',
  business_response: 'reply_text',
  business_reply: 'reply_text',
  business_reply_date_utc: 'reply_date',
  source_of_review: undefined,
  domain_url: undefined,
  webshop_name: undefined,
  business_unit_id: undefined,
  review_consumer_user_id: undefined,
  review_user_email: undefined,
  review_language: undefined,
  location_name: undefined,
  location_id: undefined,
};

/** Reviews from Trustpilot: those by invitation are verified by it, all others by the author's account there. */
export const trustpilot: Source = {
  name: 'trustpilot',
  help: "Trustpilot Business's export of service reviews (CSV)",
  canBeComplete: true,
  recognise: (head) =>
    head.format === 'csv' &&
    ['review_id', 'review_created_utc', 'review_stars'].every((name) => head.header.map(normaliseHeader).includes(name)),
  begin: (name, head, context) =>
    beginTable(name, head, context, {
      names: NAMES,
      factsOf: (cell) => ({
        source: 'trustpilot',
        method: isInvited(cell('source_of_review'), cell('reference_id')) ? 'invitation' : 'platform_account',
        ...(cell('review_id') === '' ? {} : { sourceUrl: `https://www.trustpilot.com/reviews/${encodeURIComponent(cell('review_id'))}` }),
      }),
    }),
};

/**
 * "Automatic invitation", "Manual invitation", "Basic invitation" and "Generated link" are invitations, "Organic" and the form on the
 * business's own site are none (support.trustpilot.com, The Service Reviews page). Without that column a reference number, which
 * invitations carry, implies one.
 */
function isInvited(source: string, reference: string): boolean {
  return source === '' ? reference !== '' : /invit|link|AFS/i.test(source);
}
