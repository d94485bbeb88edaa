import { readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { learned } from '../../../site/analysis/model/model.ts';
import { packAspects, polarity } from '../../../site/contract/insights.ts';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { readLines } from '../train/gold.ts';
import { readWith } from '../train/held-out.ts';
import type { Label, Lesson } from '../train/lessons.ts';
import { printCritical } from './critical.ts';
import { printFigures, printReliability } from './print.ts';
import { readLabeled } from './score.ts';

const text = z.object({ id: z.string(), source: z.string(), stars: z.int().min(1).max(5).nullish(), text: z.string() });
const entryOf = <Aspects extends readonly string[]>(aspects: Aspects) =>
  z.strictObject({ aspect: z.enum(aspects), polarity, quote: z.string().min(1) });
const labels = z.strictObject({
  id: z.string(),
  home: z.array(entryOf(packAspects.home)).optional(),
  general: z.array(entryOf(packAspects.general)).optional(),
});

/** The maximum length of a short text, in words. */
const SHORT = 60;

/**
 * Prints the engine's accuracy on your own labeled texts, against each annotator. The folder has `texts.jsonl` (id, source, stars,
 * text) and for each annotator a `labels*.jsonl` (id, home and general, each a list of aspect, polarity and quote), as described in
 * test/gold/GUIDE.md; a text that was only labeled for one pack has only that list. Throws SetupError with what is absent or wrong.
 */
export function printOwnTexts(folder: string): void {
  const texts = readLines(path.join(folder, 'texts.jsonl'), text);
  if (!texts) throw new SetupError(`eval: ${path.join(folder, 'texts.jsonl')} is absent`);
  const files = readdirSync(folder).filter((file) => /^labels.*\.jsonl$/.test(file));
  if (files.length === 0) throw new SetupError(`eval: ${folder} has no labels.jsonl`);
  for (const file of files.sort()) printAgainst(texts, path.join(folder, file));
}

type Text = z.output<typeof text>;

function printAgainst(texts: readonly Text[], file: string) {
  const labeled = new Map((readLines(file, labels) ?? []).map((item) => [item.id, item]));
  const all = texts.flatMap((item): Lesson[] => {
    const own = labeled.get(item.id);
    if (!own) return [];
    const placed = (entries: readonly QuotedLabel[]) => entries.map((entry) => place(entry, item, file));
    const { id, source, stars } = item;
    return [
      {
        id,
        source,
        stars: stars ?? undefined,
        kind: 'real',
        single: false,
        text: item.text,
        home: placed(own.home ?? []),
        general: placed(own.general ?? []),
      },
    ];
  });
  for (const pack of ['home', 'general'] as const) {
    const lessons = all.filter(({ id }) => labeled.get(id)?.[pack] !== undefined);
    if (lessons.length === 0) continue;
    const print = (name: string, own: readonly Lesson[], withStars = false) => printFigures(name, readLabeled(own, pack, withStars));
    console.log(`\n# ${pack}: ${lessons.length} texts, labeled in ${path.basename(file)}`);
    print('  text alone', lessons);
    print(`  up to ${SHORT} words`, lessons.filter(isShort));
    print(
      '  longer ones',
      lessons.filter((lesson) => !isShort(lesson)),
    );
    print(
      '  one to three stars',
      lessons.filter(({ stars }) => stars !== undefined && stars <= 3),
    );
    print('  text and stars', lessons, true);
    printCritical(lessons, pack);
    printReliability(
      lessons.map((lesson) => readWith(lesson, learned())),
      pack,
    );
  }
}

const isShort = ({ text }: Lesson) => text.split(/\s+/).length <= SHORT;

type QuotedLabel = Pick<Label, 'aspect' | 'polarity'> & { readonly quote: string };

function place({ aspect, polarity: judged, quote }: QuotedLabel, { id, text: whole }: Text, file: string): Label {
  const from = whole.indexOf(quote);
  if (from === -1) throw new SetupError(`eval: ${file}, ${id}: the text doesn't have "${quote}"`);
  return { aspect, polarity: judged, from, to: from + quote.length };
}
