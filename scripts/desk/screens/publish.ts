import { lstat } from 'node:fs/promises';
import { type Response, Router } from 'express';
import { ContentError } from '../../../site/content/problems.ts';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { OtherBusiness, StoppedError } from '../../log/previous-log.ts';
import { keyFile } from '../../log/state.ts';
import { type ForeignContent, ForeignFolder } from '../../publish/foreign-folder.ts';
import { isUnfinished } from '../../publish/journal.ts';
import { publishesTakenDown, readPublished } from '../build/older-versions.ts';
import type { BuildReport } from '../build/run-build.ts';
import { compareReviews } from '../changes.ts';
import { type Desk, outsideWords } from '../desk.ts';
import { type Html, html } from '../html.ts';
import type { Job } from '../jobs.ts';
import { done, fieldsOf, form, sendPage, waiting } from '../page.ts';
import { listProblems, problemsSection } from '../problems.ts';
import { dateWords, type Say, speak } from '../words.ts';
import { goBackRoutes, historyPart } from './publish/go-back.ts';
import { hasPlace, hostRoutes, placePart } from './publish/host.ts';
import { listReviews, publishForm, reportPart, stepWords } from './publish/report.ts';

/** A build that this screen started. */
interface Build {
  readonly isPreview: boolean;
  readonly job: Job<BuildReport>;
  /** The state of the content that it reads. */
  readonly state: number;
}

/** The Publish screen: what would change, publishing it, and undo. */
export function publish(desk: Desk): Router {
  const router = Router({ strict: true });
  /** The latest build; only one runs at a time. */
  let last: Build | undefined;

  const words = async () => {
    const { language } = await desk.business();
    return { language, say: speak('publish', language) };
  };

  router.get('/', async (_request, response) => {
    const { say, language } = await words();
    const state = await desk.history.current(await outsideWords(desk));
    const body = html`${await statusPart(desk, say, language, state)}${await historyPart(desk, say, language, state)}`;
    await sendPage(response, desk, { title: say('title'), screen: 'publish', body });
  });

  router.post('/', (request, response) => start(false, fieldsOf(request), response));
  router.post('/preview', (_request, response) => start(true, {}, response));

  async function start(isPreview: boolean, { state: seen, replace }: Readonly<Record<string, string>>, response: Response): Promise<void> {
    const { say } = await words();
    const outside = await outsideWords(desk);
    if (last?.job.state === 'running') return response.redirect(303, `/publish/builds/${last.job.id}`);
    const state = await desk.history.current(outside);
    if (seen !== undefined && seen !== String(state)) return done(response, desk, '/publish', say('outdated'));
    if (last !== undefined) desk.jobs.drop(last.job.id);
    const purge = !isPreview && (await publishesTakenDown(desk.settings));
    const job = desk.jobs.start((step) => {
      const work = () =>
        desk.build(
          desk.settings,
          { isPreview, purge, ...(replace === 'yes' && { replace: true }) },
          (text) => step(stepWords(text, say)),
          desk.closing,
        );
      if (isPreview) return desk.preview.make(work, say('preview_ended'));
      return desk.preview.clear().then(() => desk.history.publish(outside, say('did'), work));
    });
    last = { isPreview, job, state };
    response.redirect(303, `/publish/builds/${job.id}`);
  }

  router.get('/builds/:id', async (request, response) => {
    const { say, language } = await words();
    if (last?.job.id !== request.params.id) return done(response, desk, '/publish', say('gone'));
    const { isPreview, job, state } = last;
    if (job.state === 'running')
      return sendPage(response, desk, waiting(say(isPreview ? 'previewing' : 'publishing'), 'publish', job, say('step_start')));
    if (job.state === 'failed') return sendFailure(job.error, isPreview, response, say);
    const body = await reportPart(desk, job.result as BuildReport, isPreview ? state : undefined, say, language);
    await sendPage(response, desk, { title: say(isPreview ? 'previewed' : 'published'), screen: 'publish', body });
  });

  async function sendFailure(error: unknown, isPreview: boolean, response: Response, say: Say<'publish'>): Promise<void> {
    const isExpected = error instanceof ContentError || error instanceof SetupError;
    if (!isExpected) console.error(error);
    const sayHost = speak('host', (await words()).language);
    const found =
      error instanceof ContentError
        ? await listProblems(desk, error.problems)
        : error instanceof ForeignFolder
          ? html`<p class="problem">${foreignWords(error.found, sayHost)}</p>`
          : error instanceof OtherBusiness
            ? html`<p class="problem">${say('other_business', { ...error.found })}</p><p class="help">${say('other_business_help')}</p>${command(desk, 'npm run build -- --replace')}`
            : error instanceof StoppedError
              ? html`<p class="problem">${stoppedWords(desk, error, say)}</p><p class="help">${say('new_log')}</p>${command(desk, 'npm run build -- --new-log')}`
              : html`<pre class="problem">${(error as Error).message}</pre>`;
    // Trying again would be refused again.
    const again =
      error instanceof ForeignFolder
        ? html`<p><a class="button" href="/publish/host">${sayHost('other_folder')}</a></p>`
        : form(desk, isPreview ? '/publish/preview' : '/publish', html`<button>${say('again')}</button>`);
    const anyway =
      error instanceof ForeignFolder &&
      html`<p class="help">${sayHost('replace_help')}</p>${form(desk, '/publish', html`<input type="hidden" name="replace" value="yes"><button class="plain">${sayHost('replace')}</button>`)}`;
    const body = html`<p>${say(isExpected ? 'failed_lead' : 'crashed')}</p>${found}${again}${anyway}`;
    await sendPage(response, desk, { title: say('failed'), screen: 'publish', body });
  }

  router.post('/site', async (_request, response) => {
    const { say } = await words();
    await desk.site.serve();
    done(
      response,
      desk,
      last === undefined ? '/publish' : `/publish/builds/${last.job.id}`,
      say('served', { address: desk.settings.BASE_URL }),
    );
  });

  hostRoutes(router, desk, async () => {
    const { language } = await desk.business();
    return { language, say: speak('host', language) };
  });
  goBackRoutes(router, desk, words);
  return router;
}

const command = ({ settings }: Desk, line: string) => html`<p><code>${settings.commandLine(line)}</code></p>`;

const stoppedWords = ({ settings }: Desk, { reason }: StoppedError, say: Say<'publish'>) =>
  say(`stopped_${reason}`, {
    address: settings.BASE_URL,
    place: settings.LOG_KEY === undefined ? 'file' : 'settings',
    file: keyFile(settings),
  });

function foreignWords(found: ForeignContent, say: Say<'host'>): string {
  if ('site' in found) return say('foreign_site', { address: found.site });
  return say(found.isMore ? 'foreign_more' : 'foreign_files', { files: found.files.join(', ') });
}

/** The time of the last publication, the changes since then, and the buttons. */
async function statusPart(desk: Desk, say: Say<'publish'>, language: string, state: number): Promise<Html> {
  const [published, checked] = [await readPublished(desk.settings), await desk.content()];
  // Each publication creates a new link to the published files.
  const time = (await lstat(desk.settings.DIST_DIR).catch(() => undefined))?.mtime;
  const last = html`<p>${published && time ? say('last', { date: dateWords(time, language) }) : say('never')}</p>`;
  if (checked.problems) return html`${last}${await problemsSection(desk, checked.problems)}`;
  const { reviews, business } = checked.view.dataset;
  const { added, changed, removed } = compareReviews(published?.reviews ?? [], reviews);
  const isOther = published !== undefined && JSON.stringify(published.business) !== JSON.stringify(business);
  const count = added.length + changed.length + removed.length;
  const lists = [
    listReviews(say('added', { count: added.length }), added, say, language),
    listReviews(say('changed', { count: changed.length }), changed, say, language),
    listReviews(say('removed', { count: removed.length }), removed, say, language),
    isOther && html`<p>${say('business')}</p>`,
    count === 0 && published !== undefined && html`<p>${say(isOther ? 'same_reviews' : 'same')}</p>`,
  ];
  const place = placePart(desk, speak('host', language));
  return html`${last}${!hasPlace(desk) && place}${isUnfinished(desk.settings.DATA_DIR) && html`<p class="warn">${speak('host', language)('unfinished')}</p>`}<section><h2>${say(published === undefined ? 'previewed' : 'changes')}</h2>${lists}
${published !== undefined && html`<p class="help">${say('other_pages')}</p>`}
${(await publishesTakenDown(desk.settings)) && html`<p class="warn">${say('taken_down')}</p>`}
<div class="buttons">${publishForm(desk, state, say)}
${form(desk, '/publish/preview', html`<button class="plain" aria-describedby="preview-help">${say('preview')}</button>`)}</div>
<p class="help" id="preview-help">${say('preview_help')}</p></section>${hasPlace(desk) && place}
<p><a href="/website">${speak('website', language)('title')}</a></p>`;
}
