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
 * Splits a text into marked and plain segments. If passages overlap, the one that begins first is marked. Ranges outside the text are
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
export function toExcerpt(text: string, { start, end, polarity }: Passage): Segment[] {
  const segments = [{ text: leadTo(text.slice(0, start)) }, { text: text.slice(start, end), polarity }, { text: restOf(text.slice(end)) }];
  return segments.filter((segment) => segment.text !== '');
}

/** The text to show before a passage: all of it if it is short, or else its last sentence or words. */
function leadTo(before: string): string {
  if (before.length <= AROUND) return before.trimStart();
  const near = before.slice(-AROUND);
  const sentence = near.replace(/^.*(?:[.!?] |\n)/s, '');
  return sentence === near ? `… ${near.replace(/^\S*\s*/, '')}` : sentence.trimStart();
}

/** The text to show after a passage: all of it if it is short, or else its first sentence or words. */
function restOf(after: string): string {
  if (after.length <= AROUND) return after.trimEnd();
  const near = after.slice(0, AROUND);
  return /^.*?[.!?](?=\s)/s.exec(near)?.[0] ?? `${near.replace(/\s*\S*$/, '')} …`;
}
