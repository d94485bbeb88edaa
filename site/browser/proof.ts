import { logPaths } from '../contract/log.ts';
import type { LogWitnesses } from '../contract/log-documents.ts';
import { reviewTlogProofPath } from '../contract/paths.ts';
import { audit, requirePublicLog } from '../log/audit.ts';
import { checkCosignatures, policyOf } from '../log/cosigned.ts';
import { decodeNote, LogError, nameAlgorithm, readVerifierKey } from '../log/note.ts';
import { type PublishedLog, required, siteReader } from '../log/published-log.ts';
import { verifyReviewProof } from '../log/review-proof.ts';
import type { ProofWords } from '../views/proof-words.ts';

// The checks on /proof/: all reviews when the button is pressed, and the one review in the URL.

const part = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const reader = () => siteReader(new URL('..', location.href).href.replace(/\/$/, ''), `run=${Date.now()}`);
const button = part<HTMLButtonElement>('check-all');
const result = part('check-result');
const findings = part('check-findings');
const witnessed = part('check-witnesses');
const words = JSON.parse(button.dataset['words'] ?? '{}') as ProofWords;

/** A message with its arguments filled in. */
const fill = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
const explain = (error: unknown) =>
  error instanceof LogError
    ? fill(words.wrong, { why: error.message })
    : fill(words.failed, { why: error instanceof Error ? error.message : String(error) });

button.addEventListener('click', async () => {
  button.disabled = true;
  findings.replaceChildren();
  witnessed.textContent = '';
  result.textContent = words.reading;
  try {
    const showProgress = (done: number, all: number) => result.replaceChildren(fill(words.progress, { done, all }));
    const { log, summary, reviews, findings: found } = await audit(reader(), showProgress);
    requirePublicLog(location.href, summary.origin);
    witnessed.textContent = await describeCosignatures(log);
    const extent = fill(words.checked, { reviews, entries: summary.size });
    result.textContent = `${extent} ${found.length === 0 ? words.right : fill(words.findings, { count: found.length })}`;
    for (const { review, entry, kind } of found) {
      const values = { review, found: words.found[kind] };
      const item = document.createElement('li');
      item.textContent = entry === undefined ? fill(words.noEntry, values) : fill(words.finding, { ...values, entry });
      findings.append(item);
    }
  } catch (error) {
    result.textContent = explain(error);
  }
  button.disabled = false;
});

/** Checks the cosignatures of the site's witnesses. Returns sentences, or nothing without witnesses. @throws LogError if one is invalid */
async function describeCosignatures({ checkpoint, key }: Pick<PublishedLog, 'checkpoint' | 'key'>): Promise<string> {
  const bytes = await reader()(logPaths.witnesses);
  if (!bytes) return '';
  const { witnesses } = JSON.parse(decodeNote(bytes)) as LogWitnesses;
  const keys = await Promise.all(witnesses.flatMap((witness) => witness.keys).map(readVerifierKey));
  const { cosigned, unchecked } = await checkCosignatures(checkpoint.note, policyOf(keys), [key]);
  const known = new Set([...cosigned, ...unchecked].map(({ name }) => name));
  const dated = cosigned.map(({ name, timestampSeconds }) =>
    timestampSeconds && timestampSeconds < MAX_SECONDS ? `${name} (${printTime(timestampSeconds)})` : name,
  );
  const sentences: readonly (readonly [text: string, names: readonly string[]])[] = [
    [words.cosigned, dated],
    [words.unchecked, unchecked.map((one) => `${one.name} (${nameAlgorithm(one)})`)],
    [words.uncosigned, witnesses.flatMap(({ name }) => (known.has(name) ? [] : [name]))],
  ];
  return sentences.flatMap(([text, names]) => (names.length > 0 ? [fill(text, { names: names.join(', ') })] : [])).join(' ');
}

/** The last second that dates can have (ECMA-262, Time Values and Time Range). */
const MAX_SECONDS = 8.64e12;
const printTime = (seconds: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000);

async function showOne(): Promise<void> {
  const id = location.hash.slice(1);
  const isReview = /^[0-9A-Z]{26}$/.test(id);
  const said = part('one-result');
  part('one').hidden = !isReview;
  said.textContent = '';
  if (!isReview) return;
  said.textContent = words.looking;
  try {
    const read = reader();
    const proof = await read(reviewTlogProofPath(id));
    if (!proof) {
      said.textContent = fill(words.unknown, { id });
      return;
    }
    const key = await readVerifierKey(decodeNote(await required(read, logPaths.key)).trimEnd());
    const { index, checkpoint, hashes, entry, record } = await verifyReviewProof(decodeNote(proof), [key]);
    if (record.id !== id || checkpoint.note !== decodeNote(await required(read, logPaths.checkpoint)))
      throw new LogError('log: the proof is of another review or checkpoint');
    const type = words.types[entry.type] ?? entry.type;
    const proved = fill(words.proved, { id, index, size: checkpoint.size, hashes, date: entry.date, type });
    said.textContent = `${proved} ${await describeCosignatures({ checkpoint, key })}`.trimEnd();
  } catch (error) {
    said.textContent = explain(error);
  }
}

addEventListener('hashchange', () => void showOne());
void showOne();
