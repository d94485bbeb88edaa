import type { AspectId, PackName } from '../contract/insights.ts';
import { type Clause, textOf } from './text/clauses.ts';

/** What trades say about their work in words that judge an aspect elsewhere, in folded words: bleach on hair, a refused refund. */
const otherWords: Partial<Record<AspectId, RegExp>> = {
  waiting: /\b(?:left|leave|leaving|kept|keeping) (?:\w+ ){0,3}(?:on|in|under) (?:\w+ ){0,3}(?:too|so|very|way) long\b/u,
  cleanliness:
    /\bbleach\w*\b.*\b(?:left|hair|roots|ends|scalp|long|burn\w*)\b|\b(?:hair|roots)\b.*\bbleach|\b(?:toner|dirty (?:fries|rice|martini|chai))\b/u,
  price: /\b(?:refus|den[iy]|declin)\w*\b(?: \w+){0,4} refund/u,
};

/** Whether a clause has an aspect's words in another sense. Only for the general pack, which many trades share. */
export const speaksOfTheTrade = ({ words }: Clause, aspect: AspectId, pack: PackName): boolean =>
  pack === 'general' && (otherWords[aspect]?.test(textOf(words)) ?? false);
