import OpenAI from 'openai';
import { z } from 'zod';
import { SetupError } from '../../site/shared/setup-error.ts';
import type { Message } from './model-answers.ts';

/** A model and its server. */
export interface LanguageModel {
  readonly endpoint: string;
  readonly model: string;
  /** Sent as a bearer token; undefined for servers that require none. */
  readonly key: string | undefined;
}

/** A model's answer, or the reason why there is none for this text. */
export type ModelAnswer = { readonly content: string } | { readonly failure: string };

/** Local models on a slow machine take minutes for a long text. */
const TIMEOUT_MS = 300_000;

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/**
 * Makes a function that sends one question to an OpenAI-compatible server. It throws a SetupError if no request can succeed: the server
 * can't be reached, or rejects the key or the model, or limits the rate.
 */
export function openModel({ endpoint, model, key }: LanguageModel): (messages: readonly Message[]) => Promise<ModelAnswer> {
  // By default, the client reads OPENAI_API_KEY and similar variables, and would send OpenAI's key to this server.
  const client = new OpenAI({
    baseURL: endpoint,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    timeout: TIMEOUT_MS,
    logLevel: 'off',
  });
  return async (messages) => {
    try {
      const { data } = completion.safeParse(await client.chat.completions.create({ model, messages: [...messages] }));
      return data?.choices[0] ? data.choices[0].message : { failure: 'no chat completion' };
    } catch (error) {
      return { failure: toFailure(error, endpoint, model) };
    }
  };
}

/** The failure for one text. It doesn't repeat the server's message, which may contain parts of the key. */
function toFailure(error: unknown, endpoint: string, model: string): string {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return 'no answer in time';
  if (error instanceof OpenAI.APIConnectionError)
    throw new SetupError(`analyse: no answer from ${endpoint}; start the server, or check --endpoint`);
  if (!(error instanceof OpenAI.APIError)) throw error;
  const stops: Readonly<Record<number, string>> = {
    401: 'rejects the key; check ANALYSE_API_KEY',
    403: 'denies access with this key; check ANALYSE_API_KEY',
    404: `has no model ${model}, or the URL is wrong (most end with /v1); check --model and --endpoint`,
    429: 'accepts no more requests for now; run this again later. The answers so far are kept',
  };
  const stop = stops[Number(error.status)];
  if (stop !== undefined) throw new SetupError(`analyse: ${endpoint} ${stop} (${error.status})`);
  return `status ${error.status}`;
}
