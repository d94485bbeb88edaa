import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Response, Router } from 'express';
import { ContentError } from '../../../../site/content/problems.ts';
import { SetupError } from '../../../../site/shared/setup-error.ts';
import { readPublishedTree } from '../../../build/last-publication.ts';
import {
  checkPublishSettings,
  checkWebSpace,
  isSameServer,
  type PublishSettings,
  readPublishFile,
  targets,
  type WebSpace,
} from '../../../cli/publish-file.ts';
import { isTrial, keyFile } from '../../../log/state.ts';
import { forgetPassword, readPassword, rememberPassword, writePublishFile } from '../../../publish/stored-settings.ts';
import type { Desk } from '../../desk.ts';
import { choice, field, fieldset, type Texts } from '../../fields.ts';
import { type Html, html } from '../../html.ts';
import { done, fieldsOf, form, sendPage } from '../../page.ts';
import type { Say } from '../../words.ts';
import { completeAddress } from '../business/notations.ts';

/** The fields of a web space, in the order in which hosts list them. */
const FIELDS = ['address', 'host', 'port', 'user', 'password', 'path'] as const;
type FieldName = (typeof FIELDS)[number];

/** "Where should it live?": the choice of a place, signing in to it, and the key of the log. */
export function hostRoutes(
  router: Router,
  desk: Desk,
  words: () => Promise<{ readonly language: string; readonly say: Say<'host'> }>,
): void {
  const { settings } = desk;

  router.get('/host', async (_request, response) => {
    const stored = readPublishFile(settings.CONTENT_DIR);
    const known = { target: 'sftp', ...(!isTrial(settings) && { address: settings.BASE_URL }) };
    await sendForm(response, { ...known, ...(stored && textsOf(stored)) }, {});
  });

  router.post('/host', async (request, response) => {
    const given = fieldsOf(request);
    const { say } = await words();
    const { where, problems } = read(desk, given, say);
    if (where === undefined) return sendForm(response, given, problems);
    await save(where, given['password'] ?? '');
    if (where.target !== 'sftp') return done(response, desk, '/publish', say(`saved_${where.target}`));
    await tryHost(where, response, say);
  });

  router.post('/host/key', async (request, response) => {
    const { say } = await words();
    const stored = readPublishFile(settings.CONTENT_DIR);
    if (stored?.target !== 'sftp') return response.redirect(303, '/publish/host');
    // Only the key that the page showed; if the host has another one by now, signing in finds out.
    const where = checkWebSpace(settings.CONTENT_DIR, { ...stored, host_key: fieldsOf(request)['host_key'] }, undefined);
    await writePublishFile(settings.CONTENT_DIR, where);
    await tryHost(where, response, say);
  });

  router.get('/key', async (_request, response) => {
    const { name } = await desk.business();
    if (!hasKey(desk)) return response.redirect(303, '/publish');
    const file = `${name.normalize('NFKD').replace(/[^A-Za-z0-9]+/g, '-') || 'log'}-key.txt`;
    response
      .attachment(file)
      .type('text/plain')
      .set('Cache-Control', 'no-store')
      .send(await readFile(keyFile(settings), 'utf8'));
  });

  router.get('/zip', async (_request, response) => {
    const tree = await readPublishedTree(settings.DIST_DIR);
    if (tree === undefined) return response.redirect(303, '/publish');
    const { zipOf } = await import('../../../publish/zip.ts');
    response.attachment('site.zip').type('application/zip').set('Cache-Control', 'no-store');
    zipOf(tree)
      .outputStream.on('error', () => response.destroy())
      .pipe(response);
  });

  /** Remembers where the site lives. Links lead there from the next build on. */
  async function save(where: PublishSettings, password: string): Promise<void> {
    const before = readPublishFile(settings.CONTENT_DIR);
    const isSameLogin = where.target === 'sftp' && isSameServer(where, before) && before.user === where.user;
    if (!isSameLogin) await forgetPassword(settings.DATA_DIR);
    if (password !== '') await rememberPassword(settings.DATA_DIR, password);
    await writePublishFile(settings.CONTENT_DIR, where);
    if (where.target !== 'github') await desk.moveTo(where.address);
  }

  /** Signs in and looks into the folder, or asks about the host's key first. */
  async function tryHost(where: WebSpace, response: Response, say: Say<'host'>): Promise<void> {
    const [{ signIn }, { LoginRefused, UnknownHost }] = await Promise.all([
      import('../../../publish/deliver.ts'),
      import('../../../publish/sftp.ts'),
    ]);
    try {
      const remote = await signIn(settings, where);
      const names = await remote.list('.').finally(() => remote.close());
      if (names === undefined) return sendForm(response, textsOf(where), { path: say('no_folder') });
      done(response, desk, '/publish', say('saved_sftp', { host: where.host }));
    } catch (error) {
      if (error instanceof UnknownHost && where.host_key === undefined) return sendKey(response, where, error.fingerprint, say);
      if (error instanceof LoginRefused)
        return sendForm(response, textsOf(where), { password: say('refused', { host: where.host, user: where.user }) });
      if (!(error instanceof SetupError)) throw error;
      await sendForm(response, textsOf(where), { host: error.message });
    }
  }

  async function sendKey(response: Response, { host }: WebSpace, fingerprint: string, say: Say<'host'>): Promise<void> {
    const agree = html`<input type="hidden" name="host_key" value="${fingerprint}"><div class="buttons"><button>${say('key_yes')}</button> <a href="/publish/host">${say('key_no')}</a></div>`;
    const body = html`<p>${say('key_lead', { host })}</p><p><code>${fingerprint}</code></p><p class="help">${say('key_help')}</p>${form(desk, '/publish/host/key', agree)}`;
    await sendPage(response, desk, { title: say('key_title'), screen: 'publish', body });
  }

  async function sendForm(response: Response, given: Texts, problems: Partial<Record<FieldName | 'target', string>>): Promise<void> {
    const { say } = await words();
    const isKnown = (await readPassword(settings)) !== undefined;
    const chosen = given['target'] ?? 'sftp';
    const fields = FIELDS.map((name) =>
      field(name, say(name), {
        value: name === 'password' ? '' : (given[name] ?? (name === 'port' ? '22' : '')),
        help: name === 'password' && isKnown ? say('password_kept') : say(`help_${name}`),
        error: problems[name],
        ...(name === 'password' && { type: 'password' as const }),
      }),
    );
    const [address, ...login] = fields;
    const choices = targets.map((target) =>
      choice('radio', 'target', target, html`<b>${say(target)}</b> <span class="help">${say(`help_${target}`)}</span>`, {
        isChecked: target === chosen,
      }),
    );
    const content = html`${fieldset('target', { label: say('places'), error: problems.target }, choices)}${address}
<div class="only-sftp">${fieldset('login', { label: say('login'), help: say('login_help') }, login)}</div>
<details><summary>${say('works')}</summary><ul><li>${say('works_yes')}</li><li>${say('works_no')}</li></ul></details>
<div class="buttons"><button>${say('save')}</button> <a href="/publish">${say('cancel')}</a></div>`;
    const status = Object.keys(problems).length > 0 ? 422 : 200;
    await sendPage(response, desk, { title: say('title'), screen: 'publish', body: form(desk, '/publish/host', content), status });
  }
}

/** Whether the log's key is a file that should have a copy. The first publication makes it. */
const hasKey = ({ settings }: Desk): boolean => !isTrial(settings) && settings.LOG_KEY === undefined && existsSync(keyFile(settings));

/** Whether the owner has said where the site should live, in the desk or in the settings. */
export const hasPlace = ({ settings }: Desk): boolean => !isTrial(settings) || readPublishFile(settings.CONTENT_DIR) !== undefined;

/** Where the site lives, with a link to change it, and the offer to keep a copy of the log's key. */
export function placePart(desk: Desk, say: Say<'host'>): Html {
  const where = readPublishFile(desk.settings.CONTENT_DIR);
  if (!hasPlace(desk))
    return html`<section><h2>${say('question')}</h2><p>${say('first')}</p><p><a class="button" href="/publish/host">${say('choose')}</a></p></section>`;
  const link = html`<a href="/publish/host">${say('change')}</a>`;
  if (where === undefined)
    return html`<section><h2>${say('place')}</h2><p>${say('lives_stated', { address: desk.settings.BASE_URL })} ${link}</p>${keyOffer(desk, say)}</section>`;
  const key = where.target === 'sftp' && where.path === '.' ? 'lives_top' : (`lives_${where.target}` as const);
  return html`<section><h2>${say('place')}</h2><p>${say(key, where)} ${link}</p>${keyOffer(desk, say)}</section>`;
}

/** The offer to keep a copy of the log's key. */
export function keyOffer(desk: Desk, say: Say<'host'>): Html | false {
  return hasKey(desk) && html`<p>${say('log_key')} <a href="/publish/key" download>${say('log_key_save')}</a></p>`;
}

const textsOf = (where: PublishSettings): Texts => Object.fromEntries(Object.entries(where).map(([name, value]) => [name, String(value)]));

/** The settings in a form, or the problem of each field. */
function read(
  { settings }: Desk,
  given: Texts,
  say: Say<'host'>,
): { readonly where?: PublishSettings; readonly problems: Partial<Record<FieldName | 'target', string>> } {
  const target = targets.find((one) => one === given['target']);
  if (target === undefined) return { problems: { target: say('choose_one') } };
  if (target === 'github') return { where: { target }, problems: {} };
  const text = (name: FieldName) => (given[name] ?? '').trim();
  const address = completeAddress(text('address'));
  const space = {
    address,
    host: text('host').replace(/^s?ftps?:\/\//, ''),
    port: text('port') === '' ? 22 : Number(text('port')),
    user: text('user'),
    path: text('path') || '.',
  };
  const { CONTENT_DIR } = settings;
  try {
    const where =
      target === 'zip'
        ? checkPublishSettings(CONTENT_DIR, { target, address })
        : checkWebSpace(CONTENT_DIR, space, readPublishFile(CONTENT_DIR));
    const { statedAddress: stated } = settings;
    // From its next start on, the desk would build for the other address, and refuse to publish.
    if (stated !== undefined && 'address' in where && stated !== where.address)
      return { problems: { address: say('address_stated', { address: stated }) } };
    return { where, problems: {} };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { problems: Object.fromEntries(error.problems.map(({ place }) => [place, say(`wrong_${place as 'address'}`)])) };
  }
}
