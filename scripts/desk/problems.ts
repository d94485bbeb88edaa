import path from 'node:path';
import type { ContentProblem } from '../../site/content/problems.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import type { Desk } from './desk.ts';
import { type Html, html } from './html.ts';
import { type Part, parts } from './screens/business/content.ts';
import { speak } from './words.ts';

/** How many problems are shown. */
const SHOWN = 20;

/** The problems that prevent publishing. */
export async function problemsSection(desk: Desk, problems: readonly ContentProblem[]): Promise<Html> {
  const say = speak('problems', (await desk.business()).language);
  return html`<section class="warn"><h2>${say('problems', { count: problems.length })}</h2><p>${say('lead')}</p>
${await listProblems(desk, problems)}</section>`;
}

/** Lists problems with their files, because these were written elsewhere, and with the screen where you can fix most of them. */
export async function listProblems(desk: Desk, problems: readonly ContentProblem[]): Promise<Html> {
  return list(
    desk,
    problems,
    (text) => text,
    (file, { line, place }) => [placeOf({ file, line }), place].filter(Boolean).join(' '),
  );
}

/** Lists warnings with the screens of the desk instead of files. */
export async function listHints(desk: Desk, warnings: readonly ContentProblem[]): Promise<Html> {
  const { language } = await desk.business();
  const say = speak('business', language);
  const name = (file: string) => {
    const part = partOf(file);
    return part && say(part.name);
  };
  const plain = (text: string) => text.replace(/\b[a-z-]+\.(?:ya?ml|json)\b/g, (file) => name(file) ?? file);
  return list(desk, warnings, plain, (file, { line }) => name(file) ?? placeOf({ file, line }));
}

/** The part of Business that edits a file of the content. */
const partOf = (file: string): Part | undefined => Object.values(parts).find((part) => part.file === path.parse(file).name);

async function list(
  desk: Desk,
  problems: readonly ContentProblem[],
  plain: (text: string) => string,
  whereOf: (file: string, problem: ContentProblem) => string,
): Promise<Html> {
  const { language } = await desk.business();
  const say = speak('problems', language);
  const sayPart = speak('business', language);
  const lines = problems.slice(0, SHOWN).map((problem) => {
    const { file, place, found, write } = problem;
    if (place === 'address.country')
      return html`<li><p>${say('country')} <a href="/business#address.country">${say('fix_business')}</a></p></li>`;
    const name = path.relative(path.resolve(desk.settings.CONTENT_DIR), path.resolve(file));
    const part = partOf(name);
    const link = /^(?:reviews|corrections)\b/.test(name)
      ? html`<a href="/reviews">${say('fix_reviews')}</a>`
      : part === undefined || part.name === 'business'
        ? html`<a href="/business">${say('fix_business')}</a>`
        : html`<a href="/business${part.path}">${say('fix_part', { part: sayPart(part.name) })}</a>`;
    // Messages of the checks are in English.
    const english = !language.startsWith('en') && html` lang="en"`;
    return html`<li><p>${whereOf(name, problem)}: ${say('found')} <span${english}>${plain(found)}</span></p>
<p class="help">${say('instead')} <span${english}>${plain(write)}</span> ${link}</p></li>`;
  });
  const rest = problems.length - SHOWN;
  return html`<ul class="plain">${lines}${rest > 0 && html`<li>${say('more', { count: rest })}</li>`}</ul>`;
}
