import { plainWords } from '../../../site/contract/plain-words.ts';

/** Words that are in any question. */
const COMMON = new Set(
  'a about an and any are as at be been can could did do does for from get has have how i if in is it its me my myself of on or should so that the their them there they this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** More than any real question has; each word is searched for separately. */
const MOST_WORDS = 30;

/** The plain words of a question without common ones, each once; all of them if there are only common ones. */
export function distinctiveWords(question: string): string[] {
  const asked = [...new Set(plainWords(question))];
  const distinctive = asked.filter((word) => !COMMON.has(word));
  return (distinctive.length > 0 ? distinctive : asked).slice(0, MOST_WORDS);
}
