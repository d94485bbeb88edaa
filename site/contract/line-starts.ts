/** The offset of each line of `bytes` from `first` to `end`, where `separator` divides them; JSON escapes the line break in it inside of values. */
export function* lineStarts(bytes: Buffer, separator: string, first: number, end: number): Generator<number> {
  for (let from = first; from < end; from = lineEnd(bytes, separator, from, end) + separator.length) yield from;
}

/** The offset at which the line from `from` on ends: at its separator, or at `end` where it is the last. */
export function lineEnd(bytes: Buffer, separator: string, from: number, end: number): number {
  const found = bytes.indexOf(separator, from);
  return found === -1 ? end : found;
}
