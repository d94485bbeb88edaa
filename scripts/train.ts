import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { polarityFigures } from './eval/figures.ts';
import { contradictions, enginePairs, readItems, scoreDetection } from './eval/score.ts';
import { dealVoices, fitModel, fitWithout, type Lesson, toLessons } from './train/fit-model.ts';
import { readPractice } from './train/practice.ts';
import { readVectors } from './train/vectors.ts';

const HELP = `node scripts/train.ts                        learns the weights from test/gold/practice and the development half
node scripts/train.ts --voices               how right the engine is on each voice when it has learned from four fifths of the others`;

const FILE = 'site/insights/learned/weights.json';

function main() {
  const { values } = parseArgs({
    options: { voices: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return console.log(HELP);
  const lessons = toLessons(readPractice());
  const vectors = readVectors();
  if (values.voices) return printVoices(lessons, vectors);
  const model = fitModel(lessons, vectors);
  writeFileSync(FILE, `${JSON.stringify(model)}\n`);
  console.log(`${FILE}: ${model.aspects.rows.length} and ${model.polarities.rows.length} rows from ${lessons.length} texts`);
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
