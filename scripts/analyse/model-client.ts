import OpenAI from 'openai';
import { z } from 'zod';
import { SetupError } from '../../site/contract/environment.ts';
import type { Message } from './prompt.ts';

/** A model, and where it is. */
export interface Model {
  readonly endpoint: string;
  readonly model: string;
  /** Sent as a bearer token; undefined for a server that wants none. */
  readonly key: string | undefined;
}

/** A model's answer, or why there is none to this text; other texts may have one. */
export type Answer = { readonly content: string } | { readonly failure: string };

/** Local models on a slow machine take minutes for a long text. */
const TIMEOUT_MS = 300_000;

const completion = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1) });

/**
 * Opens a client of an OpenAI-compatible server. What it returns asks one question; it throws a SetupError where asking on makes no sense:
 * nobody answers, or the key, the model or more requests are refused.
 */
export function openModel({ endpoint, model, key }: Model): (messages: readonly Message[]) => Promise<Answer> {
  // The client's own defaults would read OPENAI_API_KEY and the like, and the key of one server isn't for another.
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

/** The failure of one text. Server's words aren't repeated: they may have parts of the key. */
function toFailure(error: unknown, endpoint: string, model: string): string {
  if (error instanceof OpenAI.APIConnectionTimeoutError) return 'no answer in time';
  if (error instanceof OpenAI.APIConnectionError)
    throw new SetupError(`analyse: nobody answers at ${endpoint}; start the server, or write another --endpoint`);
  if (!(error instanceof OpenAI.APIError)) throw error;
  const stops: Readonly<Record<number, string>> = {
    401: 'refuses the key; set ANALYSE_API_KEY to one that it takes',
    403: 'forbids this key to ask; set ANALYSE_API_KEY to one that may',
    404: `has no model ${model}, or the address is another (most end with /v1); write another --model or --endpoint`,
    429: 'takes no more requests for now; run this again later: what was answered is kept',
  };
  const stop = stops[Number(error.status)];
  if (stop !== undefined) throw new SetupError(`analyse: ${endpoint} ${stop} (${error.status})`);
  return `status ${error.status}`;
}
