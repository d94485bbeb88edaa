import { endianness } from 'node:os';
import { crc32 } from 'node:zlib';
import type { ReviewFacts } from '../generation/review-facts.ts';
import { inChunks, inSlices } from '../generation/slices.ts';
import type { IndexedReviews } from './index-reviews.ts';

/** Raised whenever the same reviews would be indexed in another way, or printed so. */
export const PREPARED_INDEX_VERSION = 3;

/** What must be the same for an index to be of use: the program, Node's letters, the machine's order of bytes and the reviews. */
const signatureOf = (reviewsSha256: string) =>
  [`open-reviews index ${PREPARED_INDEX_VERSION}`, process.versions['unicode'], endianness(), reviewsSha256].join(' ');

/** Numbers and strings that many reviews share are stored once, and each review has their places. */
interface Header {
  readonly signature: string;
  readonly ids: readonly string[];
  readonly dates: readonly string[];
  readonly sources: readonly string[];
  readonly mentions: readonly ReviewFacts['mentions'][];
  readonly vocabulary: readonly string[];
  readonly words: readonly string[];
  /** How many numbers each of `NAMES` has. */
  readonly lengths: readonly number[];
}

/** The arrays behind the header, in their order; the first has numbers of 64 bits, the others of 32. */
const NAMES = [
  'gramKeys',
  'gramStarts',
  'gramMembers',
  'wordStarts',
  'wordMembers',
  'units',
  'positions',
  'texts',
  'starts',
  'pairs',
  'before',
  'pairStarts',
  'date',
  'rating',
  'source',
  'mention',
] as const;
type Numbers = { readonly gramKeys: Float64Array } & Readonly<Record<Exclude<(typeof NAMES)[number], 'gramKeys'>, Uint32Array>>;

/** First the CRC-32 of all that follows and the header's length, then the header, then the arrays; each begins at a multiple of this. */
const ALIGNMENT = 8;
const LENGTH_AT = 4;
const padded = (bytes: number) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

/** An index as the bytes of a file, in parts. `reviewsSha256` is the SHA-256 of the `/reviews.json` that it was made from, in hex. */
export function printPreparedIndex({ facts, texts }: IndexedReviews, reviewsSha256: string): Uint8Array[] {
  const [dates, sources, mentions] = [new Places<string>(), new Places<string>(), new Places<ReviewFacts['mentions']>()];
  const { corpus, places, grams, words, unitsOfWords } = texts;
  const numbers: Numbers = {
    gramKeys: grams.keys,
    gramStarts: grams.starts,
    gramMembers: grams.members,
    wordStarts: unitsOfWords.starts,
    wordMembers: unitsOfWords.members,
    units: corpus.units,
    ...places,
    date: Uint32Array.from(facts, ({ date }) => dates.of(date)),
    rating: Uint32Array.from(facts, ({ rating }) => rating),
    source: Uint32Array.from(facts, ({ source }) => sources.of(source)),
    mention: Uint32Array.from(facts, (review) => mentions.of(review.mentions)),
  };
  const arrays = NAMES.flatMap((name) => withPadding(bytesOf(numbers[name])));
  const header: Header = {
    signature: signatureOf(reviewsSha256),
    ids: facts.map(({ id }) => id),
    dates: dates.values,
    sources: sources.values,
    mentions: mentions.values,
    vocabulary: corpus.vocabulary,
    words,
    lengths: NAMES.map((name) => numbers[name].length),
  };
  const printed = Buffer.from(JSON.stringify(header));
  const rest = [...withPadding(printed), ...arrays];
  const head = Buffer.alloc(ALIGNMENT);
  head.writeUInt32LE(printed.length, LENGTH_AT);
  head.writeUInt32LE([head.subarray(LENGTH_AT), ...rest].reduce((crc, bytes) => crc32(bytes, crc), 0));
  return [head, ...rest];
}

/**
 * Reads an index that `printPreparedIndex` has made of the reviews with this SHA-256. Undefined where it is of others, of another version or
 * machine, or damaged: then it is made anew.
 */
export async function readPreparedIndex(bytes: Buffer, reviewsSha256: string): Promise<IndexedReviews | undefined> {
  const end = bytes.length < ALIGNMENT ? 0 : ALIGNMENT + bytes.readUInt32LE(LENGTH_AT);
  const signature = Buffer.from(`{"signature":${JSON.stringify(signatureOf(reviewsSha256))},`);
  if (end > bytes.length || !bytes.subarray(ALIGNMENT, ALIGNMENT + signature.length).equals(signature)) return undefined;
  if ((await crcOf(bytes.subarray(LENGTH_AT))) !== bytes.readUInt32LE()) return undefined;
  const header = JSON.parse(bytes.toString('utf8', ALIGNMENT, end)) as Header;
  const arrays = toNumbers(bytes.subarray(padded(end)), header.lengths);
  const { units, positions, texts, starts, pairs, before, pairStarts, ...numbers } = arrays;
  return {
    facts: await toFacts(header, numbers),
    texts: {
      corpus: { vocabulary: header.vocabulary, units },
      places: { positions, texts, starts, pairs, before, pairStarts },
      grams: { keys: numbers.gramKeys, starts: numbers.gramStarts, members: numbers.gramMembers },
      words: header.words,
      unitsOfWords: { starts: numbers.wordStarts, members: numbers.wordMembers },
    },
  };
}

/** How many bytes are checked in one turn of the event loop: about a millisecond. */
const CHECKED_AT_ONCE = 1024 * 1024;

async function crcOf(bytes: Buffer): Promise<number> {
  let crc = 0;
  const add = (from: number, to: number) => {
    crc = crc32(bytes.subarray(from, to), crc);
  };
  await inChunks(bytes.length, add, CHECKED_AT_ONCE);
  return crc;
}

/** Each distinct value, with its place among them. */
class Places<Value> {
  readonly #places = new Map<Value, number>();

  of(value: Value): number {
    const place = this.#places.get(value) ?? this.#places.size;
    this.#places.set(value, place);
    return place;
  }

  get values(): Value[] {
    return [...this.#places.keys()];
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint32Array | Float64Array) => new Uint8Array(buffer, byteOffset, byteLength);

const withPadding = (bytes: Uint8Array) => [bytes, new Uint8Array(padded(bytes.length) - bytes.length)];

/** The arrays as views of `bytes`, which are whole. */
function toNumbers(bytes: Buffer, lengths: readonly number[]): Numbers {
  // A view begins at a multiple of the size of its numbers.
  const { buffer, byteOffset } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Uint8Array.from(bytes);
  let at = byteOffset;
  const views = NAMES.map((name, place) => {
    const length = lengths[place] ?? 0;
    const view = name === 'gramKeys' ? new Float64Array(buffer, at, length) : new Uint32Array(buffer, at, length);
    at += padded(view.byteLength);
    return [name, view];
  });
  return Object.fromEntries(views) as Numbers;
}

type Columns = Pick<Numbers, 'date' | 'rating' | 'source' | 'mention'>;

async function toFacts({ ids, dates, sources, mentions }: Header, { date, rating, source, mention }: Columns): Promise<ReviewFacts[]> {
  const facts: ReviewFacts[] = [];
  await inSlices(ids, (id, index) => {
    facts.push({
      id,
      date: dates[date[index] as number] as string,
      rating: rating[index] as number,
      source: sources[source[index] as number] as string,
      mentions: mentions[mention[index] as number] as ReviewFacts['mentions'],
    });
  });
  return facts;
}
