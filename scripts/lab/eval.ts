import { parseArgs } from 'node:util';
import { aspectIds } from '../../site/contract/insights.ts';
import { cohensKappa, type Pair, polarityFigures } from './eval/figures.ts';
import { type GoldItem, type OtherLabels, readGold, readSecondLabels } from './eval/gold.ts';
import { baselinePairs, contradictions, enginePairs, findMistakes, readItems, scoreDetection } from './eval/score.ts';
import { readSemeval, readTable, type TermPair } from './eval/semeval.ts';

const HELP = `npm run eval                      both halves of the gold set, beside the baselines
npm run eval -- --errors          and which mentions of the development half went wrong
npm run eval -- --semeval FILE    polarity of the terms of a SemEval-2014 Task 4 file
npm run eval -- --tsv FILE        polarity of the targets of a table: text, target, from, to, polarity
npm run eval -- --gold FOLDER     another folder than test/gold`;

const two = (value: number) => value.toFixed(3);

function main() {
  const { values } = parseArgs({
    options: {
      errors: { type: 'boolean', default: false },
      semeval: { type: 'string' },
      tsv: { type: 'string' },
      gold: { type: 'string', default: 'test/gold' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  if (values.semeval !== undefined) return printTerms(values.semeval, readSemeval(values.semeval), values.errors);
  if (values.tsv !== undefined) return printTerms(values.tsv, readTable(values.tsv), values.errors);
  const halves = (['development', 'sealed'] as const).map((half) => ({ half, items: readGold(values.gold, half) }));
  for (const { half, items } of halves) printHalf(half, items, values.errors);
  printAgreement(
    halves.flatMap(({ items }) => items ?? []),
    readSecondLabels(values.gold),
  );
}

function printHalf(half: 'development' | 'sealed', items: readonly GoldItem[] | undefined, errors: boolean) {
  if (!items) return console.log(`\n# ${half} half: absent`);
  const reads = readItems(items);
  const detection = scoreDetection(reads);
  console.log(`\n# ${half} half: ${items.length} texts, ${detection.gold} mentions`);
  console.log(`detection            precision ${two(detection.precision)}  recall ${two(detection.recall)}  F1 ${two(detection.f1)}`);
  console.log('polarity of the mentions found');
  printPolarity('  text alone', enginePairs(reads, 'verdicts'));
  printPolarity('  text and stars', enginePairs(reads, 'withStars'));
  for (const [name, pairs] of Object.entries(baselinePairs(reads))) printPolarity(`  ${name}`, pairs);
  console.log('polarity of all mentions, missed ones taken as neutral');
  printPolarity('  text alone', enginePairs(reads, 'verdicts', true));
  console.log('where the text contradicts the stars');
  const against = contradictions(reads);
  printPolarity('  text alone', enginePairs(against, 'verdicts'));
  printPolarity('  text and stars', enginePairs(against, 'withStars'));
  printPolarity('  all, missed too', enginePairs(against, 'verdicts', true));
  for (const [name, pairs] of Object.entries(baselinePairs(against))) printPolarity(`  ${name}`, pairs);
  printAspects(reads);
  if (errors) printMistakes(half, reads);
}

function printPolarity(name: string, pairs: readonly Pair[]) {
  const { count, accuracy, macroF1, negativeF1 } = polarityFigures(pairs);
  console.log(
    `${name.padEnd(21)}n ${String(count).padStart(4)}  accuracy ${two(accuracy)}  macro-F1 ${two(macroF1)}  negative F1 ${two(negativeF1)}`,
  );
}

function printAspects(reads: ReturnType<typeof readItems>) {
  console.log('by aspect');
  for (const aspect of aspectIds) {
    const { gold, precision, recall, f1 } = scoreDetection(reads, aspect);
    const own = reads.map((read) => ({
      ...read,
      item: { ...read.item, mentions: read.item.mentions.filter((mention) => mention.aspect === aspect) },
    }));
    const { accuracy } = polarityFigures(enginePairs(own, 'verdicts'));
    console.log(
      `  ${aspect.padEnd(20)} n ${String(gold).padStart(4)}  precision ${two(precision)}  recall ${two(recall)}  F1 ${two(f1)}  polarity ${two(accuracy)}`,
    );
  }
}

/** The sealed half shows counts and never a text: nothing may be tuned on it. */
function printMistakes(half: 'development' | 'sealed', reads: ReturnType<typeof readItems>) {
  const mistakes = findMistakes(reads);
  const counts = (['missed', 'extra', 'polarity'] as const).map(
    (kind) => `${mistakes.filter((mistake) => mistake.kind === kind).length} ${kind}`,
  );
  console.log(`errors: ${counts.join(', ')}`);
  if (half === 'sealed') return console.log('  The sealed half keeps its texts to itself: nothing may be tuned on it.');
  for (const { id, kind, aspect, gold, predicted, text } of mistakes) {
    console.log(`  ${id} ${kind} ${aspect}: gold ${gold ?? 'none'}, read ${predicted ?? 'none'}: ${text.replaceAll('\n', ' ')}`);
  }
}

function printAgreement(items: readonly GoldItem[], second: readonly OtherLabels[] | undefined) {
  if (!second) return console.log('\n# agreement of the annotators: labels-b.jsonl absent');
  const others = new Map(second.map(({ id, mentions }) => [id, mentions]));
  const both = items.filter(({ id }) => others.has(id));
  const label = (mentions: GoldItem['mentions'] | OtherLabels['mentions'], aspect: string) =>
    mentions.find((mention) => mention.aspect === aspect)?.polarity;
  const cells = both.flatMap(({ id, mentions }) =>
    aspectIds.map((aspect) => [label(mentions, aspect), label(others.get(id) ?? [], aspect)] as const),
  );
  const named = cells.map(([a, b]) => [String(a !== undefined), String(b !== undefined)] as const);
  const shared = cells.flatMap(([a, b]) => (a !== undefined && b !== undefined ? [[a, b] as const] : []));
  const same = shared.filter(([a, b]) => a === b).length / Math.max(1, shared.length);
  console.log(`\n# agreement of the annotators: ${both.length} texts labelled twice`);
  console.log(
    `aspects named: kappa ${two(cohensKappa(named))}; polarity where both name it (${shared.length}): ${two(same)} the same, kappa ${two(cohensKappa(shared))}`,
  );
}

function printTerms(file: string, pairs: readonly TermPair[], errors: boolean) {
  const { count, accuracy, macroF1, negativeF1 } = polarityFigures(pairs);
  const majority = polarityFigures(pairs.map(({ gold }) => ({ gold, predicted: 'positive' })));
  console.log(`# ${file}: ${count} terms, three classes, text alone`);
  console.log(`engine    accuracy ${two(accuracy)}  macro-F1 ${two(macroF1)}  negative F1 ${two(negativeF1)}`);
  console.log(`majority  accuracy ${two(majority.accuracy)}  macro-F1 ${two(majority.macroF1)}`);
  if (!errors) return;
  for (const { gold, predicted, term, text } of pairs)
    if (gold !== predicted) console.log(`  [${term}] gold ${gold}, read ${predicted}: ${text}`);
}

try {
  main();
} catch (error) {
  console.error(`eval: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
