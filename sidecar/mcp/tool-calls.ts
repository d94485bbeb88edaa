import type { Surface } from './surface.ts';

/** `refused`: the tool said what is wrong with the call; `failed`: there was no result. */
export type OnToolCall = (name: string, outcome: 'ok' | 'refused' | 'failed') => void;

/** The same surface, which tells `onToolCall` of each call of a tool when it is answered. */
export function reportToolCalls(surface: Surface, onToolCall: OnToolCall): Surface {
  return {
    ...surface,
    answer: async (method, params, signal) => {
      if (method !== 'tools/call') return surface.answer(method, params, signal);
      const name = String(params['name']);
      try {
        const result = await surface.answer(method, params, signal);
        onToolCall(name, 'isError' in result && result.isError === true ? 'refused' : 'ok');
        return result;
      } catch (error) {
        onToolCall(name, 'failed');
        throw error;
      }
    },
  };
}
