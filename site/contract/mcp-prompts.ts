/** A prompt of the MCP server, as `prompts/list` shows it. */
export interface PromptDefinition {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly required: boolean;
  }[];
}

/** `prompts/list`: what a person can start with, in the order shown. */
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
      },
    ],
  },
  {
    name: 'compare_technicians',
    title: 'Compare technicians',
    description: 'What customers say about two or more technicians, side by side, with citations',
    arguments: [{ name: 'names', title: 'Names', description: 'Names of technicians, with commas between', required: true }],
  },
] as const satisfies readonly PromptDefinition[];
export type PromptName = (typeof promptDefinitions)[number]['name'];
