import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Response, Router } from 'express';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { BACKUP_NAME } from '../../content/own-folders.ts';
import { makeBackup, readBackup } from '../../deploy/backup.ts';
import { type BackupRefusal, refuseBackupFolder } from '../../deploy/backup-folder.ts';
import { isTrial, keyFile } from '../../log/state.ts';
import { type Desk, outsideWords } from '../desk.ts';
import { field } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { done, fieldsOf, form, sendPage } from '../page.ts';
import { recover } from '../recover.ts';
import { readDeskSettings, rememberSettings } from '../settings.ts';
import { ageOf, dateWords, type Say, speak } from '../words.ts';
import { describeChanges, goBackForm } from './publish/go-back.ts';

/** How many backups are kept. */
const KEPT = 14;

/** The Backup screen: creates backups, restores the content of one, and shows where the log's key is. */
export function backup(desk: Desk): Router {
  const router = Router({ strict: true });
  const { settings } = desk;

  const words = async () => {
    const { name, language } = await desk.business();
    // Each business on a computer has its own folder, because old backups are removed.
    const slug = name.normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, '-');
    const usual = path.join(os.homedir(), 'open-reviews-backups', slug.replace(/^-|-$/g, '').toLowerCase());
    const folder = (await readDeskSettings(settings.DATA_DIR)).backups ?? usual;
    return { language, say: speak('backup', language), folder };
  };

  router.get('/', async (_request, response) => sendScreen(response));

  async function sendScreen(response: Response, entered?: string, problem?: string): Promise<void> {
    const { language, say, folder } = await words();
    const texts = { value: entered ?? folder, help: say('folder_help'), error: problem, isRequired: true };
    const fields = html`${field('folder', say('folder'), texts)}<p><button>${say('back_up')}</button></p>`;
    const backups = (await listBackups(folder)).map(({ name, made }) => {
      const date = say('one', { date: dateWords(made, language), age: ageOf(made, desk.now(), language) });
      return html`<li>${date}<br><a href="/backup/${name}" aria-label="${say('use')}: ${date}">${say('use')}</a></li>`;
    });
    const command = html`<code>npx open-reviews --root ${path.join(os.homedir(), 'reviews')} restore ${path.join(folder, backups.length > 0 ? ((await listBackups(folder))[0]?.name ?? '') : '…')}</code>`;
    const body = html`<p>${say('lead')}</p>${form(desk, '/backup', fields)}
<section><h2>${say('list')}</h2>${backups.length === 0 ? html`<p>${say('none', { folder })}</p>` : html`<ol class="plain">${backups}</ol>`}</section>
${keyPart(desk, say)}
<section><h2>${say('restore')}</h2><p>${say('restore_lead')}</p><ol><li>${say('restore_1')}</li><li>${say('restore_2', { command: '' })} ${command}</li><li>${say('restore_3')}</li></ol></section>`;
    await sendPage(response, desk, { title: say('title'), screen: 'backup', body, ...(problem === undefined ? {} : { status: 422 }) });
  }

  router.post('/', async (request, response) => {
    const { say } = await words();
    const entered = fieldsOf(request)['folder']?.trim() ?? '';
    const folder = entered.replace(/^~(?=$|[/\\])/, os.homedir());
    if (!path.isAbsolute(folder))
      return sendScreen(response, entered, say('folder_whole', { example: path.join(os.homedir(), 'backups') }));
    const refusal = await refuseBackupFolder(folder, settings);
    if (refusal !== undefined) return sendScreen(response, entered, explainRefusal(refusal, say));
    try {
      await recover(settings);
      const { place, missing } = await makeBackup(settings, folder, desk.now(), KEPT);
      await rememberSettings(settings.DATA_DIR, { backups: folder });
      if (missing.length > 0) desk.notify(say('missing', { names: missing.join(', ') }));
      if (settings.HUB_DATABASE_URL !== undefined) desk.notify(say('database'));
      done(response, desk, '/backup', say('made', { place }));
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      await sendScreen(response, entered, error.message);
    }
  });

  router.get('/:name', async (request, response) => {
    const { language, say, folder } = await words();
    const found = (await listBackups(folder)).find(({ name }) => name === request.params.name);
    if (found === undefined) return done(response, desk, '/backup', say('gone'));
    const seen = await desk.history.current(await outsideWords(desk));
    const place = path.join(folder, found.name);
    const { base_url } = await readBackup(place);
    const changes = await desk.history.changes({ folder: path.join(place, 'content') });
    const sayPublish = speak('publish', language);
    const described = await describeChanges(desk, changes, sayPublish, language);
    const button = goBackForm(desk, `/backup/${found.name}`, seen, described && say('use_button'), sayPublish('cancel'));
    const body = html`<p>${say('use_lead')}</p>${base_url !== settings.BASE_URL && html`<p class="warn">${say('other', { address: base_url })}</p>`}
<section><h2>${sayPublish('would')}</h2>${described ?? html`<p>${sayPublish('would_nothing')}</p>`}</section>
<p>${sayPublish('stays')}</p>${button}`;
    await sendPage(response, desk, { title: say('use_title', { date: dateWords(found.made, language) }), screen: 'backup', body });
  });

  router.post('/:name', async (request, response) => {
    const { language, say, folder } = await words();
    const found = (await listBackups(folder)).find(({ name }) => name === request.params.name);
    if (found === undefined) return done(response, desk, '/backup', say('gone'));
    const place = path.join(folder, found.name);
    await readBackup(place);
    const date = dateWords(found.made, language);
    const changed = speak('publish', language)('moved');
    const texts = { outside: await outsideWords(desk), did: say('use_did', { date }), changed };
    await desk.history.goBack({ folder: path.join(place, 'content') }, Number(fieldsOf(request)['seen']), texts);
    done(response, desk, '/publish', say('used', { date }));
  });

  return router;
}

/** The times and names of the backups in a folder, newest first. */
async function listBackups(folder: string): Promise<readonly { readonly name: string; readonly made: Date }[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => BACKUP_NAME.test(name)).toSorted();
  const toTime = (name: string) => name.replace(/^(.{4})(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  return names.map((name) => ({ name, made: new Date(toTime(name)) })).reverse();
}

/** Why a folder can't have backups, in the owner's words. */
function explainRefusal(refusal: BackupRefusal, say: Say<'backup'>): string {
  const { reason, place } = refusal;
  if (reason !== 'inside') return say(`folder_${reason}`, { place });
  if (refusal.setting === 'DIST_DIR') return say('folder_public', { place });
  return say(refusal.setting === 'CONTENT_DIR' ? 'folder_content' : 'folder_data', { place });
}

/** Where the log's key is, and why to keep it. */
function keyPart({ settings }: Desk, say: Say<'backup'>): Html {
  const file = keyFile(settings);
  const where = isTrial(settings)
    ? say('key_trial')
    : settings.LOG_KEY !== undefined
      ? say('key_settings')
      : existsSync(file)
        ? say('key_file', { file })
        : say('key_none');
  return html`<section><h2>${say('key')}</h2><p>${say('key_why')}</p><p>${where}</p></section>`;
}
