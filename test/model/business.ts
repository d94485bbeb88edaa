import type { Policy } from '../../site/content/schemas.ts';

/** A review at its source. Its texts contain marks (see marks.ts), so they can be recognized wherever they turn up. */
export interface Written {
  readonly id: string;
  /** Its identity at the source. */
  readonly sourceId: string;
  readonly source: string;
  /** The location of the business on Google that it is about. */
  readonly location: string;
  readonly date: string;
  /** When it last changed at its source, in ms since 1970. */
  readonly updated: number;
  readonly author: string;
  readonly rating: number;
  /** Null if it is only a rating. */
  readonly text: string | null;
  readonly reply: string | null;
  /** A reply that Google rejected and doesn't show. */
  readonly rejectedReply?: string;
}

type Field = 'rating' | 'text' | 'reply';

/** A review that the business has, with its current state. */
export interface Owned extends Omit<Written, Field> {
  rating: number;
  text: string | null;
  reply: string | null;
  verified: boolean;
  method: Policy['verification'][number];
  /** Its source doesn't show it: spam, or not yet approved. */
  hidden: boolean;
  /** A later complete export doesn't contain it. */
  gone: boolean;
  takenDown: boolean;
  /** Fields that the owner has set, which imports don't change. */
  readonly byHand: Set<Field>;
}

/** A review as readers must see it. */
export interface Shown extends Pick<Owned, 'id' | 'date' | 'rating' | 'author' | 'text' | 'reply' | 'source' | 'method'> {}

const MAIL = /\S+@example\.com/g;
const names: Readonly<Record<Policy['names'], (author: string) => string>> = {
  as_is: (author) => author,
  initials: (author) => author.replace(/(?<= .).*/, '.'),
  hidden: () => 'A customer',
};

const newestFirst = (a: Pick<Owned, 'date' | 'id'>, b: Pick<Owned, 'date' | 'id'>) => (a.date + a.id < b.date + b.id ? 1 : -1);

/** The model: the reviews of one business, and which of them are published now. */
export class ModelBusiness {
  readonly name: string;
  readonly reviews: Owned[] = [];
  /** The reviews that are on Google now, and those that were deleted there. */
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
  /** Ids of reviews whose waiting aspect the owner has corrected to negative. */
  readonly corrected = new Set<string>();
  /** The quotes in summary.md and faq.yaml. */
  readonly quotes = new Map<string, { readonly id: string; readonly words: string }>();
  /** The time of the last complete export of each location. */
  readonly #wholeAt = new Map<string, number>();

  constructor(name: string) {
    this.name = name;
  }

  /** Returns why a review isn't published, or undefined if it is. */
  whyNot({ takenDown, hidden, verified, method, gone }: Owned): string | undefined {
    if (takenDown) return 'taken down';
    if (hidden) return 'hidden at its source';
    if (!verified) return 'not verified';
    if (!this.policy.verification.includes(method)) return 'verified in a way that does not count';
    return gone && this.policy.removed_at_source === 'leave_out' ? 'removed at its source' : undefined;
  }

  /** Returns the published reviews, newest first. */
  published(): readonly Shown[] {
    const mask = (text: string | null) => (this.policy.mask.includes('email') ? (text?.replace(MAIL, '[e-mail address]') ?? null) : text);
    return this.reviews
      .filter((review) => this.whyNot(review) === undefined)
      .map(({ id, date, rating, source, method, author, text, reply }) => {
        return { id, date, rating, source, method, author: names[this.policy.names](author), text: mask(text), reply: mask(reply) };
      })
      .sort(newestFirst);
  }

  /** The reviews that the owner can act on, newest first. */
  get open(): readonly Owned[] {
    return this.reviews.filter(({ takenDown, hidden }) => !takenDown && !hidden).sort(newestFirst);
  }

  /** Adds a review. If one with the same author and text was taken down, it stays out, whatever its id. */
  add(review: Written, method: Owned['method'], hidden = false): Owned {
    const isSame = ({ author, text }: Owned) => author === review.author && text !== null && text === review.text;
    const takenDown = this.reviews.some((other) => other.takenDown && isSame(other));
    const owned: Owned = { ...review, verified: true, method, hidden, gone: false, takenDown, byHand: new Set() };
    this.reviews.push(owned);
    return owned;
  }

  /** Applies a Google export made at `time`. `complete` lists the locations for which it has every review. */
  import(found: readonly Written[], time: number, complete: readonly string[]): void {
    for (const one of found) {
      const isOlder = !complete.includes(one.location) && one.updated < (this.#wholeAt.get(one.location) ?? 0);
      const known = this.reviews.find(({ id }) => id === one.id);
      if (known?.takenDown) continue;
      const owned = known ?? this.add(one, 'platform_account');
      for (const field of ['rating', 'text', 'reply'] as const) if (!owned.byHand.has(field)) Object.assign(owned, { [field]: one[field] });
      // An older version doesn't show whether the review still exists.
      owned.gone = isOlder && (known?.gone ?? true);
    }
    for (const missing of this.missing(found, complete)) missing.gone = true;
    for (const location of complete) this.#wholeAt.set(location, time);
  }

  /** Returns the reviews that such an export would mark as removed at the source. */
  missing(found: readonly Written[], complete: readonly string[]): readonly Owned[] {
    const ids = new Set(found.map(({ id }) => id));
    return this.open.filter(({ id, location, gone }) => complete.includes(location) && !ids.has(id) && !gone);
  }
}
