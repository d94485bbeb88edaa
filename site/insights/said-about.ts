import type { AnalysedReview } from '../analysis/analyse-review.ts';
import { joinPolarities } from '../analysis/verdicts.ts';
import type { CatalogEntry } from '../content/catalog.ts';
import type { AspectId, AspectVerdict, Polarity, TextRange, VerdictPolarity } from '../contract/insights.ts';
import { CRITICAL_UP_TO } from '../contract/mention-stars.ts';
import { holds } from './quotes.ts';

/** The minimum confidence for criticizing a person by name. It is higher than for the business because a false verdict does more harm. */
const CRITICIZES_FROM = 0.6;
/** The same in reviews with four or five stars, where apparent criticism is mostly about what people found or fixed. */
const CRITICIZES_AGAINST_STARS_FROM = 0.9;

/** Prices and hazards aren't the conduct of the person named in the same passage. */
const isConduct = (aspect: AspectId) => aspect !== 'pricing' && aspect !== 'price' && aspect !== 'safety';

/** Words allowed before the subject's name at the beginning of a passage. */
const LEAD_IN =
  /^[^\p{L}]*(?:(?:and|but|so|then|also|because|since|when|while|however|unfortunately|sadly|the|our|my|their|technician|tech|electrician|plumber|guy|man|woman|mr|mrs|ms|miss)\b[^\p{L}]*)*$/iu;

/** A review with its published verdicts. */
export type JudgedReview = Pick<AnalysedReview, 'review' | 'analysis'> & { readonly verdicts: readonly AspectVerdict[] };

/**
 * Finds what a review says about the entity that it names at `named`: the sentences about it, the verdicts with passages in them, and the
 * joint polarity of these verdicts, undefined without any. A passage counts for nobody if it is unclear whom it is about. In a critical
 * review, a person isn't praised if the sentences about them criticize somebody else.
 */
export function whatIsSaidAbout(from: JudgedReview, named: readonly TextRange[], kind: CatalogEntry['kind'] | 'problems') {
  const isPerson = kind === 'technicians';
  const ranges = isPerson ? named.filter((name) => !isRuledOut(name, from)) : named;
  const about = sentencesAbout(from, ranges, isPerson);
  const isAbout = (passage: TextRange) =>
    from.analysis.sentences
      .filter((sentence) => overlap(sentence, passage))
      .every((sentence) => about.includes(sentence) && (!isPerson || speaksOf(ranges, passage, sentence, from)));
  const isCriticalReview = from.review.rating <= CRITICAL_UP_TO;
  const all = from.verdicts.flatMap(({ id, polarity, source, confidence, ranges: own }): { id: AspectId; polarity: VerdictPolarity }[] => {
    const blames = (passage: TextRange) => !isPerson || (isConduct(id) && isSubject(ranges, passage, from));
    const passages = from.analysis.passages.filter(
      (passage) => passage.aspect === id && isAbout(passage) && (!isCritical(passage.polarity) || blames(passage)),
    );
    const here = joinPolarities(passages.map((passage) => passage.polarity));
    // A mixed verdict is about the whole review. For a person, only its passages count.
    if (source !== 'engine' && !(isPerson && polarity === 'mixed')) {
      const isHeld = isPerson
        ? own.length > 0 && own.every(isAbout) && (polarity !== 'negative' || own.every(blames))
        : own.some((range) => about.some((sentence) => overlap(range, sentence)));
      return isHeld ? [{ id, polarity }] : [];
    }
    const least = isCriticalReview ? CRITICIZES_FROM : CRITICIZES_AGAINST_STARS_FROM;
    const isUnsure = isPerson && here !== 'positive' && confidence < least;
    if (here === undefined || isUnsure) return [];
    if (polarity === 'unclear' || (here === 'positive' && isCriticalReview)) return [{ id, polarity: 'unclear' }];
    return agrees(here, polarity) ? [{ id, polarity: here }] : [];
  });
  const isDoubtful =
    isPerson &&
    isCriticalReview &&
    all.every(({ polarity }) => polarity === 'positive' || polarity === 'unclear') &&
    from.analysis.passages.some((passage) => isConduct(passage.aspect) && isCritical(passage.polarity) && isAbout(passage));
  const aspects = isDoubtful ? [] : all;
  return { polarity: joinPolarities(aspects.map(({ polarity }) => polarity)), aspects, about };
}

const isCritical = (polarity: Polarity) => polarity === 'negative' || polarity === 'mixed';

/** A passage counts if its review's verdict has the same polarity or is mixed. */
const agrees = (here: Polarity, whole: VerdictPolarity) => here === whole || whole === 'mixed';

const overlap = (a: TextRange, b: TextRange) => a.start < b.end && b.start < a.end;

/** "Amir, not Sarah, came", "Amir came instead of Sarah": the rest isn't about her. */
const RULED_OUT = /(?:\bnot|n['’]t|\binstead of|\brather than|\bunlike|\bcompared (?:to|with))\s+(?:(?:mr|mrs|ms|miss|dr)\.?\s+)?$/iu;
const isRuledOut = ({ start }: TextRange, { review }: JudgedReview) =>
  RULED_OUT.test((review.text ?? '').slice(Math.max(0, start - 24), start));

/** The names of technicians in a sentence, in order, without those it rules out. */
const peopleIn = (sentence: TextRange, from: JudgedReview): TextRange[] =>
  from.analysis.names.flatMap(({ kind, range }) =>
    kind === 'technicians' && holds(sentence, range) && !isRuledOut(range, from) ? [range] : [],
  );

const isOneOf = (ranges: readonly TextRange[], { start }: TextRange) => ranges.some((range) => range.start === start);

/** "Not one apology from him." */
const FROM_THEM = /\b(?:from|by) (?:him|her)\b(?!\s+\p{L})/iu;
/** "They" may be the business, so it never refers to a person. */
const GOES_ON = new RegExp(`^(?:he|she|his|her)\\b|^[^,;:.!?]*${FROM_THEM.source}`, 'iu');

/**
 * The sentences that name the entity. For a person, also the sentences right after that continue with "he" or "she" and name nobody, if
 * nobody else was named.
 */
function sentencesAbout(from: JudgedReview, ranges: readonly TextRange[], isPerson: boolean): TextRange[] {
  let goesOn = false;
  return from.analysis.sentences.filter((sentence) => {
    const people = peopleIn(sentence, from);
    const isNamed = ranges.some((range) => holds(sentence, range));
    const isAbout = isNamed || (goesOn && people.length === 0 && GOES_ON.test((from.review.text ?? '').slice(sentence.start)));
    goesOn = isPerson && isAbout && people.every((name) => isOneOf(ranges, name));
    return isAbout;
  });
}

/**
 * Whether a passage of a sentence about the person with the names `own` is about that person. If the sentence also names others, the last
 * name before the passage, or at its beginning, must be the person's or in a list with it, and the passage must name nobody outside that
 * list.
 */
function speaksOf(own: readonly TextRange[], passage: TextRange, sentence: TextRange, from: JudgedReview): boolean {
  const people = peopleIn(sentence, from);
  if (people.every((name) => isOneOf(own, name))) return true;
  const last = people.findLast(({ start }) => start <= passage.start);
  const list = listsOf(people, from.review.text ?? '').find((names) => last && names.includes(last)) ?? [];
  return list.some((name) => isOneOf(own, name)) && people.every((name) => list.includes(name) || !holds(passage, name));
}

const SOMEBODY = '(?:guy|man|fellow|gentleman|woman|lady|technician|tech|electrician|plumber)';
/** Refers to the only person named in the sentence. "The guy they sent" is somebody else. */
const THE_GUY = new RegExp(`\\b(?:the|this|that) ${SOMEBODY}\\b(?! (?:they|you|we|who|that|from|at|on|in|before|after)\\b)`, 'iu');
/** "The guy (Will)", "our electrician, Dana,". */
const NAMED_BESIDE = new RegExp(`\\b${SOMEBODY}\\s*[(,]\\s*$`, 'iu');
const ALSO = /(?:^|[^\p{L}])(?:he|she)\s+(?:also|then|even)\s+$/iu;
/** Text allowed between a subject and the passage: "Will also", "Will (the tall one)", "Will, our electrician,". */
const APART = /^(?:\s+(?:also|then|even)|\s*\([^()]*\)|\s*,\s*(?:the|our|their|an?) [^,.]{1,40},)\s*$/iu;

/** Whether the person is the subject right before a passage: "the guy (Will) acted as if", "He also told my wife". */
function isSubjectBefore(own: readonly TextRange[], passage: TextRange, { review, analysis }: JudgedReview): boolean {
  const sentence = analysis.sentences.find((whole) => holds(whole, passage));
  const text = review.text ?? '';
  const start = sentence?.start ?? passage.start;
  if (ALSO.test(text.slice(start, passage.start))) return true;
  return own.some((name) => {
    if (name.start < start || name.end > passage.start) return false;
    const [before, between] = [text.slice(start, name.start), text.slice(name.end, passage.start)];
    return (NAMED_BESIDE.test(before) && /^\s*[),][\s,]*$/.test(between)) || (LEAD_IN.test(before) && APART.test(between));
  });
}

/** Whether the person is the subject of a passage, by name, as "he" or "she", or as "the guy". Only then did this person do it. */
function isSubject(own: readonly TextRange[], passage: TextRange, from: JudgedReview): boolean {
  const words = (from.review.text ?? '').slice(passage.start, passage.end);
  const people = peopleIn(passage, from);
  if (FROM_THEM.test(words) || isSubjectBefore(own, passage, from)) return true;
  const sentence = from.analysis.sentences.find((whole) => holds(whole, passage));
  const isAlone = peopleIn(sentence ?? passage, from).every((name) => isOneOf(own, name));
  const pronoun = /\b(?:he|she)\b/i.exec(words) ?? (isAlone ? THE_GUY.exec(words) : null);
  const starts = [
    ...people.filter((name) => isOneOf(own, name)).map(({ start }) => start - passage.start),
    ...(pronoun ? [pronoun.index] : []),
  ];
  // Other names may come first, as in "Dana and Will were rude".
  const beforeOf = (start: number) =>
    people.reduce(
      (text, name) =>
        name.end - passage.start <= start ? text.replace(words.slice(name.start - passage.start, name.end - passage.start), '') : text,
      words.slice(0, start),
    );
  return starts.some((start) => LEAD_IN.test(beforeOf(start)));
}

const IN_LIST = /^\s*(?:,|(?:,\s*)?(?:and|&|&amp;|\+))\s*$/i;
/** Only the last name is its subject: "we asked Dana and Will was late". */
const ONE_ALONE = /^\s+(?:was|is|has|does|wasn['’]?t|isn['’]?t|hasn['’]?t|doesn['’]?t)\b/i;

/** Names that form lists, such as "Dana, Will and Ana"; just commas don't make a list. Every other name is its own list. */
function listsOf(names: readonly TextRange[], text: string): TextRange[][] {
  const runs: TextRange[][] = [];
  for (const name of names) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && IN_LIST.test(text.slice(before.end, name.start))) run.push(name);
    else runs.push([name]);
  }
  return runs.flatMap((run) => {
    const [last, previous] = run.toReversed();
    const isList = last && previous && text.slice(previous.end, last.start).trim() !== ',' && !ONE_ALONE.test(text.slice(last.end));
    return isList ? [run] : run.map((name) => [name]);
  });
}
