import { describe, expect, test } from 'vitest';
import { isSuspicious, moderationOf, stateOf } from '../../../scripts/import/moderation-words.ts';

describe('a moderation column is recognized by its name', () => {
  test.each([
    ['status', 'review', 'state'],
    ['Review Status', 'review', 'state'],
    ['state', 'review', 'state'],
    ['visibility', 'review', 'state'],
    ['moderation_status', 'review', 'state'],
    ['moderation.moderationStatus', 'review', 'state'],
    ['post_status', 'review', 'state'],
    ['curated', 'review', 'public'],
    ['comment_approved', 'review', 'public'],
    ['is_approved', 'review', 'public'],
    ['isApproved', 'review', 'public'],
    ['Approved?', 'review', 'public'],
    ['approved_at', 'review', 'public'],
    ['published', 'review', 'public'],
    ['IsPublished', 'review', 'public'],
    ['publish', 'review', 'public'],
    ['visible', 'review', 'public'],
    ['is_public', 'review', 'public'],
    ['validate', 'review', 'public'],
    ['enabled', 'review', 'public'],
    ['reviewstatus', 'review', 'state'],
    ['MODERATIONSTATUS', 'review', 'state'],
    ['COMMENTAPPROVED', 'review', 'public'],
    ['ISPENDING', 'review', 'hidden'],
    ['deletedat', 'review', 'hidden'],
    ['hidden', 'review', 'hidden'],
    ['is_spam', 'review', 'hidden'],
    ['isPending', 'review', 'hidden'],
    ['deleted_at', 'review', 'hidden'],
    ['removed_at_source', 'review', 'hidden'],
    ['rejected', 'review', 'hidden'],
    ['not_approved', 'review', 'hidden'],
    ['unpublished', 'review', 'hidden'],
    ['archived', 'review', 'hidden'],
    ['rejection_reason', 'review', 'hidden'],
    ['moderation', 'review', 'words'],
    ['moderated_by', 'review', 'words'],
    ['needs_approval', 'review', 'words'],
    ['flagged', 'review', 'hidden'],
    ['reported_at', 'review', 'hidden'],
    ['Freigegeben', 'review', 'public'],
    ['Veröffentlicht am', 'review', 'public'],
    ['gelöscht_am', 'review', 'hidden'],
    ['Approuvé', 'review', 'public'],
    ['Oculto', 'review', 'hidden'],
    ['Estado', 'review', 'state'],
    ['Statut', 'review', 'state'],
    ['reply_status', 'reply', 'state'],
    ['reviewReply.reviewReplyState', 'reply', 'state'],
    ['reply.isPrivate', 'reply', 'hidden'],
    ['response_published', 'reply', 'public'],
    ['Business Response Status', 'reply', 'state'],
  ])('%s', (name, subject, kind) => {
    expect(moderationOf(name)).toEqual({ subject, kind });
  });

  test.each([
    'email',
    'product_title',
    'order_status',
    'business_status',
    'Fulfillment Status',
    'email_status',
    'has_published_pictures',
    'photo_hidden',
    'customer_state',
    'shipping_state',
    'public_reply',
    'private_reply',
    'display_name',
    'Review Display Name',
    'is_pinned',
    'island',
    'statement',
    'helpful',
    'spam_score',
    '',
  ])('but not %j', (name) => {
    expect(moderationOf(name)).toBeUndefined();
  });
});

describe('a value shows whether a review was public', () => {
  test.each([
    // Judge.me, Loox, Shopify, WooCommerce, Okendo, PowerReviews, Whop
    ['ok', 'public'],
    ['Active', 'public'],
    ['published', 'public'],
    ['publish', 'public'],
    ['approved', 'public'],
    ['APPROVED', 'public'],
    ['unspam', 'public'],
    ['untrash', 'public'],
    ['Not spam', 'public'],
    ['Auto-approved', 'public'],
    ['veröffentlicht', 'public'],
    ['spam', 'hidden'],
    ['SPAM!', 'hidden'],
    ['not-yet', 'hidden'],
    ['Hidden', 'hidden'],
    ['unpublished', 'hidden'],
    ['hold', 'hidden'],
    ['trash', 'hidden'],
    ['post-trashed', 'hidden'],
    ['Pending', 'hidden'],
    ['Pending approval', 'hidden'],
    ['Approved (hidden from the store)', 'hidden'],
    ['Rejected: fake', 'hidden'],
    ['Not Approved', 'hidden'],
    ['not_published', 'hidden'],
    ['in review', 'hidden'],
    ['under review', 'hidden'],
    ['awaiting_moderation', 'hidden'],
    ['REVIEW_STATE_REJECTED', 'hidden'],
    ['pendingPublish', 'hidden'],
    ['ausstehend', 'hidden'],
    ['en attente', 'hidden'],
    ['Rechazado', 'hidden'],
    ['new', 'unknown'],
    ['2', 'unknown'],
    ['CA', 'unknown'],
    ['fulfilled', 'unknown'],
    ['approved by Lou', 'unknown'],
    ['REVIEW_REPLY_STATE_UNSPECIFIED', 'nothing'],
  ])('%j', (value, state) => {
    expect(stateOf('state', value)).toBe(state);
  });

  test.each([
    ['state', '1', 'public'],
    ['state', '1.0', 'public'],
    ['state', '0', 'hidden'],
    ['state', '', 'hidden'],
    ['public', 'TRUE', 'public'],
    ['public', 'Yes', 'public'],
    ['public', 't', 'public'],
    ['public', '2024-01-02 10:00:00', 'public'],
    ['public', '1709460000', 'public'],
    ['public', 'FALSE', 'hidden'],
    ['public', 'no', 'hidden'],
    ['public', 'NULL', 'hidden'],
    ['public', '0000-00-00 00:00:00', 'hidden'],
    ['public', 'spam', 'hidden'],
    ['public', 'Lou', 'unknown'],
    ['hidden', 'true', 'hidden'],
    ['hidden', '1', 'hidden'],
    ['hidden', '2024-01-02', 'hidden'],
    ['hidden', 'spam', 'hidden'],
    ['hidden', 'false', 'public'],
    ['hidden', '0', 'public'],
    ['hidden', '', 'public'],
    ['hidden', 'null', 'public'],
    ['hidden', 'visible', 'public'],
    ['hidden', 'Lou', 'unknown'],
    ['words', 'approved', 'public'],
    ['words', 'rejected', 'hidden'],
    ['words', '', 'nothing'],
    ['words', '1', 'unknown'],
    ['words', 'false', 'unknown'],
  ] as const)('in a column of kind %s: %j', (kind, value, state) => {
    expect(stateOf(kind, value)).toBe(state);
  });
});

describe('in any column', () => {
  test.each([
    'spam',
    ' Pending ',
    'REJECTED',
    'Awaiting moderation',
    'hidden by merchant',
    'marked as spam',
    'approved',
    'Published',
    'en attente',
  ])('%j looks like a moderation state', (value) => {
    expect(isSuspicious(value)).toBe(true);
  });

  test.each([
    '',
    '1',
    'true',
    'ok',
    'active',
    'Hidden Hills, CA',
    'Private Label Lamp',
    'payment pending for a new lamp',
    'good',
    'visible',
  ])('%j doesn’t look like a moderation state', (value) => {
    expect(isSuspicious(value)).toBe(false);
  });
});
