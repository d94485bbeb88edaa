import { wordsOfName } from '../../site/shared/text.ts';
import { normalizeHeader, wordsIn } from './platform.ts';
import { readDay } from './values.ts';

/**
 * How a column shows whether a review or reply was public. `state` (`status`): a word, or yes for public. `public` (`is_approved`,
 * `published_at`) and `hidden` (`is_spam`, `deleted_at`): yes, or the time when it happened. `words` (`moderation`): only a word.
 */
export type ColumnKind = 'state' | 'public' | 'hidden' | 'words';

export interface ModerationColumn {
  /** What the column is about: the review, or the owner's reply to it. */
  readonly subject: 'review' | 'reply';
  readonly kind: ColumnKind;
}

const setOf = (words: string): ReadonlySet<string> => new Set(wordsIn(words));

/** German, Spanish and French words, without accents, in names of columns and in values. */
const FOREIGN_PUBLIC = setOf(`
  freigegeben genehmigt veroffentlicht sichtbar aprobado aprobada publicado publicada aceptado aceptada approuve approuvee publie publiee`);
const FOREIGN_HIDDEN = setOf(`
  ausstehend abgelehnt gesperrt versteckt verborgen geloscht entwurf pendiente rechazado rechazada oculto oculta eliminado eliminada borrador
  rejete rejetee masque masquee supprime supprimee brouillon`);

/** Words in names of columns that aren't about visibility. */
const OTHER_SUBJECTS = setOf(`
  order orders payment shipping shipment fulfillment fulfilment delivery billing refund email mail sms phone request invitation invite
  customer user author reviewer consumer account address country subscription reward coupon loyalty sync import export
  image images photo photos picture pictures media video videos avatar product variant location business
  name names url link note notes count score label verification verified`);

const REPLY = setOf('reply replies response responses answer answers');

const HIDDEN_NAMES: ReadonlySet<string> = new Set([
  ...setOf(`hidden spam deleted removed rejected rejection archived trashed trash unpublished unapproved disapproved suspended blocked
  disabled draft pending filtered private junk banned inappropriate withheld suppressed invisible unlisted inactive flagged flag flags reported`),
  ...FOREIGN_HIDDEN,
]);
const PUBLIC_NAMES: ReadonlySet<string> = new Set([
  ...setOf('approved published publish visible public live displayed shown curated accepted enabled active online validate validated'),
  ...FOREIGN_PUBLIC,
]);
/** Words that may be beside one of PUBLIC_NAMES in a flag's name: `publishedPlatform` and `relativePublishTimeDescription` aren't flags. */
const BESIDE_PUBLIC = setOf(`
  is was be to not non review reviews comment comments post at on by date time flag state status moderation moderator admin shop store site web
  website front end frontend page reply response answer am el le en`);
const STATE_NAMES = setOf('status state visibility estado statut etat');
const WORDS_NAMES = setOf('approval curation publication');

/** The meaning of a column, by its name; undefined if it isn't about moderation. */
export function moderationOf(name: string): ModerationColumn | undefined {
  const all = normalizeHeader(name).split('_').flatMap(splitWord);
  const subject = all.some((word) => REPLY.has(word)) ? 'reply' : 'review';
  const words = subject === 'reply' ? all.filter((word) => word !== 'business') : all;
  const has = (set: ReadonlySet<string>) => words.some((word) => set.has(word));
  if (has(OTHER_SUBJECTS)) return undefined;
  // `private_reply` holds a text, `reply_is_private` a flag.
  if (subject === 'reply' && has(setOf('public private')) && !words.includes('is')) return undefined;
  const kind = kindOf(words, has);
  return kind && { subject, kind };
}

/** Names without separators, such as `isapproved` and `DELETEDAT`. */
const COMPOUND = new RegExp(
  `^(?:is|was|review|comment|post|moderation)+(${[...HIDDEN_NAMES, ...PUBLIC_NAMES, ...STATE_NAMES].join('|')})$` +
    `|^(${[...HIDDEN_NAMES, ...PUBLIC_NAMES].join('|')})(?:at|on|by|date|time|flag)$`,
);

function splitWord(word: string): string[] {
  const [, last, first] = COMPOUND.exec(word) ?? [];
  return [last ?? first ?? word];
}

function kindOf(words: readonly string[], has: (set: ReadonlySet<string>) => boolean): ColumnKind | undefined {
  if (has(STATE_NAMES)) return 'state';
  if (has(WORDS_NAMES) || words.some((word) => word.startsWith('moderat'))) return 'words';
  const isNegated = words.includes('not') || words.includes('non');
  if (has(HIDDEN_NAMES)) return isNegated ? 'public' : 'hidden';
  const isFlag = words.every((word) => PUBLIC_NAMES.has(word) || BESIDE_PUBLIC.has(word) || REPLY.has(word));
  return has(PUBLIC_NAMES) && isFlag ? (isNegated ? 'hidden' : 'public') : undefined;
}

/** The meaning of a value; `nothing` leaves the decision to other columns, `unknown` requires a question. */
export type ModerationState = 'public' | 'hidden' | 'nothing' | 'unknown';

const YES = setOf('1 true yes y t on ja oui si vrai wahr verdadero');
const NO = setOf('0 false no n f off nein non faux falsch falso');
const EMPTY = setOf('null none nil na undefined nan');

const ENDS: Readonly<Record<ColumnKind, { readonly yes: ModerationState; readonly no: ModerationState; readonly empty: ModerationState }>> =
  {
    state: { yes: 'public', no: 'hidden', empty: 'hidden' },
    public: { yes: 'public', no: 'hidden', empty: 'hidden' },
    hidden: { yes: 'hidden', no: 'public', empty: 'public' },
    words: { yes: 'unknown', no: 'unknown', empty: 'nothing' },
  };

/** Whether a flag has no value. */
export function isNoValue(value: string): boolean {
  const text = wordsOfName(value);
  return text === '' || EMPTY.has(text.replaceAll(' ', '')) || ZERO_TIME.test(text);
}

/** 0000-00-00 00:00:00, as MySQL writes it. */
const ZERO_TIME = /^0000[ 0]*$/;

/** The meaning of a column's value. If only some rows are marked as public, an empty cell doesn't mean public. */
export function stateOf(kind: ColumnKind, value: string): ModerationState {
  const text = wordsOfName(value);
  const words = text.split(' ');
  const { yes, no, empty } = ENDS[kind];
  if (isNoValue(value)) return empty;
  if (words.at(-1) === 'unspecified') return 'nothing';
  if (YES.has(text.replace(/ 0+$/, ''))) return yes;
  if (NO.has(text.replace(/ 0+$/, ''))) return no;
  if (PUBLIC_VALUES.has(text)) return 'public';
  if (isHidden(text, words)) return 'hidden';
  return kind !== 'state' && isTime(value) ? yes : 'unknown';
}

const isTime = (value: string) =>
  'value' in readDay(value, { order: 'mdy' }) || 'value' in readDay(value, { order: 'dmy' }) || /^\d{9,13}$/.test(value.trim());

const PUBLIC_VALUES: ReadonlySet<string> = new Set([
  ...setOf(`approved approve accepted published publish public visible displayed shown live online active enabled allowed clean ok okay
  unspam untrash`),
  ...['auto approved', 'auto published', 'automatically approved', 'automatically published', 'not spam', 'not hidden', 'not deleted'],
  ...FOREIGN_PUBLIC,
]);

const HIDDEN_WORDS: ReadonlySet<string> = new Set([
  ...setOf(`spam spammed trash trashed hidden hide rejected reject declined denied refused pending hold held unapproved disapproved unpublished
  awaiting queued quarantined deleted removed archived suspended blocked banned disabled inactive draft private invisible
  suppressed withheld flagged reported junk fake inappropriate offline unlisted`),
  ...FOREIGN_HIDDEN,
]);
const HIDDEN_PHRASES =
  /\b(?:not (?:yet )?(?:approved|published|public|visible|live|displayed|shown|active|ok|accepted)|(?:in|under|for|needs|to|awaiting) (?:review|moderation|approval)|en attente)\b/;

/** Nobody has decided about the review, such as Judge.me's `not-yet`. Some shops show such reviews, even by their stars, so it's asked. */
const UNDECIDED = /^(?:not yet|(?:not |not yet |un)(?:moderated|curated))$/;

const isHidden = (text: string, words: readonly string[]) => HIDDEN_PHRASES.test(text) || words.some((word) => HIDDEN_WORDS.has(word));

/** Words that don't change the meaning of a state. */
const FILLERS = setOf(`
  a as at by for from in is it of on the this to under was yet not marked auto automatically system admin administrator moderator merchant
  owner user review reviews moderation approval status state en attente`);
const CLEARLY_PUBLIC: ReadonlySet<string> = new Set([...setOf('approved approve published publish unspam untrash'), ...FOREIGN_PUBLIC]);

/** The longest value that can be a state, in characters. */
const LONGEST_STATE = 40;

/** Whether a value of any column consists of nothing but a moderation state. */
export function isSuspicious(value: string): boolean {
  if (value.length > LONGEST_STATE) return false;
  const text = wordsOfName(value);
  const words = text.split(' ');
  if (CLEARLY_PUBLIC.has(text) || UNDECIDED.test(text)) return true;
  return isHidden(text, words) && words.every((word) => HIDDEN_WORDS.has(word) || CLEARLY_PUBLIC.has(word) || FILLERS.has(word));
}
