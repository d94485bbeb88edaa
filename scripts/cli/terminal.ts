import { autocomplete, confirm, isCancel, multiline, password, select, text } from '@clack/prompts';
import { SetupError } from '../../site/shared/setup-error.ts';

export interface Choice<T> {
  readonly value: T;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Asks questions on the terminal. Every question throws a SetupError if it is canceled. */
export interface Terminal {
  /** Asks for a line of text until `complain` accepts it. */
  text(question: string, hint: string, complain: (text: string) => string | undefined): Promise<string>;
  /** Asks for text of several lines, which may be pasted. */
  lines(question: string, hint: string, complain: (text: string) => string | undefined): Promise<string>;
  /** Asks for a password, which isn't shown. */
  password(question: string): Promise<string>;
  confirm(question: string): Promise<boolean>;
  /** Asks for one of a few choices. */
  choose<T>(question: string, choices: readonly Choice<T>[]): Promise<T>;
  /** Asks for one of many choices, filtered by typing. */
  search<T>(question: string, choices: readonly Choice<T>[]): Promise<T>;
}

/** The terminal of the command; undefined if its input or output is redirected, or in CI. */
export function openTerminal(): Terminal | undefined {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env['CI']) return undefined;
  return {
    text: async (message, placeholder, complain) =>
      given(await text({ message, placeholder, validate: (value) => complain(value ?? '') })) ?? '',
    lines: async (question, placeholder, complain) => {
      const message = `${question} (press Tab, then Enter to finish)`;
      // Pasted text can contain empty lines, so an empty line can't end it.
      return given(await multiline({ message, placeholder, showSubmit: true, validate: (value) => complain(value ?? '') })) ?? '';
    },
    password: async (message) => given(await password({ message })) ?? '',
    confirm: async (message) => given(await confirm({ message, initialValue: false })),
    choose: async (message, choices) => (await pick(select, message, choices)).value,
    search: async (message, choices) => (await pick(autocomplete, message, choices)).value,
  };
}

type Prompt = (options: {
  message: string;
  maxItems: number;
  options: { value: number; label: string; hint: string }[];
}) => Promise<number | symbol>;

/** The prompts identify choices by index, so a choice may be any value. */
async function pick<T>(prompt: Prompt, message: string, choices: readonly Choice<T>[]): Promise<Choice<T>> {
  const options = choices.map(({ label, hint = '' }, value) => ({ value, label, hint }));
  const chosen = choices[given(await prompt({ message, maxItems: 12, options }))];
  if (!chosen) throw new SetupError('nothing was chosen or changed');
  return chosen;
}

function given<T>(answer: T): Exclude<T, symbol> {
  if (isCancel(answer)) throw new SetupError('canceled; nothing was changed');
  return answer as Exclude<T, symbol>;
}
