import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { polarityFigures } from './eval/figures.ts';
import { contradictions, enginePairs, readItems, scoreDetection } from './eval/score.ts';
import { dealVoices, fitModel, fitWithout, type Lesson, toLessons } from './train/fit-model.ts';
import { fitTerms, judgeVoices, readTermPractice } from './train/fit-terms.ts';
import { readPractice } from './train/practice.ts';
import { readValences, readVectors } from './train/vectors.ts';

const HELP = `node scripts/lab/train.ts [aspects|terms]   learns the weights from test/gold: of aspects from practice and the development half, of terms from terms
  --voices                            writes nothing: prints how right the engine is on voices that it hasn't learned from`;

const ASPECTS_FILE = 'site/analysis/model/weights.json';
const TERMS_FILE = 'site/analysis/model/term-weights.json';

function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { voices: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  const [only] = positionals;
  if (only !== undefined && only !== 'aspects' && only !== 'terms') throw new Error(`"${only}": write aspects, terms or nothing`);
  if (values.help) return console.log(HELP);
  if (only !== 'terms') learnAspects(values.voices);
  if (only !== 'aspects') learnTerms(values.voices);
}

function learnAspects(voices: boolean) {
  const lessons = toLessons(readPractice());
  const vectors = readVectors();
  if (voices) return printVoices(lessons, vectors);
  const model = fitModel(lessons, vectors);
  write(ASPECTS_FILE, model);
  console.log(`${ASPECTS_FILE}: ${model.aspects.rows.length} and ${model.polarities.rows.length} rows from ${lessons.length} texts`);
}

function learnTerms(voices: boolean) {
  const lessons = readTermPractice();
  const meanings = { vectors: readVectors(), valences: readValences() };
  if (voices) return printTerms(judgeVoices(lessons, meanings));
  const table = fitTerms(lessons, meanings);
  write(TERMS_FILE, table);
  console.log(`${TERMS_FILE}: ${table.rows.length} rows from ${lessons.length} sentences`);
}

const write = (file: string, value: unknown) => writeFileSync(file, `${JSON.stringify(value)}\n`);

function printTerms(voices: ReturnType<typeof judgeVoices>) {
  for (const { voice, pairs } of [...voices, { voice: 'all terms', pairs: voices.flatMap(({ pairs }) => pairs) }]) {
    const { count, accuracy, macroF1 } = polarityFigures(pairs);
    console.log(`${voice.padEnd(20)} ${count} terms  accuracy ${accuracy.toFixed(3)}  macroF1 ${macroF1.toFixed(3)}`);
  }
}

/** Each part of the voices read by a model that has learned from the others. */
function printVoices(lessons: readonly Lesson[], vectors: ReturnType<typeof readVectors>) {
  const reads = dealVoices(lessons).flatMap((part) => {
    const model = fitWithout(part, lessons, vectors);
    return [...part].flatMap((voice) => {
      const own = readItems(
        lessons.filter((lesson) => lesson.voice === voice),
        model,
      );
      print(voice, own);
      return own;
    });
  });
  print('all voices', reads);
}

function print(name: string, reads: ReturnType<typeof readItems>) {
  const { precision, recall, f1 } = scoreDetection(reads);
  const { accuracy, macroF1, negativeF1 } = polarityFigures(enginePairs(reads, 'verdicts'));
  const stars = polarityFigures(enginePairs(reads, 'withStars'));
  const against = polarityFigures(enginePairs(contradictions(reads), 'verdicts'));
  const figures = { precision, recall, f1, accuracy, macroF1, negativeF1, stars: stars.accuracy, against: against.accuracy };
  console.log(
    name.padEnd(20),
    Object.entries(figures)
      .map(([key, value]) => `${key} ${value.toFixed(3)}`)
      .join('  '),
  );
}

try {
  main();
} catch (error) {
  console.error(`train: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
