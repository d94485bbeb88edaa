import { parseArgs } from 'node:util';
import type { Polarity } from '../../../site/contract/insights.ts';
import { sentenceStarts } from './choose-texts.ts';
import { cohensKappa, detectionFigures } from './figures.ts';
import { type Pack, packs, type RealItem, type RealLabels, readRealSet } from './real-labels.ts';
import { sources } from './real-sources.ts';

const HELP = `node scripts/lab/train/real-agreement.ts   counts of the real texts and their labels, and how far the annotators agree
  --differences                    each label in which the two annotators and the settled file aren't at one`;

/** Fewer entries than this aren't meaningful. */
const FEW = 30;

type Unit = 'sentence' | 'text';

function main() {
  const { values } = parseArgs({
    options: { differences: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return console.log(HELP);
  const items = readRealSet();
  if (values.differences) return printDifferences(items);
  console.log(table(['texts', ...sources, 'all'], countTexts(items)));
  for (const pack of packNames) console.log(`\n${table([pack, ...sources, 'all'], countEntries(items, pack))}`);
  const head = ['agreement', 'aspects', 'A', 'B', 'both', 'F1', 'same polarity', 'kappa'];
  console.log(`\n${table(head, compareAll(items))}\n\n${describeSettling(items)}`);
}

const packNames = ['home', 'general'] as const satisfies readonly Pack[];

function countTexts(items: readonly RealItem[]): string[][] {
  return (['sentence', 'review'] as const).map((kind) => {
    const own = items.filter((item) => item.kind === kind);
    return [`${kind}s`, ...sources.map((source) => String(own.filter((item) => item.source === source).length)), String(own.length)];
  });
}

/** A row for each aspect with its settled entries by source. Counts below FEW are marked. */
function countEntries(items: readonly RealItem[], pack: Pack): string[][] {
  const mark = (count: number) => `${count}${count < FEW ? '*' : ''}`;
  const row = (name: string, aspects: readonly string[]) => {
    const entriesOf = (all: readonly RealItem[]) =>
      all.flatMap(({ settled }) => settled[pack].filter(({ aspect }) => aspects.includes(aspect))).length;
    return [name, ...sources.map((source) => mark(entriesOf(items.filter((item) => item.source === source)))), mark(entriesOf(items))];
  };
  return [...packs[pack].map((aspect) => row(aspect, [aspect])), row('all', packs[pack])];
}

function compareAll(items: readonly RealItem[]): string[][] {
  const sentences = items.filter(({ kind }) => kind === 'sentence');
  const reviews = items.filter(({ kind }) => kind === 'review');
  return packNames.flatMap((pack) => [
    ['sentences', pack, ...compare(sentences, pack, 'text')],
    ['reviews, by sentence', pack, ...compare(reviews, pack, 'sentence')],
    ['reviews, as a whole', pack, ...compare(reviews, pack, 'text')],
  ]);
}

/** The annotators' agreement on the aspects of each unit, and on the polarity of the aspects that both labeled. */
function compare(items: readonly RealItem[], pack: Pack, unit: Unit): string[] {
  const pairs = items.flatMap((item) => pairsOf(readCells(item, item.a, pack, unit), readCells(item, item.b, pack, unit)));
  const both = pairs.flatMap(([a, b]) => (a !== undefined && b !== undefined ? [[a, b] as const] : []));
  const named = (side: 0 | 1) => pairs.filter((pair) => pair[side] !== undefined).length;
  const { f1 } = detectionFigures(both.length, named(1) - both.length, named(0) - both.length);
  const same = both.filter(([a, b]) => a === b).length / Math.max(1, both.length);
  return [...[named(0), named(1), both.length].map(String), ...[f1, same, cohensKappa(both)].map((figure) => figure.toFixed(3))];
}

type Cells = ReadonlyMap<string, Polarity>;

/** The polarity of each aspect in each unit; mixed if its entries differ. */
function readCells({ text, kind }: RealItem, labels: RealLabels, pack: Pack, unit: Unit): Cells {
  const starts = unit === 'sentence' && kind === 'review' ? sentenceStarts(text) : [0];
  const cells = new Map<string, Polarity>();
  for (const { aspect, polarity, from } of labels[pack]) {
    const cell = `${starts.filter((start) => start <= from).length} ${aspect}`;
    cells.set(cell, (cells.get(cell) ?? polarity) === polarity ? polarity : 'mixed');
  }
  return cells;
}

function pairsOf(a: Cells, b: Cells) {
  return [...new Set([...a.keys(), ...b.keys()])].map((cell) => [a.get(cell), b.get(cell)] as const);
}

/** The polarity that each annotator gave and the settled one, for each aspect of a sentence that any of them labeled. */
function readThrice(items: readonly RealItem[]) {
  return items.flatMap((item) =>
    packNames.flatMap((pack) => {
      const read = (labels: RealLabels) => readCells(item, labels, pack, 'sentence');
      const [a, b, settled] = [read(item.a), read(item.b), read(item.settled)];
      const cells = new Set([...a.keys(), ...b.keys(), ...settled.keys()]);
      return [...cells].map((cell) => ({ item, pack, cell, a: a.get(cell), b: b.get(cell), settled: settled.get(cell) }));
    }),
  );
}

function describeSettling(items: readonly RealItem[]): string {
  const read = readThrice(items);
  const differing = read.filter(({ a, b }) => a !== b);
  const forA = differing.filter(({ a, settled }) => settled === a).length;
  const forB = differing.filter(({ b, settled }) => settled === b).length;
  const against = read.filter(({ a, b, settled }) => a === b && settled !== a).length;
  return [
    `${differing.length} pairs of sentence and aspect differed: A's label was kept in ${forA}, B's in ${forB}, another in ${differing.length - forA - forB}.`,
    `${against} on which both agreed were changed.`,
  ].join('\n');
}

function printDifferences(items: readonly RealItem[]) {
  for (const { item, pack, cell, a, b, settled } of readThrice(items)) {
    if (a === b && b === settled) continue;
    console.log(`${item.id} ${pack} ${cell}: A ${a ?? 'nothing'}, B ${b ?? 'nothing'}, settled ${settled ?? 'nothing'}`);
  }
}

/** A Markdown table with aligned columns. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, column) => Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

try {
  main();
} catch (error) {
  console.error(`real-agreement: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
