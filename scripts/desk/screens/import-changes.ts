import type { Policy, ReviewEntry } from '../../../site/content/schemas.ts';
import { isPlainField, plainFieldNames } from '../../../site/contract/review-fields.ts';
import { plainFieldFact, plainFieldLabel } from '../../../site/messages/messages.ts';
import { capitalize } from '../../../site/messages/spelling.ts';
import { sourceName } from '../../../site/views/review-platforms.ts';
import type { PlannedChange } from '../changes.ts';
import { type Html, html, stars } from '../html.ts';
import { dayWords } from '../words.ts';
import type { ImportSay } from './import-reading.ts';

export interface Words {
  readonly say: ImportSay;
  readonly language: string;
  readonly policy: Policy;
  /** Whether policy.yaml doesn't say yet what to do with reviews that their source has removed. */
  readonly isUndecided: boolean;
}

/** One change of a review, with both versions of the parts that differ. */
export function changeItem({ kind, before, after, fields }: PlannedChange, words: Words): Html {
  const { say, policy } = words;
  const source = after.source === 'direct' ? say('direct') : sourceName(after.source, { policy });
  const differing = before === undefined ? [] : fields.filter((field) => field !== 'removed_at_source' && !RECORDS.has(field));
  return html`<li class="change">
<h3><span class="kind">${say(`kind_${kind as Exclude<typeof kind, 'marked'>}`)}</span> <bdi>${after.author}</bdi></h3>
<p class="quiet">${stars(after.rating, say('stars', { count: after.rating }))} · ${dayWords(after.date, words.language)} · ${source}</p>
${!differing.includes('text') && (after.text === null ? html`<p class="quiet">${say('no_text')}</p>` : html`<blockquote class="words">${after.text}</blockquote>`)}
${kind === 'new' && after.owner_reply && html`<p><b>${say('field_owner_reply')}:</b> ${after.owner_reply.text}</p>`}
${kind === 'new' && !after.verified && html`<p class="quiet">${say('unverified')}</p>`}
${kind === 'gone' && html`<p class="quiet">${say(words.isUndecided ? 'gone' : policy.removed_at_source === 'publish' ? 'gone_stays' : 'gone_leaves')}</p>`}
${before !== undefined && differing.length > 0 && versions(before, after, differing, words)}
</li>`;
}

/** Fields in which an import keeps its own records; their changes aren't shown. */
const RECORDS: ReadonlySet<keyof ReviewEntry> = new Set(['id', 'edited', 'source_updated_at']);

/** The fields that are shown with their values, in this order. For others, the page only shows that they differ. */
const SHOWN = ['rating', 'author', 'date', 'text', 'owner_reply', 'verified', ...plainFieldNames] as const;

function versions(before: ReviewEntry, after: ReviewEntry, fields: readonly (keyof ReviewEntry)[], words: Words): Html {
  const { say } = words;
  const shown = SHOWN.filter((field) => fields.includes(field));
  const others = fields.filter((field) => !(SHOWN as readonly string[]).includes(field));
  const both = shown.map((field) => {
    const [was, is] = [printField(before, field, words), printField(after, field, words)];
    const none = html`<span class="quiet">${say('nothing')}</span>`;
    const [wasMarked, isMarked] = markWords(was ?? '', is ?? '');
    return { field, marked: [was === undefined ? none : wasMarked, is === undefined ? none : isMarked] as const };
  });
  const list = (side: 0 | 1) =>
    html`<dl>${both.map(({ field, marked }) => html`<div><dt class="small quiet">${isPlainField(field) ? capitalize(plainFieldLabel(field, words.language)) : say(`field_${field}`)}</dt><dd class="lines">${marked[side]}</dd></div>`)}</dl>`;
  return html`${
    shown.length > 0 &&
    html`<div class="versions"><div><h4>${say('until_now')}</h4>${list(0)}</div><div><h4>${say('afterwards')}</h4>${list(1)}</div></div>`
  }${others.length > 0 && html`<p class="quiet">${say('field_others')}</p>`}`;
}

/** The value of a field as text; undefined if there is none. */
function printField(entry: ReviewEntry, field: (typeof SHOWN)[number], { say, language }: Words): string | undefined {
  if (field === 'rating') return '★'.repeat(entry.rating) + '☆'.repeat(5 - entry.rating);
  if (field === 'date') return dayWords(entry.date, language);
  if (field === 'verified') return say(entry.verified ? 'yes' : 'no');
  if (isPlainField(field)) return plainFieldFact(field, entry[field], language, (day) => dayWords(day, language)) || undefined;
  return (field === 'owner_reply' ? entry.owner_reply?.text : entry[field]) ?? undefined;
}

const WORDS = /\s+|\S+/g;

/** Marks the words that only one of two texts has. */
export function markWords(before: string, after: string): readonly [Html, Html] {
  const [a, b]: [string[], string[]] = [before.match(WORDS) ?? [], after.match(WORDS) ?? []];
  const [inA, inB] = commonWords(a, b);
  return [mark(a, inA, (text) => html`<del>${text}</del>`), mark(b, inB, (text) => html`<ins>${text}</ins>`)];
}

/** How many pairs of words are compared; longer parts are marked as a whole. */
const MOST_COMPARED = 1_000_000;

/** Which words of each list are in their longest common subsequence. */
function commonWords(a: readonly string[], b: readonly string[]): readonly [Set<number>, Set<number>] {
  const [inA, inB] = [new Set<number>(), new Set<number>()];
  let start = 0;
  let [endA, endB] = [a.length, b.length];
  const keep = (i: number, j: number) => {
    inA.add(i);
    inB.add(j);
  };
  for (; start < endA && start < endB && a[start] === b[start]; start++) keep(start, start);
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) keep(--endA, --endB);
  const [rows, columns] = [endA - start, endB - start];
  if (rows * columns > MOST_COMPARED) return [inA, inB];
  // The length of the longest common subsequence from each pair of positions to the end.
  const lengths = new Uint16Array((rows + 1) * (columns + 1));
  const at = (i: number, j: number) => lengths[i * (columns + 1) + j] ?? 0;
  const same = (i: number, j: number) => a[start + i] === b[start + j];
  for (let i = rows - 1; i >= 0; i--)
    for (let j = columns - 1; j >= 0; j--)
      lengths[i * (columns + 1) + j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  for (let [i, j] = [0, 0]; i < rows && j < columns; ) {
    if (same(i, j)) keep(start + i++, start + j++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return [inA, inB];
}

function mark(words: readonly string[], common: ReadonlySet<number>, marked: (text: string) => Html): Html {
  // A space between two marked words is marked with them.
  const isBetween = (at: number) => at > 0 && at < words.length - 1 && !common.has(at - 1) && !common.has(at + 1);
  const isPlain = (at: number) => common.has(at) && !(words[at]?.trim() === '' && isBetween(at));
  const parts: Html[] = [];
  for (let from = 0, to = 0; from < words.length; from = to) {
    while (to < words.length && isPlain(to) === isPlain(from)) to++;
    const text = words.slice(from, to).join('');
    parts.push(isPlain(from) || text.trim() === '' ? html`${text}` : marked(text));
  }
  return html`${parts}`;
}
