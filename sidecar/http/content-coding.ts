export type ContentCoding = 'br' | 'gzip' | 'identity';

const PREFERENCE: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/**
 * Chooses among `available` by Accept-Encoding (RFC 9110 12.5.3): the highest weight wins, at equal weight the smaller
 * body. Identity is acceptable unless it is refused by name or by `*;q=0`; where nothing is acceptable it is sent
 * all the same, since a readable answer beats a 406.
 */
export function chooseCoding(acceptEncoding: string | undefined, available: (coding: ContentCoding) => boolean): ContentCoding {
  if (acceptEncoding === undefined) return 'identity';
  const weights = weightsOf(acceptEncoding);
  const weightOf = (coding: ContentCoding) => weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const acceptable = PREFERENCE.filter((coding) => available(coding) && weightOf(coding) > 0);
  return acceptable.reduce((best, coding) => (weightOf(coding) > weightOf(best) ? coding : best), acceptable[0] ?? 'identity');
}

/** A cache of parsed headers: clients send few different ones. */
const known = new Map<string, ReadonlyMap<string, number>>();
const MOST_KNOWN = 100;

function weightsOf(header: string): ReadonlyMap<string, number> {
  const weights = known.get(header) ?? parseWeights(header);
  if (known.size < MOST_KNOWN) known.set(header, weights);
  return weights;
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const element of header.toLowerCase().split(',')) {
    const match = /^[ \t]*([\w!#$%&'*+.^`|~-]+)[ \t]*(?:;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)[ \t]*)?$/.exec(element);
    if (match?.[1] === undefined) continue;
    weights.set(match[1] === 'x-gzip' ? 'gzip' : match[1], match[2] === undefined ? 1 : Number(match[2]));
  }
  return weights;
}
