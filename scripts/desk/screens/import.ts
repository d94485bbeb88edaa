import path from 'node:path';
import { type Request, type Response, Router } from 'express';
import { readNamed } from '../../../site/content/read/content-files.ts';
import { languageOf } from '../../../site/messages/languages.ts';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { type ImportEntry, readImports } from '../../content/imports-log.ts';
import { dismissWaiting, readWatch, type Waiting } from '../../content/watch-state.ts';
import type { ImportOptions } from '../../import/plan.ts';
import type { DateOrder } from '../../import/values.ts';
import type { Desk } from '../desk.ts';
import { Html, html } from '../html.ts';
import { done, fieldsOf, form, sendPage, valuesOf, waiting } from '../page.ts';
import { receiveFiles, UploadError } from '../uploads.ts';
import { dayWords, speak } from '../words.ts';
import { Downloads } from './import-downloads.ts';
import { type Confirmation, countsText, planBody } from './import-plan.ts';
import { type GivenValues, questionFields, questionTitle, readAnswer } from './import-questions.ts';
import { type ImportSay, kinds, plainly, Reading, Unreadable } from './import-reading.ts';

/** The Import screen: drop files, look at what they would change, and import them or not. */
export function importScreen(desk: Desk): Router {
  const router = Router({ strict: true });
  /** The import that a person is looking at; a newer one replaces it. */
  let current: Reading | undefined;
  const end = async () => {
    const ended = current;
    current = undefined;
    await ended?.close();
  };

  const downloads = new Downloads(desk);
  const start = (response: Response, mistake?: Mistaken) => sendStart(response, desk, current, downloads, mistake);

  router.get('/', async (_request, response) => {
    // Files that can't be read don't need a decision.
    if (current?.job.state === 'failed') await end();
    await start(response);
  });
  router.use(
    '/downloads',
    downloads.routes((response, folder) => start(response, { folder })),
  );

  router.post('/waiting', async (request, response) => {
    const { sha256, ignore } = fieldsOf(request);
    const { DATA_DIR } = desk.settings;
    const say = await sayOf(desk);
    const found = (await readWatch(DATA_DIR))?.waiting.find((one) => one.sha256 === sha256);
    if (found === undefined) return done(response, desk, '/import', say('settled'));
    if (ignore !== undefined) {
      await dismissWaiting(DATA_DIR, found.sha256, desk.now());
      return done(response, desk, '/import', say('ignored'));
    }
    await end();
    // These files belong to the owner, so they aren't deleted.
    current = new Reading(desk, { folder: path.dirname(found.files[0] ?? ''), files: found.files, remove: async () => {} }, say);
    response.redirect(303, `/import/${current.id}`);
  });

  router.post('/', async (request, response) => {
    try {
      const { DATA_DIR: dataDir } = desk.settings;
      const upload = await receiveFiles(request, {
        dataDir,
        largest: desk.largestUpload,
        isOwnForm: (token) => desk.guard.isOwnForm(token),
      });
      await end();
      current = new Reading(desk, upload, await sayOf(desk));
      response.redirect(303, `/import/${current.id}`);
    } catch (error) {
      if (!(error instanceof UploadError)) throw error;
      await start(response, { upload: error });
    }
  });

  /** Calls `answer` with the import in the address, or shows that it has ended. */
  const withReading = (answer: (request: Request, response: Response, reading: Reading) => Promise<void>) => {
    return async (request: Request, response: Response) => {
      const reading = current;
      if (reading !== undefined && reading.id === request.params['id']) return answer(request, response, reading);
      const say = await sayOf(desk);
      const body = html`<p>${say('ended_help')}</p><p><a class="button" href="/import">${say('another')}</a></p>`;
      await sendPage(response, desk, { title: say('ended'), screen: 'import', status: 404, body });
    };
  };

  router.get(
    '/:id',
    withReading((request, response, reading) => sendReading(request, response, desk, reading)),
  );

  router.post(
    '/:id',
    withReading(async (request, response, reading) => {
      const found = reading.job.result;
      if (found?.plan === undefined) return response.redirect(303, `/import/${reading.id}`);
      const { plan, counts } = found;
      const fields = fieldsOf(request);
      const unconfirmed = new Set<Confirmation>([
        ...plan.doubts.flatMap(({ kind }) => (fields[kind] === 'yes' ? [] : [kind])),
        ...(plan.massRemoval !== undefined && fields['removals'] !== 'yes' ? (['removals'] as const) : []),
      ]);
      if (unconfirmed.size > 0) return sendReading(request, response, desk, reading, { unconfirmed });
      const say = await sayOf(desk);
      const text = countsText(counts, say);
      const removedAtSource = (['leave_out', 'publish'] as const).find((choice) => choice === fields['gone']);
      const filledIn = valuesOf(request, 'fill');
      const isWritten = await reading.write(
        plan,
        { business: true, dates: true, removals: true, removedAtSource, filledIn },
        say('did', { counts: text }),
      );
      if (!isWritten) return response.redirect(303, `/import/${reading.id}`);
      if (current === reading) await end();
      done(
        response,
        desk,
        '/import',
        text === '' ? say('finished') : html`${say('imported', { counts: text })} <a href="/publish">${say('imported_next')}</a>`,
      );
    }),
  );

  router.post(
    '/:id/cancel',
    withReading(async (_request, response, reading) => {
      if (current === reading) await end();
      done(response, desk, '/import', (await sayOf(desk))('cancelled'));
    }),
  );

  router.post(
    '/:id/answer',
    withReading(async (request, response, reading) => {
      const found = reading.job.result;
      if (found?.question === undefined) return response.redirect(303, `/import/${reading.id}`);
      const given: GivenValues = (name) => valuesOf(request, name);
      const answer = readAnswer(found, reading, await sayOf(desk), given);
      if ('problems' in answer) return sendReading(request, response, desk, reading, { given, problems: answer.problems });
      reading.again(answer.options);
      response.redirect(303, `/import/${reading.id}`);
    }),
  );

  router.post(
    '/:id/options',
    withReading(async (request, response, reading) => {
      if (reading.job.result?.plan !== undefined) reading.again(readOptions(fieldsOf(request)));
      response.redirect(303, `/import/${reading.id}`);
    }),
  );
  return router;
}

const sayOf = async (desk: Desk): Promise<ImportSay> => speak('import', (await desk.business()).language);

function readOptions(fields: Readonly<Record<string, string>>): ImportOptions {
  const dateOrder = (['ymd', 'dmy', 'mdy'] as const satisfies readonly DateOrder[]).find((one) => one === fields['dates']) ?? 'ymd';
  if (fields['all'] === undefined) return { dateOrder };
  return {
    dateOrder,
    source: fields['source']?.trim().toLowerCase() || 'direct',
    verified: fields['vouch'] === 'yes',
    isComplete: fields['partial'] === 'yes' ? false : undefined,
  };
}

const ACCEPTED = '.zip,.tgz,.gz,.csv,.tsv,.xlsx,.json,.ndjson,.jsonl';

/** The problem with a form on the page for dropping files. */
interface Mistaken {
  readonly upload?: UploadError;
  readonly folder?: { readonly entered: string; readonly problem: string };
}

/** The page for dropping files. */
async function sendStart(
  response: Response,
  desk: Desk,
  current: Reading | undefined,
  downloads: Downloads,
  { upload: error, folder }: Mistaken = {},
): Promise<void> {
  const { language } = await desk.business();
  const say = speak('import', language);
  const earlier = await readImports(desk.settings.CONTENT_DIR).catch(() => []);
  const fields = html`<div class="drop" data-drop><label for="files">${say('files')}</label>
<p class="help" id="files-help">${say('files_help')}</p>
${error && html`<p class="error" id="files-error">${speak('uploads', language)(error.problem)}</p>`}
<input type="file" id="files" name="files" multiple accept="${ACCEPTED}" aria-describedby="files-help${error && ' files-error'}"${error && html` aria-invalid="true"`}></div>
<p><button>${say('read_files')}</button></p><p class="progress" role="status" data-sending hidden><span class="spinner" aria-hidden="true"></span>${say('sending')}</p>`;
  const waits = await readWatch(desk.settings.DATA_DIR).then((state) => state?.waiting ?? [], toWarning);
  const body = html`${waits instanceof Html ? waits : waits.length > 0 && waitingFiles(waits, desk, say, language)}${current && html`<p class="warn">${say('open', { names: current.names.join(', ') })} <a href="/import/${current.id}">${say('continue')}</a></p>`}
<p>${say('intro')}</p>
${form(desk, '/import', fields, { isUpload: true })}
${googleSteps(say)}
${await downloads.part(say, folder)}${earlier.length > 0 && earlierImports(earlier, say, language)}`;
  const status = error?.status ?? (folder === undefined ? 200 : 422);
  await sendPage(response, desk, { title: say('title'), screen: 'import', status, body });
}

/** Lists the files in the watched folder that need attention. */
const waitingFiles = (waits: readonly Waiting[], desk: Desk, say: ImportSay, language: string) =>
  html`<section class="warn"><h2>${say('waits')}</h2><ul class="plain">${waits.map(
    ({
      files,
      sha256,
      since,
      reason,
    }) => html`<li><b>${files.map((file) => path.basename(file)).join(', ')}</b> <span class="quiet">${dayWords(since, language)}</span>
<p>${say(`waits_${reason}`)}</p>${form(desk, '/import/waiting', html`<input type="hidden" name="sha256" value="${sha256}"><p class="buttons"><button>${say('look')}</button><button class="plain" name="ignore" value="yes">${say('ignore')}</button></p>`)}</li>`,
  )}</ul></section>`;

/** Shows why the record of the watched folder can't be read; other imports must work anyway. */
function toWarning(error: unknown): Html {
  if (!(error instanceof SetupError)) throw error;
  return html`<p class="warn" lang="en">${error.message}</p>`;
}

const googleSteps = (say: ImportSay) =>
  html`<details><summary>${say('google')}</summary><ol class="steps">${(['google_1', 'google_2', 'google_3'] as const).map((step) => html`<li>${say(step)}</li>`)}</ol></details>`;

/** How many earlier imports are listed. */
const EARLIER = 5;

const earlierImports = (imports: readonly ImportEntry[], say: ImportSay, language: string) =>
  html`<section><h2>${say('earlier')}</h2><ul class="plain">${imports
    .slice(-EARLIER)
    .reverse()
    .map(
      ({ at, files, added, changed, removed, undone }) =>
        html`<li><b>${dayWords(at, language)}</b>: ${files.join(', ')} <span class="quiet">${say(undone === undefined ? 'earlier_counts' : 'undone', { added, changed, removed })}</span></li>`,
    )}</ul></section>`;

interface Mistake {
  readonly unconfirmed?: ReadonlySet<Confirmation>;
  readonly given?: GivenValues;
  readonly problems?: ReadonlyMap<string, string>;
}

/** The page of an import: its progress, its failure, a question, or what it would change. */
async function sendReading(request: Request, response: Response, desk: Desk, reading: Reading, mistake?: Mistake): Promise<void> {
  const { language, name } = await desk.business();
  const say = speak('import', language);
  const { job, upload } = reading;
  const status = mistake === undefined ? 200 : 422;
  if (job.state === 'running') return sendPage(response, desk, waiting(say('reading'), 'import', job, say('opening')));
  const cancel = html`<button class="plain" formaction="/import/${reading.id}/cancel">${say('cancel')}</button>`;
  const found = job.result;
  if (found === undefined) {
    if (!(job.error instanceof SetupError)) throw job.error;
    const body = html`<pre class="problem"${!(job.error instanceof Unreadable) && html` lang="en"`}>${plainly(job.error.message, upload)}</pre><p>${say('untouched')}</p>
<p><a class="button" href="/import">${say('another')}</a></p>${googleSteps(say)}`;
    return sendPage(response, desk, { title: say('unreadable'), screen: 'import', status: 422, body });
  }
  if (found.question !== undefined) {
    const fields = questionFields(found, reading, { say, language, business: name }, mistake?.given, mistake?.problems);
    const body = form(
      desk,
      `/import/${reading.id}/answer`,
      html`${fields}<p class="buttons"><button>${say('go_on')}</button>${cancel}</p>`,
    );
    return sendPage(response, desk, { title: questionTitle(found, say), screen: 'import', status, body });
  }
  const policy = await readNamed(desk.settings.CONTENT_DIR, 'policy');
  const kind = kinds.find((one) => one === request.query['kind']);
  const page = Number(request.query['page']) || 1;
  const unconfirmed = mistake?.unconfirmed ?? new Set<Confirmation>();
  // The first import shows dates as the owner writes them, although business.yaml doesn't say yet how.
  const proposed = found.plan.proposals.find(({ key }) => key === 'language')?.value;
  const dateLanguage =
    typeof proposed === 'string' && languageOf(proposed).startsWith(language.slice(0, 2)) ? languageOf(proposed) : language;
  const body = planBody({ desk, reading, planned: found, say, language: dateLanguage, policy, name, kind, page, unconfirmed });
  await sendPage(response, desk, { title: say('plan'), screen: 'import', status, body });
}
