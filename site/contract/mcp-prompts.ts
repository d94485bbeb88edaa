import { limits } from './limits.ts';

/** A prompt of the MCP server: what `prompts/list` shows, and how long each argument may be. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly required: boolean;
    readonly maxLength: number;
  }[];
}

/** What a person can start with, in the order shown. */
export const promptDefinitions = [
  {
    name: 'summarize_reviews',
    title: 'Summarize the reviews',
    description: 'A fair summary of what customers say, of everything or of one topic, with citations',
    arguments: [
      {
        name: 'topic',
        title: 'Topic',
        description: 'An aspect, a service or a word, such as pricing; everything without it',
        required: false,
        maxLength: limits.nameCharacters,
      },
    ],
  },
  {
    name: 'compare_technicians',
    title: 'Compare technicians',
    description: 'What customers say about two or more technicians, side by side, with citations',
    arguments: [
      {
        name: 'names',
        title: 'Names',
        description: 'Names of technicians, with commas between',
        required: true,
        maxLength: limits.queryCharacters,
      },
    ],
  },
] as const satisfies readonly PromptDefinition[];
export type PromptName = (typeof promptDefinitions)[number]['name'];

/** `prompts/list`, which has no schemas: the description of an argument says how long it may be. */
export function listPrompts() {
  return promptDefinitions.map(({ arguments: all, ...prompt }) => ({
    ...prompt,
    arguments: all.map(({ maxLength, description, ...argument }) => ({
      ...argument,
      description: `${description}, at most ${maxLength} characters`,
    })),
  }));
}
