import { parseArgs } from 'node:util';
import { z } from 'zod';
import { learned } from '../../site/analysis/model/model.ts';
import { publishedFrom } from '../../site/analysis/published.ts';
import type { PackName } from '../../site/contract/insights.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { completeFlag } from '../cli/flags.ts';
import { readSettings } from '../cli/settings.ts';
import { modelFlags } from '../commands/analyse.ts';
import { compareWithEngine } from './eval/other-model.ts';
import { printOwnTexts } from './eval/own-texts.ts';
import { printFigures, printReliability, three } from './eval/print.ts';
import { againstStars, figuresByAspect, figuresOf, readGoldItems, toReads } from './eval/score.ts';
import { printTrades } from './eval/trades.ts';
import { printWhoseActions } from './eval/whose-actions.ts';
import { cohensKappa } from './train/figures.ts';
import { prepare, toMatrix } from './train/fit.ts';
import { type GoldItem, type OtherLabels, readGold, readSecondLabels } from './train/gold.ts';
import { type HeldOut, invented, publishers, readHeldOut } from './train/held-out.ts';
import { readLessons } from './train/lessons.ts';

const HELP = `npm run eval                      texts from other sources, analyzed by models that haven't learned from their publisher; then the invented set
npm run eval -- --quick           the invented set alone, which takes a second instead of minutes
npm run eval -- --sealed          and its sealed half, to be evaluated once at the end of a piece of work
npm run eval -- --gold FOLDER     another folder of the invented set than test/gold
npm run eval -- --texts FOLDER    labeled texts of your own: texts.jsonl (id, source, stars, text) and for each annotator a labels*.jsonl
                                  (id, home and general, each a list of aspect, polarity and quote), as test/gold/GUIDE.md says

npm run eval -- --endpoint URL --model NAME    a language model reads these texts as \`npm run analyse\` has them read, and the engine's
                                  figures on the same texts stand beside its own; with --quick only the invented ones, without the
                                  sealed half. ANALYSE_API_KEY is its key, and answers are kept in DATA_DIR
                    --sample N    N of the texts from other sources and N of the invented ones, the same each time`;

const FEW_LABELS = 30;

/** Runs `npm run eval` with these arguments. Prints its figures or why it failed, and returns the exit code. */
export async function evaluate(args: readonly string[], env: NodeJS.Dict<string>): Promise<0 | 1> {
  try {
    await printAsked(args, env);
    return 0;
  } catch (error) {
    console.error(error instanceof SetupError ? error.message : `eval: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

async function printAsked(args: readonly string[], env: NodeJS.Dict<string>): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      sealed: { type: 'boolean', default: false },
      gold: { type: 'string', default: 'test/gold' },
      texts: { type: 'string' },
      endpoint: { type: 'string' },
      model: { type: 'string' },
      sample: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const { quick, sealed, gold, texts, endpoint, model, sample } = values;
  if (texts !== undefined) return printOwnTexts(texts);
  const given = [endpoint, model, sample].some((value) => value !== undefined);
  if (given) return evaluateModel({ endpoint, model, sample }, { quick, sealed, gold }, env);
  if (!quick) printExternal();
  for (const half of sealed ? (['development', 'sealed'] as const) : (['development'] as const)) {
    printHalf(half, readGold(gold, half));
    printWhoseActions(half);
    printTrades(half);
  }
  const items = (['development', 'sealed'] as const).flatMap((half) => readGold(gold, half) ?? []);
  printAgreement(items, readSecondLabels(gold));
}

const flags = {
  ...modelFlags,
  sample: {
    question: 'how many texts of each kind',
    hint: '200',
    schema: z
      .string()
      .regex(/^[1-9]\d*$/, 'write a whole number from 1 on')
      .transform(Number),
    required: false,
  },
} as const;

/** Evaluates another model on the same texts as the engine. The sealed half is never sent. */
async function evaluateModel(
  given: Readonly<Record<string, string | undefined>>,
  { quick, sealed, gold }: { readonly quick: boolean; readonly sealed: boolean; readonly gold: string },
  env: NodeJS.Dict<string>,
): Promise<void> {
  if (sealed) throw new SetupError('eval: --sealed is for the engine alone: a half that other models have read is no longer sealed');
  const { sample, ...model } = await completeFlag('eval', flags, given, undefined);
  const { DATA_DIR, ANALYSE_API_KEY } = readSettings({ env });
  const invented = readGold(gold, 'development') ?? [];
  const trial = { dataDir: DATA_DIR, sample, lessons: quick ? [] : readLessons(), invented };
  const read = await compareWithEngine({ ...model, key: ANALYSE_API_KEY }, trial);
  if (read === 0) throw new SetupError('eval: no text was answered');
}

/** Prints the figures of models trained without the evaluated texts: without each publisher's, and without each writer's plain texts. */
function printExternal() {
  const prepared = prepare(readLessons());
  const matrix = toMatrix(prepared);
  const read = (groups: readonly (readonly string[])[]) => readHeldOut(prepared, matrix, groups, learned().calibration);
  const external = read(publishers);
  const apart = read((publishers[0] ?? []).map((source) => [source]));
  const own = read(invented);
  for (const pack of ['home', 'general'] as const) {
    console.log(
      `\n# ${pack}: texts from other sources, each publisher's analyzed by a model that hasn't learned from it; published from ${publishedFrom[pack]}`,
    );
    printSources(external, pack);
    for (const [source, texts] of bySource(apart)) printFigures(`  ${source} alone left out`, toReads(texts, pack));
    console.log(`by aspect; * fewer than ${FEW_LABELS} labels`);
    printAspects(external, pack);
    console.log('findings by confidence, and how many are right');
    printReliability(external, pack);
    console.log('plain invented texts, each writer’s analyzed by a model that hasn’t learned from them');
    for (const [source, texts] of bySource(own)) printFigures(`  ${source}`, toReads(texts, pack));
    printFigures('  against their stars', againstStars(toReads(own, pack)));
    printReliability(own, pack);
  }
}

const bySource = (texts: readonly HeldOut[]) => Map.groupBy(texts, ({ lesson }) => lesson.source);

function printSources(texts: readonly HeldOut[], pack: PackName) {
  printFigures('  all', toReads(texts, pack));
  const kinds = { sentences: texts.filter(({ lesson }) => lesson.single), 'whole reviews': texts.filter(({ lesson }) => !lesson.single) };
  for (const [name, own] of [...Object.entries(kinds), ...bySource(texts)]) printFigures(`  ${name}`, toReads(own, pack));
}

function printAspects(texts: readonly HeldOut[], pack: PackName) {
  const sources = bySource(texts);
  for (const { aspect, labels, precision, recall, f1, polarity } of figuresByAspect(toReads(texts, pack), pack)) {
    const own = [...sources].map(([source, part]) => {
      const figures = figuresOf(toReads(part, pack), aspect);
      return `${source} ${figures.labels === 0 ? '-' : three(figures.f1)}${figures.labels < FEW_LABELS ? '*' : ''}`;
    });
    console.log(
      `  ${aspect.padEnd(20)} n ${String(labels).padStart(4)}  precision ${three(precision)}  recall ${three(recall)}  F1 ${three(f1)}  polarity ${three(polarity.accuracy)}  F1 by source: ${own.join(', ')}`,
    );
  }
}

function printHalf(half: 'development' | 'sealed', items: readonly GoldItem[] | undefined) {
  if (!items) return console.log(`\n# ${half} half of the invented set: absent`);
  const reads = readGoldItems(items, false);
  const withStars = readGoldItems(items, true);
  console.log(`\n# ${half} half of the invented set: ${items.length} texts, labeled by an earlier guide; nothing was learned from them`);
  printFigures('  text alone', reads);
  printFigures('  text and stars', withStars);
  printFigures('  against the stars, text alone', againstStars(reads));
  printFigures('  against the stars, with them', againstStars(withStars));
  for (const { aspect, labels, f1, polarity } of figuresByAspect(reads, 'home')) {
    console.log(`  ${aspect.padEnd(20)} n ${String(labels).padStart(4)}  F1 ${three(f1)}  polarity ${three(polarity.accuracy)}`);
  }
}

function printAgreement(items: readonly GoldItem[], second: readonly OtherLabels[] | undefined) {
  if (!second) return console.log('\n# agreement of the annotators: labels-b.jsonl.br absent');
  const others = new Map(second.map(({ id, mentions }) => [id, mentions]));
  const label = (mentions: GoldItem['mentions'] | OtherLabels['mentions'], wanted: string) =>
    mentions.find(({ aspect }) => aspect === wanted)?.polarity;
  const cells = items.flatMap(({ id, mentions }) => {
    const other = others.get(id);
    const aspects = new Set([...mentions, ...(other ?? [])].map(({ aspect }) => aspect));
    return other ? [...aspects].map((aspect) => [label(mentions, aspect), label(other, aspect)] as const) : [];
  });
  const shared = cells.flatMap(([a, b]) => (a !== undefined && b !== undefined ? [[a, b] as const] : []));
  const same = shared.filter(([a, b]) => a === b).length / Math.max(1, shared.length);
  console.log(`\n# agreement of the annotators: of ${cells.length} aspects that either names both name ${shared.length};`);
  console.log(`  the polarity of those is the same in ${three(same)}, kappa ${three(cohensKappa(shared))}`);
}

if (import.meta.main) process.exitCode = await evaluate(process.argv.slice(2), process.env);
