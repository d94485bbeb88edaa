import type { Polarity, TextRange } from '../contract/insights.ts';

export interface Passage extends TextRange {
  readonly polarity: Polarity;
}

export interface Segment {
  readonly text: string;
  /** Set if the segment is a passage to mark. */
  readonly polarity?: Polarity;
}

/**
 * Splits a text into marked and plain segments. Of overlapping passages the one that begins first is marked; ranges outside the text are
 * ignored.
 */
export function toSegments(text: string, passages: readonly Passage[]): Segment[] {
  const segments: Segment[] = [];
  let at = 0;
  for (const { start, end, polarity } of [...passages].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at || end <= start || end > text.length) continue;
    if (start > at) segments.push({ text: text.slice(at, start) });
    segments.push({ text: text.slice(start, end), polarity });
    at = end;
  }
  if (at < text.length) segments.push({ text: text.slice(at) });
  return segments;
}

const AROUND = 90;

/** A passage with its context: whole words, and an ellipsis where a sentence is cut. */
export function toExcerpt(text: string, passage: Passage): Segment[] {
  const { start, end } = passage;
  const from = start <= AROUND ? 0 : afterSpace(text, start - AROUND, start);
  const to = text.length - end <= AROUND ? text.length : beforeSpace(text, end + AROUND, end);
  const before = text.slice(from, start).trimStart();
  const after = text.slice(end, to).trimEnd();
  const segments = [
    { text: from > 0 && !/[.!?]\s+$|\n$/.test(text.slice(0, from)) ? `… ${before}` : before },
    { text: text.slice(start, end), polarity: passage.polarity },
    { text: to < text.length && !/[.!?]$/.test(after || text.slice(start, end)) ? `${after} …` : after },
  ];
  return segments.filter((segment) => segment.text !== '');
}

/** The offset behind the last sentence before `end`, or else behind the first space from `from` on. */
function afterSpace(text: string, from: number, end: number): number {
  const before = text.slice(from, end);
  const sentence = Math.max(...['. ', '! ', '? ', '\n'].map((mark) => before.lastIndexOf(mark)));
  if (sentence !== -1) return from + sentence + (before[sentence] === '\n' ? 1 : 2);
  const space = before.search(/\s/);
  return space === -1 ? end : from + space + 1;
}

function beforeSpace(text: string, to: number, end: number): number {
  const after = text.slice(end, to);
  const sentence = after.search(/[.!?](?=\s)/);
  if (sentence !== -1) return end + sentence + 1;
  const space = after.lastIndexOf(' ');
  return space === -1 ? end : end + space;
}
