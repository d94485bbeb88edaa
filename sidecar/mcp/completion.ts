import { z } from 'zod';
import { givenName, givenStart } from '../../site/contract/given-text.ts';
import { limits } from '../../site/contract/limits.ts';
import { resourceTemplates } from '../../site/contract/mcp-resources.ts';
import type { Dataset } from './dataset.ts';
import { codes, type Params, RpcError } from './message.ts';
import { completePrompt } from './prompts.ts';
import { readParams } from './read-params.ts';
import { reviewIds } from './resources.ts';

const [{ uriTemplate: reviewTemplateUri }] = resourceTemplates;

const completeParams = z.looseObject({
  ref: z.discriminatedUnion('type', [
    z.looseObject({ type: z.literal('ref/prompt'), name: givenName }),
    z.looseObject({ type: z.literal('ref/resource'), uri: givenName }),
  ]),
  argument: z.looseObject({ name: givenName, value: givenStart }),
});

/** `completion/complete`: values that begin as given, at most 100. Throws -32602 for an unknown prompt or template. */
export function complete(dataset: Dataset, params: Params) {
  const given = readParams(completeParams, params, 'ref must name a prompt or a resource template, and argument a name and a value');
  const values = [...new Set(valuesFor(dataset, given))];
  return {
    completion: {
      values: values.slice(0, limits.mcp.completionValues),
      total: values.length,
      hasMore: values.length > limits.mcp.completionValues,
    },
  };
}

function valuesFor(dataset: Dataset, { ref, argument }: z.infer<typeof completeParams>): string[] {
  if (ref.type === 'ref/prompt') return completePrompt(dataset, ref.name, argument.name, argument.value);
  if (ref.uri !== reviewTemplateUri) throw new RpcError(codes.invalidParams, `Unknown resource template: ${ref.uri}`);
  return argument.name === 'id' ? reviewIds(dataset, argument.value) : [];
}
