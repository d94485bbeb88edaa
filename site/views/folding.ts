/** A line of a review's text in the widest column, and the lines that a folded one shows: site/styles/review-entry.css. */
const LINE = 78;
const LINES = 7;

/** Whether a text is so long that lists show it folded: more than the lines that a folded one shows, however wide the screen. */
export function isLong(text: string): boolean {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / LINE)), 0);
  return lines > LINES;
}
