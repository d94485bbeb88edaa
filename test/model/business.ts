import type { Policy } from '../../site/content/schemas.ts';

/** A review as it stands at its source. Its words hold marks (see marks.ts), so that each of them is known wherever it turns up. */
export interface Written {
  readonly id: string;
  /** Its identity at the source. */
  readonly sourceId: string;
  readonly source: string;
  /** Which of the business's places on Google it is about. */
  readonly location: string;
  readonly date: string;
  /** When it last changed at its source, in ms since 1970. */
  readonly updated: number;
  readonly author: string;
  readonly rating: number;
  /** Null for a rating alone. */
  readonly text: string | null;
  readonly reply: string | null;
  /** A reply that Google has rejected, and shows nobody. */
  readonly rejectedReply?: string;
}

type Field = 'rating' | 'text' | 'reply';

/** A review that the business has, and what became of it. */
export interface Owned extends Omit<Written, Field> {
  rating: number;
  text: string | null;
  reply: string | null;
  verified: boolean;
  method: Policy['verification'][number];
  /** Its source doesn't show it: spam, or not yet approved. */
  hidden: boolean;
  /** A whole export no longer had it. */
  gone: boolean;
  takenDown: boolean;
  /** What the owner has set, which no import changes. */
  readonly byHand: Set<Field>;
}

/** A review as readers must find it. */
export interface Shown extends Pick<Owned, 'id' | 'date' | 'rating' | 'author' | 'text' | 'reply' | 'source' | 'method'> {}

const MAIL = /\S+@example\.com/g;
const names: Readonly<Record<Policy['names'], (author: string) => string>> = {
  as_is: (author) => author,
  initials: (author) => author.replace(/(?<= .).*/, '.'),
  hidden: () => 'A customer',
};

const newestFirst = (a: Pick<Owned, 'date' | 'id'>, b: Pick<Owned, 'date' | 'id'>) => (a.date + a.id < b.date + b.id ? 1 : -1);

/** The model: what one business has, and which of it is published now. */
export class Business {
  readonly name: string;
  readonly reviews: Owned[] = [];
  /** What stands on Google now, and what was deleted there. */
  google: readonly Written[] = [];
  deleted: readonly Written[] = [];
  policy: Policy = {
    verification: ['platform_account', 'invoice', 'invitation', 'vouched'],
    names: 'as_is',
    mask: ['phone', 'email', 'street_address'],
    phone_countries: [],
    removed_at_source: 'leave_out',
    markup: 'first_party',
    indexed: 'all',
    photos: 'first_party',
    sources: {},
    well_known: {},
  };
  /** Reviews whose waiting the owner has corrected to negative. */
  readonly corrected = new Set<string>();
  /** What summary.md and faq.yaml quote. */
  readonly quotes = new Map<string, { readonly id: string; readonly words: string }>();
  /** When the last whole export of each location was made. */
  readonly #wholeAt = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Why a review isn't published; undefined for one that is. */
  whyNot({ takenDown, hidden, verified, method, gone }: Owned): string | undefined {
    if (takenDown) return 'taken down';
    if (hidden) return 'hidden at its source';
    if (!verified) return 'not verified';
    if (!this.policy.verification.includes(method)) return 'verified in a way that does not count';
    return gone && this.policy.removed_at_source === 'leave_out' ? 'removed at its source' : undefined;
  }

  /** What is published now, newest first. */
  published(): readonly Shown[] {
    const mask = (text: string | null) => (this.policy.mask.includes('email') ? (text?.replace(MAIL, '[e-mail address]') ?? null) : text);
    return this.reviews
      .filter((review) => this.whyNot(review) === undefined)
      .map(({ id, date, rating, source, method, author, text, reply }) => {
        return { id, date, rating, source, method, author: names[this.policy.names](author), text: mask(text), reply: mask(reply) };
      })
      .sort(newestFirst);
  }

  /** The reviews with which the owner can do something, newest first. */
  get open(): readonly Owned[] {
    return this.reviews.filter(({ takenDown, hidden }) => !takenDown && !hidden).sort(newestFirst);
  }

  /** A review comes in. Who was taken down stays out under any id, known by author and text. */
  add(review: Written, method: Owned['method'], hidden = false): Owned {
    const isSame = ({ author, text }: Owned) => author === review.author && text !== null && text === review.text;
    const takenDown = this.reviews.some((other) => other.takenDown && isSame(other));
    const owned: Owned = { ...review, verified: true, method, hidden, gone: false, takenDown, byHand: new Set() };
    this.reviews.push(owned);
    return owned;
  }

  /** What came in with an export of Google made at `time`; `complete` names the locations of which it has everything. */
  import(found: readonly Written[], time: number, complete: readonly string[]): void {
    for (const one of found) {
      const isOlder = !complete.includes(one.location) && one.updated < (this.#wholeAt.get(one.location) ?? 0);
      const known = this.reviews.find(({ id }) => id === one.id);
      if (known?.takenDown) continue;
      const owned = known ?? this.add(one, 'platform_account');
      for (const field of ['rating', 'text', 'reply'] as const) if (!owned.byHand.has(field)) Object.assign(owned, { [field]: one[field] });
      // An older version says nothing about whether the review is still there.
      owned.gone = isOlder && (known?.gone ?? true);
    }
    for (const missing of this.missing(found, complete)) missing.gone = true;
    for (const location of complete) this.#wholeAt.set(location, time);
  }

  /** What such an export would mark as removed at the source. */
  missing(found: readonly Written[], complete: readonly string[]): readonly Owned[] {
    const ids = new Set(found.map(({ id }) => id));
    return this.open.filter(({ id, location, gone }) => complete.includes(location) && !ids.has(id) && !gone);
  }
}
