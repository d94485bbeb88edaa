import { limits } from './limits.ts';

/** The prompts of the MCP server, in the order shown, with the maximum length of each argument. */
export const promptDefinitions = [
  {
    name: 'summarize_reviews',
    title: 'Summarize the reviews',
    description: 'A fair summary of what customers say, about everything or one topic, with citations',
    arguments: [
      {
        name: 'topic',
        title: 'Topic',
        description: 'An aspect, a service or a word; leave it out for everything',
        required: false,
        maxLength: limits.nameCharacters,
      },
    ],
  },
  {
    name: 'compare_technicians',
    title: 'Compare people',
    description: 'What customers say about two or more people who work there, side by side, with citations',
    arguments: [
      {
        name: 'names',
        title: 'Names',
        description: 'Names of people who work there, separated by commas',
        required: true,
        maxLength: limits.queryCharacters,
      },
    ],
  },
] as const;
export type PromptDefinition = (typeof promptDefinitions)[number];

/** `prompts/list`. It has no schemas, so the description of an argument contains its maximum length. */
export function listPrompts() {
  return promptDefinitions.map(({ arguments: all, ...prompt }) => ({
    ...prompt,
    arguments: all.map(({ maxLength, description, ...argument }) => ({
      ...argument,
      description: `${description}, at most ${maxLength} characters`,
    })),
  }));
}
