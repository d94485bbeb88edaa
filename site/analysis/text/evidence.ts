import type { CustomPhrase } from '../../content/dataset.ts';
import { type AspectId, aspectIds, type TextRange } from '../../contract/insights.ts';
import { taxonomy } from '../lexicon/aspects/taxonomy.ts';
import { firms, othersBefore } from '../lexicon/modifiers.ts';
import { findField, pullAway } from './fields.ts';
import { isNegated, isWished, longestFirst, type Opinion } from './opinions.ts';
import { PhraseBook, type PhraseMatch } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import { tokenize } from './tokens.ts';

/** One passage that says something about one aspect. `value` is -4 to 4; 0 is a neutral verdict. */
export interface Evidence {
  readonly aspect: AspectId;
  readonly value: number;
  /** Carried by a phrase of its own (not by opinion words nearby). */
  readonly sure: boolean;
  /** By a phrase that the business gave for its own customers. */
  readonly given: boolean;
  readonly sentence: number;
  readonly clause: number;
  readonly range: TextRange;
  /** The words that carried it, as written. */
  readonly words: TextRange;
}

type Kind = 'topic' | 'subject' | 'silent' | 'positive' | 'negative' | 'neutral';
interface Cue {
  readonly aspect: AspectId;
  readonly kind: Kind;
  readonly given: boolean;
}

const CUE_VALUE: Readonly<Record<string, number>> = { positive: 2.5, negative: -2.5, neutral: 0 };
const TOPIC_NEEDS = 0.5;
const SUBJECT_NEEDS = 0.9;
const SUBJECT_REACH = 5;
const PERSON_REACH = 2;
const ORDINARY_REACH = 4;

/** The phrases of the taxonomy, and of the business. Throws on a phrase with an unknown word class. */
export function compileCues(custom: readonly CustomPhrase[] = []): PhraseBook<Cue> {
  const book = new PhraseBook<Cue>();
  for (const aspect of aspectIds) {
    for (const kind of ['topic', 'subject', 'silent', 'positive', 'negative', 'neutral'] as const)
      book.add(taxonomy[aspect][kind], { aspect, kind, given: false });
  }
  for (const { aspect, kind, phrase } of custom) book.add(plainWords(phrase), { aspect, kind, given: true });
  return book;
}

/** A phrase as a person writes it, in folded words: none of the phrase language's signs gets through. */
const plainWords = (phrase: string) =>
  tokenize(phrase)
    .filter(({ kind }) => kind !== 'mark')
    .map(({ word }) => word)
    .join(' ');

/** All that one sentence says about aspects, by its phrases and `opinions`, without what it says about other firms. */
export function findEvidence(sentence: Sentence, number: number, cues: PhraseBook<Cue>, opinions: readonly Opinion[]): Evidence[] {
  const matches = cues
    .matches(sentence)
    .filter((match) => isOneThought(sentence, match) && !isAboutOthers(sentence, match.from) && !isByCustomer(sentence, match));
  if (matches.length === 0) return findByField(sentence, number, [], opinions);
  const longest = aspectIds.flatMap((aspect) => longestFirst(matches.filter(({ value }) => value.aspect === aspect)));
  const carried = longest.filter(({ value }) => value.kind in CUE_VALUE);
  const verdicts = longest.filter((match) => match.value.kind !== 'silent' && !carried.some((cue) => isInside(match, cue)));
  const found = verdicts.flatMap((match) => {
    const judged = match.value.kind in CUE_VALUE ? judgeCue(sentence, match) : judgeTopic(sentence, match, opinions, carried);
    return judged === undefined || isOutOfField(sentence, match) ? [] : [toEvidence(sentence, number, match, judged)];
  });
  return found.length > 0 || verdicts.length < longest.length ? found : findByField(sentence, number, verdicts, opinions);
}

const FIELD_REACH = 6;
const FIELD_TOLERANCE = 7;
const FIELD_LEAD = 2.5;
const FIELD_SUPPORT = 3;
const FIELD_VALUE = 1;
const FIELD_NEEDS = 0.5;

/** Whether a short phrase stands among words that are about something else. */
function isOutOfField({ words }: Sentence, { from, to, value }: PhraseMatch<Cue>): boolean {
  if (value.kind === 'topic') return false;
  return pullAway(words.slice(Math.max(0, from - FIELD_REACH), to + FIELD_REACH), value.aspect) > FIELD_TOLERANCE;
}

/**
 * Where no phrase fits, what the words of the sentence are clearly about as a whole, judged by its opinions and its words. Not
 * what a `refused` phrase is about: a job that is merely named.
 */
function findByField(sentence: Sentence, number: number, refused: readonly PhraseMatch<Cue>[], opinions: readonly Opinion[]): Evidence[] {
  const { strongest, lead, blame, at, support } = findField(sentence.words);
  const named = refused.some(({ value }) => value.aspect === strongest && value.kind === 'subject');
  if (lead <= FIELD_LEAD || support < FIELD_SUPPORT || named || isAboutOthers(sentence, at)) return [];
  const judged = opinions.reduce((sum, { value }) => sum + value, 0) - blame;
  const isOrdinary = opinions.some(({ ordinary }) => ordinary);
  if (Math.abs(judged) < FIELD_NEEDS && !isOrdinary) return [];
  const value = isOrdinary ? 0 : judged > 0 ? FIELD_VALUE : -FIELD_VALUE;
  return [
    toEvidence(
      sentence,
      number,
      { from: at, to: at + 1, value: { aspect: strongest, kind: 'subject', given: false }, negative: false },
      value,
    ),
  ];
}

const TURN = 5;

/** A phrase that runs across a "but" or a semicolon is two thoughts that happen to fit. */
function isOneThought({ places }: Sentence, { from, to }: PhraseMatch<Cue>): boolean {
  const steps = Array.from({ length: to - 1 - from }, (_, step) => (places[from + step + 1] ?? 0) - (places[from + step] ?? 0));
  return steps.every((step) => step <= TURN);
}

/** Whether a match lies within a longer phrase of another aspect: then the longer one says what it is about. */
function isInside(match: PhraseMatch<Cue>, cue: PhraseMatch<Cue>): boolean {
  const longer = cue.to - cue.from > match.to - match.from;
  return longer && cue.value.aspect !== match.value.aspect && cue.from <= match.from && match.to <= cue.to;
}

const HELPERS = new Set(
  'dont do did would could can cannot have had has was were am just really did also never always even still d didnt hadnt'.split(' '),
);
const CUSTOMERS = new Set(['i', 'we']);
const CUSTOMER_VERBS =
  /^(?:ha[ds]|have|spent|never|not|didnt|couldnt|cannot|wont|still|wait\w*|sat|left|took|lost|liked?|love[ds]?|paid|call\w*|asked|tried|felt|feel|trust|was|were|would|wish|dont|hadnt|hear\w*|got|get|saved|reall?y|sleep|know)$/;
const CREW_ASPECTS: ReadonlySet<string> = new Set([
  'technical_knowledge',
  'communication',
  'professionalism',
  'cleanliness',
  'punctuality',
]);

/** Whether the customer is the one who does what a phrase says of the crew: "I found it myself", "we had put it off". */
function isByCustomer({ words }: Sentence, { from, value }: PhraseMatch<Cue>): boolean {
  if (!CREW_ASPECTS.has(value.aspect) || value.kind === 'topic' || value.kind === 'silent') return false;
  if (value.kind === 'negative' && (value.aspect === 'cleanliness' || value.aspect === 'punctuality')) return false;
  if (value.kind !== 'positive' && CUSTOMER_VERBS.test(words[from]?.word ?? '')) return false;
  if (/^(?:i|we|my|felt|feel|liked|love|loved|never|didnt|couldnt|was|were|had|got)$/.test(words[from]?.word ?? '')) return false;
  let at = from - 1;
  while (at > 0 && HELPERS.has(words[at]?.word ?? '')) at--;
  return CUSTOMERS.has(words[at]?.word ?? '');
}

const PLAIN_NEGATOR = /^(?:not|never|no|nobody|cannot|without|(?:did|does|do|was|were|is|are|wo|would|could|has|have|had)nt)$/;

function judgeCue(sentence: Sentence, { from, to, value, negative }: PhraseMatch<Cue>): number {
  const verdict = CUE_VALUE[value.kind] ?? 0;
  if (verdict > 0 && isWished(sentence, from)) return -2;
  if (negative) return verdict;
  const within = sentence.words.slice(from + 1, to).some(({ word }) => PLAIN_NEGATOR.test(word));
  return isNegated(sentence, from) !== within ? verdict * -0.8 : verdict;
}

/** Opinions weigh by how near they stand; those that carry another aspect's phrase are spoken for. */
function judgeTopic(sentence: Sentence, match: PhraseMatch<Cue>, opinions: readonly Opinion[], carried: readonly PhraseMatch<Cue>[]) {
  const free = opinions.filter(
    ({ from, to }) => !carried.some((cue) => cue.value.aspect !== match.value.aspect && from < cue.to && cue.from < to),
  );
  const near = free.map((opinion) => ({ ...opinion, way: wayBetween(sentence, match, opinion) }));
  const sum = near.reduce((total, { value, way }) => total + value / (1 + way / 2), 0);
  const ordinary = near.some(({ ordinary, way }) => ordinary && way <= ORDINARY_REACH);
  if (match.value.kind === 'topic') return ordinary || Math.abs(sum) < TOPIC_NEEDS ? 0 : sum;
  if (ordinary && Math.abs(sum) < 1.2) return 0;
  const reach = match.value.aspect === 'professionalism' ? PERSON_REACH : SUBJECT_REACH;
  const reached = near.some(({ value, way }) => value !== 0 && way <= reach);
  return reached && Math.abs(sum) >= SUBJECT_NEEDS ? sum : undefined;
}

/** Words between two stretches of a sentence, with the cost of the marks and turns between them; 0 where they overlap. */
export function wayBetween({ places }: Sentence, a: { from: number; to: number }, b: { from: number; to: number }): number {
  const at = (index: number) => places[Math.min(index, places.length - 1)] ?? 0;
  if (a.to <= b.from) return at(b.from) - at(a.to - 1);
  if (b.to <= a.from) return at(a.from) - at(b.to - 1);
  return 0;
}

/** Whether the clause of the word at `index` names another firm before it: "the last guys left a mess". */
export function isAboutOthers({ words, clauses }: Sentence, index: number): boolean {
  for (let at = index - 1; at > 0 && index - at < 9; at--) {
    const word = words[at]?.word ?? '';
    const before = words[at - 1]?.word ?? '';
    if (firms.has(word) && othersBefore.has(before)) return clauses[at] === clauses[index] || words[index]?.word === 'who';
    if (/^(?:these|they|he|she|we|this|harbor)$/.test(word)) return false;
  }
  return false;
}

const LONGEST_SENTENCE = 160;

function toEvidence(sentence: Sentence, number: number, { from, to, value }: PhraseMatch<Cue>, judged: number): Evidence {
  const { words, clauses, start, end } = sentence;
  return {
    aspect: value.aspect,
    value: judged,
    sure: value.kind in CUE_VALUE,
    given: value.given,
    sentence: number,
    clause: clauses[from] ?? 0,
    range: end - start <= LONGEST_SENTENCE ? { start, end } : pieceRange(sentence, from, to),
    words: { start: words[from]?.start ?? 0, end: words[to - 1]?.end ?? 0 },
  };
}

/** Of a long sentence the pieces that a phrase stands in. */
function pieceRange({ words, pieces, start, end }: Sentence, from: number, to: number) {
  const first = pieces[from] ?? 0;
  const last = pieces[to - 1] ?? first;
  const own = words.filter((_, index) => (pieces[index] ?? 0) >= first && (pieces[index] ?? 0) <= last);
  return { start: own[0]?.start ?? start, end: own.at(-1)?.end ?? end };
}
