import path from 'node:path';
import type { z } from 'zod';
import { shownAspects } from '../../site/analysis/shown-aspects.ts';
import type { Dataset } from '../../site/content/dataset.ts';
import { readDataset } from '../../site/content/read/read.ts';
import type { verdictsFile } from '../../site/content/record-schemas.ts';
import { packOf } from '../../site/contract/insights.ts';
import { messagesOf } from '../../site/messages/messages.ts';
import { counted } from '../../site/shared/text.ts';
import type { Progress } from '../cli/run-command.ts';
import { withContentLock } from '../content/lock.ts';
import { writeWhole } from '../content/write-file.ts';
import type { ModelReading } from './model-answers.ts';
import type { LanguageModel } from './model-client.ts';
import { readTexts } from './read-texts.ts';

export interface AnalyseEnvironment {
  readonly contentDir: string;
  readonly dataDir: string;
  readonly progress: Progress;
}

/**
 * Has a model analyze each published text and writes its verdicts to `verdicts.json`. Only sends texts without a cached analysis. If all
 * texts fail, nothing is written. @throws SetupError or ContentError
 */
export async function analyseReviews(model: LanguageModel, { contentDir, dataDir, progress }: AnalyseEnvironment) {
  const file = path.join(contentDir, 'verdicts.json');
  // Ignores the current verdicts.json: it is about to be replaced, and its quotes may be from earlier texts.
  const dataset = readDataset(contentDir, { name: file });
  const texts = textsToRead(dataset).map(({ text }) => text);
  const aspects = shownAspects(packOf(dataset.type), messagesOf({ ...dataset, language: 'en' }));
  const { readings, report } = await readTexts(texts, model, aspects, { dataDir, progress });
  const isAllFailed = readings.size === 0 && texts.length > 0;
  // Reads the content again, because a review may have been changed or taken down meanwhile.
  const write = () => writeVerdicts(file, model.model, textsToRead(readDataset(contentDir, { name: file })), readings);
  const written = isAllFailed ? 'nothing was written' : await withContentLock(contentDir, write);
  return { report: [...report, written].join('\n'), isAllFailed };
}

/** Published reviews with text, except those with verdicts in another file. */
const textsToRead = ({ reviews, analysis }: Dataset) =>
  reviews.flatMap(({ id, text }) => (text === null || analysis?.verdicts.has(id) ? [] : [{ id, text }]));

async function writeVerdicts(
  file: string,
  model: string,
  reviews: ReturnType<typeof textsToRead>,
  readings: ReadonlyMap<string, ModelReading>,
): Promise<string> {
  const judged = reviews.flatMap(({ id, text }) => {
    const quoted = readings.get(text)?.verdicts.map(({ start, end, ...verdict }) => ({ ...verdict, quote: text.slice(start, end) }));
    return quoted ? [{ review: id, aspects: quoted }] : [];
  });
  const content: z.input<typeof verdictsFile> = { model, reviews: judged };
  await writeWhole(file, `${JSON.stringify(content, null, 2)}\n`);
  return `${file}: ${counted(judged.flatMap(({ aspects }) => aspects).length, 'verdict')} on ${counted(judged.length, 'review')}; next: npm run build`;
}
