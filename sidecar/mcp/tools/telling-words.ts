import { plainWords } from '../../../site/contract/plain-words.ts';

/** Words that stand in every question. */
const COMMON = new Set(
  'a about an and any are as at be been can could did do does for from get has have how i if in is it its me my myself of on or should so that the their them there they this to us was we were what when where which who why will with would you your'.split(
    ' ',
  ),
);

/** No question has more; each is looked for by itself. */
const MOST_WORDS = 30;

/** The plain words of a question that tell what it is about, each once; all of them where none tells. */
export function tellingWords(question: string): string[] {
  const asked = [...new Set(plainWords(question))];
  const telling = asked.filter((word) => !COMMON.has(word));
  return (telling.length > 0 ? telling : asked).slice(0, MOST_WORDS);
}
