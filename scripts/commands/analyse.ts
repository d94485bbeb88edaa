import { z } from 'zod';
import { SetupError } from '../../site/shared/setup-error.ts';
import { analyseReviews } from '../analyse/analyse-reviews.ts';
import { completeFlag, readFlags, textFlag } from '../cli/flags.ts';
import { type Command, progress } from '../cli/run-command.ts';
import { openFolder } from './open-folder.ts';

const USAGE = `npm run analyse -- --endpoint URL --model NAME

  --endpoint URL   an OpenAI-compatible server, such as http://localhost:11434/v1 for Ollama
  --model NAME     a model of this server
  ANALYSE_API_KEY  the server's key, if it requires one: a variable, never a flag`;

const endpoint = z
  .url({ protocol: /^https?$/, error: 'write an absolute http(s) URL' })
  .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'write it without a user name and password; set ANALYSE_API_KEY to the key');

/** The flags that choose a model. */
export const modelFlags = {
  endpoint: { question: 'the server', hint: 'http://localhost:11434/v1', schema: endpoint, required: true },
  model: textFlag('the model', 'llama3.1', true),
} as const;

/** `npm run analyse`: has a language model analyze the published reviews, and writes its verdicts to `verdicts.json`. */
export const analyseCommand: Command = async ({ args, say, ...call }) => {
  const { texts, positionals } = readFlags('analyse', USAGE, args, Object.keys(modelFlags));
  if (positionals.length > 0) throw new SetupError(`analyse: unexpected argument ${positionals[0]}\n\n${USAGE}`);
  const given = await completeFlag('analyse', modelFlags, texts, undefined);
  const { CONTENT_DIR, DATA_DIR, ANALYSE_API_KEY } = await openFolder({ ...call, say });
  const { report, isAllFailed } = await analyseReviews(
    { ...given, key: ANALYSE_API_KEY },
    { contentDir: CONTENT_DIR, dataDir: DATA_DIR, progress: progress(process.stderr) },
  );
  say(report);
  return isAllFailed ? false : undefined;
};
