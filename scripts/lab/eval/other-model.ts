import { learned } from '../../../site/analysis/model/model.ts';
import { shownAspects } from '../../../site/analysis/shown-aspects.ts';
import type { PackName } from '../../../site/contract/insights.ts';
import { messagesOf } from '../../../site/messages/messages.ts';
import { readTexts, type TextsRead } from '../../analyse/analyse-reviews.ts';
import type { LanguageModel } from '../../analyse/model.ts';
import { progress } from '../../cli/run-command.ts';
import { inSeededOrder } from '../train/choose-texts.ts';
import { prepare, toMatrix } from '../train/fit.ts';
import type { GoldItem } from '../train/gold.ts';
import { publishers, readHeldOut } from '../train/held-out.ts';
import type { Lesson } from '../train/lessons.ts';
import { printFigures } from './print.ts';
import { againstStars, type ReadText, readGoldItems, toReads } from './score.ts';

/** The texts to ask a model about, and the cache of its answers. */
export interface Trial {
  readonly dataDir: string;
  /** How many texts from other sources and how many invented ones; undefined for all. */
  readonly sample: number | undefined;
  /** Labeled texts for the engine to learn from; the real ones are also evaluated. If empty, only the invented texts are. */
  readonly lessons: readonly Lesson[];
  readonly invented: readonly GoldItem[];
}

/** One text with the verdicts of the engine and the other model. */
interface Pair {
  /** The groups of texts that are also printed separately: sentences or whole reviews, and the source. */
  readonly groups: readonly string[];
  readonly engine: ReadText;
  readonly other: ReadText;
}

/**
 * Prints the accuracy of another model on the texts of the evaluation, and that of the engine on the texts that the model answered.
 * Returns the number of answers. Throws a SetupError if no request can succeed.
 */
export async function compareWithEngine(model: LanguageModel, { dataDir, sample, lessons, invented }: Trial): Promise<number> {
  const ask = (pack: PackName, items: readonly { readonly text: string }[]) => {
    const texts = items.map(({ text }) => text);
    return readTexts(texts, model, shownAspects(pack, messagesOf(BUSINESS[pack])), { dataDir, progress: progress(process.stderr) });
  };
  const external = lessons.length > 0 ? await readExternal(lessons, sample, ask) : [];
  for (const { pack, read, pairs } of external) {
    printTitle(`${pack}: texts from other sources; the engine's by models that haven't learned from their publisher`, read);
    printPairs('all', model.model, pairs);
    for (const name of new Set(pairs.flatMap(({ groups }) => groups))) {
      printPairs(
        name,
        model.model,
        pairs.filter(({ groups }) => groups.includes(name)),
      );
    }
  }
  const items = chosen(invented, sample);
  const read = await ask('home', items);
  const reads = readGoldItems(items, false);
  const pairs = items.flatMap(({ text }, index) => pairOf({ text, groups: [], engine: reads[index] }, read));
  printTitle('development half of the invented set, text alone; labeled by an earlier guide', read);
  printPairs('all', model.model, pairs);
  printPairs('against the stars', model.model, pairs, againstStars);
  return [read, ...external.map((part) => part.read)].reduce((sum, { readings }) => sum + readings.size, 0);
}

/** Businesses for the two sets of aspects. Their names and people aren't in the questions. */
const BUSINESS = {
  home: { business: { name: 'The business', legal_name: null }, language: 'en', type: 'HomeAndConstructionBusiness', people: undefined },
  general: { business: { name: 'The business', legal_name: null }, language: 'en', type: 'LocalBusiness', people: undefined },
} as const;

/** The same texts each time, so models can be compared. */
const SEED = '1';

const chosen = <T extends { readonly id: string }>(items: readonly T[], sample: number | undefined): T[] =>
  inSeededOrder(items, SEED).slice(0, sample);

type Ask = (pack: PackName, texts: readonly Lesson[]) => Promise<TextsRead>;

/** The model is asked first, so a wrong address is reported before the engine has spent minutes. */
async function readExternal(all: readonly Lesson[], sample: number | undefined, ask: Ask) {
  const lessons = chosen(
    all.filter(({ kind }) => kind === 'real'),
    sample,
  );
  const home = await ask('home', lessons);
  const general = await ask('general', lessons);
  const prepared = prepare(all);
  const groups = publishers.filter((group) => lessons.some(({ source }) => group.includes(source)));
  const texts = readHeldOut(prepared, toMatrix(prepared), groups, learned().calibration).filter(({ lesson }) => lessons.includes(lesson));
  return [home, general].map((read) => {
    const pack = read === home ? 'home' : 'general';
    const reads = toReads(texts, pack);
    const pairs = texts.flatMap(({ lesson: { text, single, source } }, index) =>
      pairOf({ text, groups: [single ? 'sentences' : 'whole reviews', source], engine: reads[index] }, read),
    );
    return { pack, read, pairs };
  });
}

/** Empty if the model didn't answer. */
function pairOf(
  { text, groups, engine }: { readonly text: string; readonly groups: readonly string[]; readonly engine: ReadText | undefined },
  { readings }: TextsRead,
): Pair[] {
  const reading = readings.get(text);
  if (!reading || !engine) return [];
  const found = new Map(reading.verdicts.map(({ aspect, polarity }) => [aspect, polarity]));
  return [{ groups, engine, other: { ...engine, found } }];
}

function printTitle(title: string, { report }: TextsRead) {
  console.log(`\n# ${title}`);
  for (const line of report) console.log(`  ${line}`);
}

function printPairs(
  name: string,
  model: string,
  pairs: readonly Pair[],
  only = (reads: readonly ReadText[]): readonly ReadText[] => reads,
) {
  printFigures(`  ${name}, ${model}`, only(pairs.map(({ other }) => other)));
  printFigures(`  ${name}, the engine`, only(pairs.map(({ engine }) => engine)));
}
