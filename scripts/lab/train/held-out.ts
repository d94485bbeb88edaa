import { type Calibration, type Model, readModel, type StoredModel } from '../../../site/analysis/model/model.ts';
import { toSentences } from '../../../site/analysis/text/clauses.ts';
import { tokenize } from '../../../site/analysis/text/tokens.ts';
import { type Finding, findAspects } from '../../../site/analysis/verdicts.ts';
import type { PackName } from '../../../site/contract/insights.ts';
import { fitTables, type Matrix, mergeLabels, type Prepared } from './fit.ts';
import type { Lesson } from './lessons.ts';
import { fitLogistic } from './logistic.ts';

/** A text with the findings of a model that hasn't learned from its source. */
export interface HeldOut {
  readonly lesson: Lesson;
  readonly findings: Readonly<Record<PackName, readonly Finding[]>>;
}

/** The sources held out together: both NHS England sources are from one publisher. */
export const publishers: readonly (readonly string[])[] = [['nhs-transport', 'nhs-care'], ['airbnb'], ['fine-foods'], ['tsa-md']];

/** The plain texts held out together: those of one writer. */
export const invented: readonly (readonly string[])[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((writer) => [
  `plain:${writer}`,
]);

/** A placeholder for models whose calibration isn't known yet. */
export const UNCALIBRATED: Model['calibration'] = { home: [0, 1, 0], general: [0, 1, 0] };

/** Analyzes the texts of each group of sources, without their stars, with a model that has learned from all other sources. */
export function readHeldOut(
  prepared: readonly Prepared[],
  matrix: Matrix,
  groups: readonly (readonly string[])[],
  calibration: Model['calibration'],
): HeldOut[] {
  return groups.flatMap((group) => {
    const isOwn = ({ lesson }: Prepared) => group.includes(lesson.source);
    const tables = fitTables(matrix, (lesson) => !group.includes(prepared[lesson]?.lesson.source ?? ''));
    const model = readModel({ ...tables, calibration });
    return prepared.filter(isOwn).map(({ lesson }) => readWith(lesson, model));
  });
}

/** A model's findings in a text, for both packs. */
export function readWith(lesson: Lesson, model: Model): HeldOut {
  const sentences = toSentences(tokenize(lesson.text), lesson.text);
  const find = (pack: PackName) => findAspects(sentences, { pack, model });
  return { lesson, findings: { home: find('home'), general: find('general') } };
}

/** Whether a finding is correct: the labels have its aspect with its polarity. */
export function isRight({ lesson }: HeldOut, pack: PackName, { aspect, polarity }: Finding): boolean {
  return mergeLabels(lesson[pack] ?? [], pack).get(aspect) === polarity;
}

/** The calibration of both packs from held-out texts. */
export function fitCalibrations(texts: readonly HeldOut[]): StoredModel['calibration'] {
  const casesOf = (pack: PackName) =>
    texts.flatMap((text) => text.findings[pack].map((finding) => ({ finding, isRight: isRight(text, pack, finding) })));
  return { home: fitCalibration(casesOf('home')), general: fitCalibration(casesOf('general')) };
}

const FEATURES = 3;

/** Platt's method: the log-odds that a finding is correct, from its presence and lead. */
function fitCalibration(cases: readonly { readonly finding: Finding; readonly isRight: boolean }[]): Calibration {
  const rows = {
    from: Int32Array.from({ length: cases.length + 1 }, (_, row) => row * FEATURES),
    at: Int32Array.from({ length: cases.length * FEATURES }, (_, place) => place % FEATURES),
    values: Float32Array.from(cases.flatMap(({ finding }) => [1, finding.presence, finding.lead])),
    size: FEATURES,
  };
  const isCase = Uint8Array.from(cases, (item) => (item.isRight ? 1 : 0));
  const fit = fitLogistic({ rows, isCase, counts: new Float64Array(cases.length).fill(1), penalty: 1e-3 });
  const [bias = 0, presence = 0, lead = 0] = Array.from(fit, (value) => Math.round(value * 1000) / 1000);
  return [bias, presence, lead];
}
