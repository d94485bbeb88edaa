import { z } from 'zod';
import { type AspectId, packAspects, polarity } from '../../../site/contract/insights.ts';
import { readText } from './gold.ts';
import { readRealSet } from './real-labels.ts';

const offset = z.int().min(0);
const stars = z.int().min(1).max(5);
const entryOf = <Aspects extends readonly string[]>(aspects: Aspects) =>
  z.tuple([z.enum(aspects), polarity, offset, offset]).transform(([aspect, judged, from, to]) => ({ aspect, polarity: judged, from, to }));
const homeLabels = z.array(entryOf(packAspects.home));
const generalLabels = z.array(entryOf(packAspects.general));
const early = z.strictObject({ id: z.string(), voice: z.string(), stars, text: z.string(), home: homeLabels });
const plain = z.strictObject({ id: z.string(), voice: z.string(), stars, text: z.string(), home: homeLabels, general: generalLabels });

/** A label in a text: its quote is `text.slice(from, to)`. */
export interface Label {
  readonly aspect: AspectId;
  readonly polarity: z.infer<typeof polarity>;
  readonly from: number;
  readonly to: number;
}

/** A labeled text to learn from. `real` means that a customer wrote it. `general` is absent if it wasn't labeled for that pack. */
export interface Lesson {
  readonly id: string;
  /** Its publisher, or the writer of an invented text. */
  readonly source: string;
  readonly kind: 'real' | 'plain' | 'early';
  /** A single sentence, or a whole text. */
  readonly single: boolean;
  readonly stars: number | undefined;
  readonly text: string;
  readonly home: readonly Label[];
  readonly general: readonly Label[] | undefined;
}

const PRACTICE = 'scripts/lab/practice';

/** All texts to learn from: real ones, plain ones labeled by the current guide, and early ones labeled by an earlier guide. */
export const readLessons = (): Lesson[] => [...readReal(), ...readPlain(), ...readEarly()];

function readReal(): Lesson[] {
  return readRealSet().map(({ id, source, kind, text, settled }) => {
    return { id, source, kind: 'real', single: kind === 'sentence', stars: undefined, text, home: settled.home, general: settled.general };
  });
}

function readPlain(): Lesson[] {
  return readPacked('plain', plain).map(({ voice, ...item }) => ({ ...item, source: `plain:${voice}`, kind: 'plain', single: false }));
}

function readEarly(): Lesson[] {
  return readPacked('early', early).map(({ voice, ...item }) => {
    return { ...item, source: `early:${voice}`, kind: 'early', single: false, general: undefined };
  });
}

/**
 * Reads the practice texts of a file, which stores a list of values per key, because that compresses well. @throws Error with the file and
 * the number of the text
 */
function readPacked<T extends z.ZodType>(name: string, schema: T): z.output<T>[] {
  const file = `${PRACTICE}/${name}.json.br`;
  const columns = Object.entries(JSON.parse(readText(file)) as Readonly<Record<string, readonly unknown[]>>);
  const texts = columns[0]?.[1] ?? [];
  return texts.map((_, index) => {
    const parsed = schema.safeParse(Object.fromEntries(columns.map(([key, values]) => [key, values[index]])));
    if (!parsed.success) throw new Error(`${file}: text ${index + 1}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  });
}
