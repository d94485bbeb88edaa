import { audit } from '../log/audit.ts';
import { LogError } from '../log/note.ts';
import { proveReview } from '../log/proof.ts';
import { siteReader } from '../log/site-reader.ts';

/** The checks on /proof/: everything at the press of a button, and the one review that the address names. */
const part = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const reader = () => siteReader(new URL('..', location.href).href.replace(/\/$/, ''), `run=${Date.now()}`);
const button = part<HTMLButtonElement>('check-all');
const result = part('check-result');
const findings = part('check-findings');

const withNoun = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const explain = (error: unknown) =>
  error instanceof LogError
    ? `Wrong: ${error.message}.`
    : `It could not be checked: ${error instanceof Error ? error.message : error}. Browsers from 2025 on can; the program below can, too.`;

button.addEventListener('click', async () => {
  button.disabled = true;
  findings.replaceChildren();
  result.textContent = 'Reading the log…';
  try {
    const {
      summary,
      reviews,
      findings: found,
    } = await audit(reader(), (done, all) => {
      result.textContent = `Reading the log: ${done} of ${all}…`;
    });
    const extent = `${withNoun(reviews, 'review')} and ${withNoun(summary.size, 'entry', 'entries')} checked.`;
    result.textContent =
      found.length === 0
        ? `${extent} Every review is in the log, every entry without a review is explained, and the signature is right.`
        : `${extent} ${withNoun(found.length, 'thing')} that nothing explains:`;
    for (const { review, entry, found: what } of found) {
      const item = document.createElement('li');
      item.textContent = `${entry === undefined ? 'No entry' : `Entry ${entry}`}, review ${review}: ${what}`;
      findings.append(item);
    }
  } catch (error) {
    result.textContent = explain(error);
  }
  button.disabled = false;
});

async function showOne(): Promise<void> {
  const id = location.hash.slice(1);
  const isReview = /^[0-9A-Z]{26}$/.test(id);
  const said = part('one-result');
  part('one').hidden = !isReview;
  said.textContent = '';
  if (!isReview) return;
  said.textContent = 'Looking for its entry…';
  try {
    const proof = await proveReview(reader(), id);
    said.textContent = proof
      ? `Review ${id} is entry ${proof.index} of ${proof.size}: ${proof.entry.type} on ${proof.entry.date}. The entry commits to the very words that are published, and ${withNoun(proof.hashes, 'hash', 'hashes')} tie it to the signed root of the log.`
      : `No review with the id ${id} is published. Check every review below: if one was, the log says what became of it.`;
  } catch (error) {
    said.textContent = explain(error);
  }
}

addEventListener('hashchange', () => void showOne());
void showOne();

const age = document.getElementById('age');
const days = Math.floor((Date.now() - Date.parse(`${age?.dataset['since']}T00:00:00Z`)) / 86_400_000);
if (age && days > 0) age.textContent = `, ${withNoun(days, 'day')} ago`;
