import { type AspectId, type PackName, packAspects } from '../contract/insights.ts';
import { type Clause, textOf } from './text/clauses.ts';

const fault = '(?:leak|leaks|problem|problems|issue|issues|noise|fault|smell|error)';

/** What went wrong, in folded words, and the aspect that it's about in each pack. It's criticism even if it was put right. */
const failures: readonly { readonly words: RegExp; readonly aspects: Readonly<Record<PackName, AspectId>> }[] = [
  {
    words: new RegExp(
      [
        String.raw`\b(?:failed|fails?|(?:didnt|did not|not) pass)\b.*\binspections?\b`,
        String.raw`\binspections?\b.*\b(?:failed|(?:didnt|did not) pass)\b`,
        String.raw`\b(?:damaged|broke|cracked|scratched|ruined|flooded|destroyed|dented|chipped) (?:my|our|the|a|an|his|her|their)\b`,
        String.raw`\b(?:redo|redone|re-do|re-done|do over|done over)\b`,
        String.raw`\b(?:stopped|quit) working\b`,
        String.raw`\bstill (?:\w+ )?(?:leaks?|leaking|broken|not (?:working|fixed)|(?:doesnt|does not|didnt|did not|wont) work)\b`,
        String.raw`\bsame ${fault}\b`,
        String.raw`\b${fault} (?:\w+ )?(?:came back|returned|is back)\b`,
      ].join('|'),
      'u',
    ),
    aspects: { home: 'workmanship', general: 'quality' },
  },
  {
    words: new RegExp(
      [
        String.raw`\bno shows?\b`,
        String.raw`\bnever (?:showed|came|arrived|turned)\b`,
        String.raw`\b(?:didnt|did not) (?:show|turn) up\b`,
        String.raw`\bmissed (?:my|our|the|an|two|three) appointments?\b`,
        String.raw`\bstood (?:me|us) up\b`,
      ].join('|'),
      'u',
    ),
    aspects: { home: 'punctuality', general: 'waiting' },
  },
];

/** The aspects of which a clause tells that something went wrong; none in a question. */
export function failuresIn({ words, question }: Clause, pack: PackName): readonly AspectId[] {
  const text = question ? '' : textOf(words);
  const found = failures.filter((failure) => failure.words.test(text)).map(({ aspects }) => aspects[pack]);
  return packAspects[pack].filter((id) => found.includes(id));
}
