import { type Features, toAspectFeatures, toPolarityFeatures, toPresenceFeatures } from '../../../site/analysis/model/features.ts';
import { encodeLevels, polarities, presenceOutputs, type StoredModel, type StoredTable } from '../../../site/analysis/model/model.ts';
import { type Clause, toClauses, toSentences } from '../../../site/analysis/text/clauses.ts';
import { tokenize } from '../../../site/analysis/text/tokens.ts';
import { joinPolarities } from '../../../site/analysis/verdicts.ts';
import { type AspectId, type Polarity, packAspects } from '../../../site/contract/insights.ts';
import type { Label, Lesson } from './lessons.ts';
import { fitLogistic, type Rows } from './logistic.ts';

/** A lesson with its clauses. */
export interface Prepared {
  readonly lesson: Lesson;
  readonly clauses: readonly Clause[];
}

export const prepare = (lessons: readonly Lesson[]): Prepared[] =>
  lessons.map((lesson) => ({ lesson, clauses: toClauses(toSentences(tokenize(lesson.text), lesson.text)) }));

/** The weight of a text, chosen by leaving one source out: with more weight on early texts, unseen sources have more false findings. */
const COUNTS = { real: 1, plain: 1, early: 0.2 };
const POLARITY_COUNTS = { real: 1, plain: 1, early: 0.3 };
const PENALTY = 1;
const POLARITY_PENALTY = 0.5;
/** The minimum number of examples with a feature. */
const FEWEST = 3;

type Tables = Pick<StoredModel, 'presence' | 'polarity'>;

/** The rows of all lessons, made once. Fits leave lessons out with a weight of 0. */
export interface Matrix {
  readonly presence: Table;
  readonly polarity: Table;
}

interface Table {
  readonly keys: readonly string[];
  readonly rows: Rows;
  /** The lesson of each row, and for each output whether it's a case and its weight. */
  readonly lessons: Int32Array;
  readonly isCase: readonly Uint8Array[];
  readonly counts: readonly Float64Array[];
}

/** Features and answers of all lessons. */
export function toMatrix(prepared: readonly Prepared[]): Matrix {
  return {
    presence: toTable(prepared.flatMap(toPresenceExamples), presenceOutputs.length),
    polarity: toTable(prepared.flatMap(toPolarityExamples), polarities.length),
  };
}

interface Example {
  readonly lesson: number;
  readonly features: Features;
  readonly isCase: readonly boolean[];
  readonly counts: readonly number[];
}

/** In an early text, clauses outside a label's quote may be about its aspect, too, so they count little against it. */
const UNSURE = 0.3;

const touches = (label: Label, { start, end }: { readonly start: number; readonly end: number }) => label.from < end && start < label.to;

function toPresenceExamples({ lesson, clauses }: Prepared, number: number): Example[] {
  return clauses.map((clause) => {
    const answers = presenceOutputs.map(([pack, aspect]) => answerFor(lesson, pack, aspect, clause));
    return {
      lesson: number,
      features: toPresenceFeatures(clause),
      isCase: answers.map(({ isCase }) => isCase),
      counts: answers.map(({ count }) => count * COUNTS[lesson.kind]),
    };
  });
}

function answerFor(lesson: Lesson, pack: 'home' | 'general', aspect: AspectId, clause: Clause) {
  const labels = pack === 'home' ? lesson.home : lesson.general;
  if (!labels) return deriveAnswer(lesson, aspect, clause);
  const own = labels.filter((label) => label.aspect === aspect);
  const isCase = own.some((label) => touches(label, clause));
  return { isCase, count: !isCase && own.length > 0 && lesson.kind === 'early' ? UNSURE : 1 };
}

/** How labels for home services translate to an aspect of the general pack: which aspects imply it, and which leave it open. */
const DERIVED: Readonly<Partial<Record<AspectId, { readonly by: readonly AspectId[]; readonly open: readonly AspectId[] }>>> = {
  service: { by: ['professionalism', 'technical_knowledge'], open: ['safety', 'communication'] },
  communication: { by: ['communication'], open: ['responsiveness', 'professionalism'] },
  waiting: { by: ['punctuality'], open: ['responsiveness'] },
  price: { by: ['pricing'], open: [] },
  quality: { by: ['workmanship'], open: ['technical_knowledge', 'safety'] },
  cleanliness: { by: ['cleanliness'], open: [] },
};

function deriveAnswer({ home }: Lesson, aspect: AspectId, clause: Clause) {
  const derived = DERIVED[aspect];
  if (!derived) return { isCase: false, count: 0 };
  const said = home.filter((label) => touches(label, clause)).map((label) => label.aspect);
  const isCase = said.some((id) => derived.by.includes(id));
  const isOpen = !isCase && said.some((id) => derived.open.includes(id));
  const isUnsure = !isCase && home.some((label) => derived.by.includes(label.aspect));
  return { isCase, count: isOpen ? 0 : isUnsure ? UNSURE : 1 };
}

function toPolarityExamples({ lesson, clauses }: Prepared, number: number): Example[] {
  return [...lesson.home, ...(lesson.general ?? [])].flatMap((label, index, all) => {
    const isRepeated = all.findIndex((other) => isSame(other, label)) < index;
    const own = clauses.filter((clause) => touches(label, clause));
    if (isRepeated || own.length === 0) return [];
    const sentences = new Set(own.map(({ sentence }) => sentence));
    const context = clauses.filter((clause) => sentences.has(clause.sentence) && !own.includes(clause));
    return [
      {
        lesson: number,
        features: new Map([...toPolarityFeatures(own, context), ...toAspectFeatures(label.aspect, own)]),
        isCase: polarities.map((polarity) => polarity === label.polarity),
        counts: polarities.map(() => POLARITY_COUNTS[lesson.kind]),
      },
    ];
  });
}

const isSame = (a: Label, b: Label) => a.aspect === b.aspect && a.polarity === b.polarity && a.from === b.from && a.to === b.to;

function toTable(examples: readonly Example[], outputs: number): Table {
  const uses = new Map<string, number>();
  for (const { features } of examples) for (const key of features.keys()) uses.set(key, (uses.get(key) ?? 0) + 1);
  const keys = [
    '',
    ...[...uses]
      .filter(([, count]) => count >= FEWEST)
      .map(([key]) => key)
      .sort(),
  ];
  const places = new Map(keys.map((key, place) => [key, place]));
  const from = [0];
  const at: number[] = [];
  const values: number[] = [];
  for (const { features } of examples) {
    at.push(0);
    values.push(1);
    for (const [key, value] of features) {
      const place = places.get(key);
      if (place === undefined) continue;
      at.push(place);
      values.push(value);
    }
    from.push(at.length);
  }
  const each = Array.from({ length: outputs }, (_, output) => output);
  return {
    keys,
    rows: { from: Int32Array.from(from), at: Int32Array.from(at), values: Float32Array.from(values), size: keys.length },
    lessons: Int32Array.from(examples, ({ lesson }) => lesson),
    isCase: each.map((output) => Uint8Array.from(examples, ({ isCase }) => (isCase[output] ? 1 : 0))),
    counts: each.map((output) => Float64Array.from(examples, ({ counts }) => counts[output] ?? 0)),
  };
}

/** Both tables, learned from the lessons that `isUsed` selects. */
export function fitTables({ presence, polarity }: Matrix, isUsed: (lesson: number) => boolean): Tables {
  return { presence: fitTable(presence, PENALTY, isUsed), polarity: fitTable(polarity, POLARITY_PENALTY, isUsed) };
}

function fitTable({ keys, rows, lessons, isCase, counts }: Table, penalty: number, isUsed: (lesson: number) => boolean): StoredTable {
  const fits = isCase.map((cases, output) => {
    const own = counts[output]?.map((count, row) => (isUsed(lessons[row] ?? 0) ? count : 0)) ?? new Float64Array(0);
    return fitLogistic({ rows, isCase: cases, counts: own, penalty });
  });
  return store(keys, fits);
}

const LEVELS = 31;
/** The share of the weights within the scale. The others are clamped to its ends. */
const WITHIN = 0.9995;
/** The smallest level worth storing: rows with only smaller ones are left out, because they are many and hardly matter. */
const FAINTEST = 3;

function store(keys: readonly string[], fits: readonly Float64Array[]): StoredTable {
  const all = keys.slice(1).map((key, index) => [key, fits.map((fit) => fit[index + 1] ?? 0)] as const);
  const sizes = Float64Array.from(all, ([, values]) => Math.max(...values.map(Math.abs))).sort();
  const step = round((sizes[Math.floor(sizes.length * WITHIN)] ?? 0) / LEVELS);
  const rows = all
    .map(([key, values]) => [key, values.map((value) => Math.round(value / step))] as const)
    .filter(([, levels]) => levels.some((level) => Math.abs(level) >= FAINTEST))
    .map(([key, levels]) => `${key} ${encodeLevels(levels)}`);
  return { bias: fits.map((fit) => round(fit[0] ?? 0)), step, rows };
}

const round = (value: number) => Math.round(value * 10_000) / 10_000;

/** The polarity of each aspect of a pack in the whole text, with several labels of an aspect combined. */
export function mergeLabels(labels: readonly Label[], pack: 'home' | 'general'): ReadonlyMap<AspectId, Polarity> {
  return new Map(
    packAspects[pack].flatMap((aspect) => {
      const polarity = joinPolarities(labels.filter((label) => label.aspect === aspect).map((label) => label.polarity));
      return polarity ? [[aspect, polarity] as const] : [];
    }),
  );
}
