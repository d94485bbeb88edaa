import type { AnalysedReview } from '../analysis/analyse-review.ts';
import type { CatalogueEntry } from '../content/mentions.ts';
import type { AspectId, AspectVerdict, Polarity, TextRange } from '../contract/insights.ts';

/** From this confidence on the engine's criticism is said of a person, by name: more than of the business, since a false one hurts. */
const CRITICISES_FROM = 0.6;

/** A review and the verdicts on it that are published. */
export type JudgedReview = Pick<AnalysedReview, 'review' | 'analysis'> & { readonly verdicts: readonly AspectVerdict[] };

/** What a review says about something that it names. */
export interface Said {
  /** undefined where no verdict is about it. */
  readonly polarity: Polarity | undefined;
  readonly aspects: readonly { readonly id: AspectId; readonly polarity: Polarity }[];
  /** The sentences about it. */
  readonly about: readonly TextRange[];
}

/**
 * What a review says about what it names at `ranges`, of a kind of the catalogue or a problem: the verdicts whose passages stand in the
 * sentences about it, each with the polarity that it has there. Without such a passage it has no polarity; it is negative only by a
 * negative verdict.
 */
export function whatIsSaidAbout(from: JudgedReview, ranges: readonly TextRange[], kind: CatalogueEntry['kind'] | 'problems'): Said {
  const about = sentencesAbout(from, ranges, kind);
  const passages = from.analysis.passages.filter(({ start }) => about.some((sentence) => sentence.start <= start && start < sentence.end));
  const aspects = from.verdicts.flatMap(({ id, polarity, source, confidence, ranges: own }) => {
    if (source !== 'engine') return own.some((range) => about.some((sentence) => overlap(range, sentence))) ? [{ id, polarity }] : [];
    const here = join(passages.filter(({ aspect }) => aspect === id).map((passage) => passage.polarity));
    const isUnsure = kind === 'technicians' && here !== 'positive' && confidence < CRITICISES_FROM;
    return here && !isUnsure && agrees(here, polarity) ? [{ id, polarity: here }] : [];
  });
  return { polarity: join(aspects.map(({ polarity }) => polarity)), aspects, about };
}

/** A passage counts where the verdict of its review says the same, or both. */
const agrees = (here: Polarity, whole: Polarity) => here === whole || whole === 'mixed';

const overlap = (a: TextRange, b: TextRange) => a.start < b.end && b.start < a.end;

/** Several polarities as one; undefined of none. */
function join(polarities: readonly Polarity[]): Polarity | undefined {
  const has = (wanted: Polarity) => polarities.includes(wanted);
  if (has('mixed') || (has('positive') && has('negative'))) return 'mixed';
  return (['positive', 'negative', 'neutral'] as const).find(has);
}

/** "They" may be the business: what it did is never said of a person. */
const GOES_ON = /^(?:he|she|his|her)\b/i;

/** The sentences that name it, and of a person those right after that go on with "he" or "she" and name nobody else. */
function sentencesAbout(
  { analysis, review }: JudgedReview,
  ranges: readonly TextRange[],
  kind: CatalogueEntry['kind'] | 'problems',
): TextRange[] {
  const holds = (sentence: TextRange, range: TextRange) => sentence.start <= range.start && range.start < sentence.end;
  let about = false;
  return analysis.sentences.filter((sentence) => {
    const named = ranges.some((range) => holds(sentence, range));
    const other = analysis.names.some((name) => name.kind === 'technicians' && holds(sentence, name.range));
    const goesOn = kind === 'technicians' && !other && GOES_ON.test((review.text ?? '').slice(sentence.start, sentence.end));
    about = named || (about && goesOn);
    return about;
  });
}
