import path from 'node:path';
import type { ContentProblem } from '../../site/content/problems.ts';
import { placeOf } from '../../site/content/read/written-reviews.ts';
import type { Desk } from './desk.ts';
import { type Html, html } from './html.ts';
import { speak } from './words.ts';

/** How many problems are shown. */
const SHOWN = 20;

/** The problems that prevent publishing. */
export async function problemsSection(desk: Desk, problems: readonly ContentProblem[]): Promise<Html> {
  const say = speak('problems', (await desk.business()).language);
  return html`<section class="warn"><h2>${say('problems', { count: problems.length })}</h2><p>${say('lead')}</p>
${await listProblems(desk, problems)}</section>`;
}

/** Problems or warnings, with the screen where you can fix most of them. */
export async function listProblems(desk: Desk, problems: readonly ContentProblem[]): Promise<Html> {
  const { language } = await desk.business();
  const say = speak('problems', language);
  const lines = problems.slice(0, SHOWN).map(({ file, line, place, found, write }) => {
    if (place === 'address.country')
      return html`<li><p>${say('country')} <a href="/business#address.country">${say('fix_business')}</a></p></li>`;
    const name = path.relative(path.resolve(desk.settings.CONTENT_DIR), path.resolve(file));
    const where = [placeOf({ file: name, line }), place].filter(Boolean).join(' ');
    const screen = /^(?:reviews|corrections)\b/.test(name) ? 'reviews' : 'business';
    // Messages of the checks are in English.
    const english = !language.startsWith('en') && html` lang="en"`;
    return html`<li><p>${where}: ${say('found')} <span${english}>${found}</span></p>
<p class="help">${say('instead')} <span${english}>${write}</span> <a href="/${screen}">${say(`fix_${screen}`)}</a></p></li>`;
  });
  const rest = problems.length - SHOWN;
  return html`<ul class="plain">${lines}${rest > 0 && html`<li>${say('more', { count: rest })}</li>`}</ul>`;
}
