import type { GivenAnalysis } from '../content/dataset.ts';
import { type PackName, packAspects } from '../contract/insights.ts';
import type { Messages } from '../messages/messages.ts';

/**
 * The aspects of a pack that a business doesn't switch off, in the language of `messages`, with the business's own names if it has any.
 * `question` is what customers ask about an aspect, and `topic` how it reads in "reviews that mention …".
 */
export function shownAspects(pack: PackName, { say }: Pick<Messages, 'say'>, given: GivenAnalysis['aspects'] = []) {
  return packAspects[pack].flatMap((id) => {
    const own = given.find(({ aspect }) => aspect === id);
    if (own?.shown === false) return [];
    const label = own?.label ?? say(`insights.label_${id}`);
    const inPack = pack === 'general' && (id === 'communication' || id === 'cleanliness') ? (`general_${id}` as const) : id;
    const topic = own?.label === undefined ? say(`insights.topic_${inPack}`) : own.label.toLowerCase();
    return [{ id, label, question: say(`insights.question_${inPack}`), topic }];
  });
}
export type ShownAspect = ReturnType<typeof shownAspects>[number];
