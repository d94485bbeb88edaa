import { z } from 'zod';
import { SetupError } from '../../site/contract/environment.ts';
import { completeFlag, readFlags, textFlag } from '../cli/flags.ts';

const USAGE = `npm run analyse -- --endpoint URL --model NAME

  --endpoint URL   an OpenAI-compatible server, such as http://localhost:11434/v1 for Ollama
  --model NAME     a model that it has
  ANALYSE_API_KEY  its key, where it wants one: a variable, never a flag`;

const endpoint = z
  .url({ protocol: /^https?$/, error: 'write an absolute http(s) URL' })
  .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'write it without a name and password; a key is ANALYSE_API_KEY');

/** Which model is to read. */
export const modelFlags = {
  endpoint: { question: 'the server', hint: 'http://localhost:11434/v1', schema: endpoint, required: true },
  model: textFlag('the model', 'llama3.1', true),
} as const;

/** Parses the command line. Throws a SetupError for a flag that is wrong or missing. */
export async function readArguments(args: readonly string[]): Promise<{ readonly endpoint: string; readonly model: string }> {
  const { texts, positionals } = readFlags('analyse', USAGE, args, Object.keys(modelFlags));
  if (positionals.length > 0) throw new SetupError(`analyse: found "${positionals[0]}"\n\n${USAGE}`);
  return completeFlag('analyse', modelFlags, texts, undefined);
}
