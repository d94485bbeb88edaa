import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Response, Router } from 'express';
import { SetupError } from '../../../site/shared/setup-error.ts';
import { lookOnce } from '../../import/watch.ts';
import type { Desk } from '../desk.ts';
import { field } from '../fields.ts';
import { type Html, html } from '../html.ts';
import { done, fieldsOf, form } from '../page.ts';
import { readDeskSettings, rememberSettings } from '../settings.ts';
import { speak } from '../words.ts';
import type { ImportSay } from './import-reading.ts';

/** Watches a folder, such as Downloads, while the desk is open, and imports and publishes exports that appear in it. */
export class Downloads {
  readonly #desk: Desk;
  #isLooking = false;
  /** Why the last look failed. */
  #problem: string | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    const timer = setInterval(() => void this.#look(), desk.lookEveryMs).unref();
    desk.closing.addEventListener('abort', () => clearInterval(timer));
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const { settings, now, history, build, closing } = this.#desk;
    try {
      const folder = (await readDeskSettings(settings.DATA_DIR)).downloads;
      if (folder === undefined) return;
      const say = speak('import', (await this.#desk.business()).language);
      const work = () => build(settings, { isPreview: false, purge: false }, () => {}, closing);
      const publish = () => history.publish(say('downloads_imported'), say('downloads_published'), work);
      await lookOnce({ folder, settings, now, publish, onEvent: () => {} });
      this.#problem = undefined;
    } catch (error) {
      this.#problem = error instanceof SetupError ? error.message : String(error);
    } finally {
      this.#isLooking = false;
    }
  }

  /** The part of the screen that starts and stops watching. `mistake` has the entered value and its problem. */
  async part(say: ImportSay, mistake?: { readonly entered: string; readonly problem: string }): Promise<Html> {
    const folder = (await readDeskSettings(this.#desk.settings.DATA_DIR)).downloads;
    if (folder !== undefined)
      return html`<section><h2>${say('downloads')}</h2><p>${say('downloads_on', { folder })}</p>
${this.#problem && html`<p class="warn" lang="en">${this.#problem}</p>`}
${form(this.#desk, '/import/downloads', html`<p><button class="plain" name="stop" value="yes">${say('downloads_stop')}</button></p>`)}</section>`;
    const { entered = path.join(os.homedir(), 'Downloads'), problem } = mistake ?? {};
    const fields = html`<p>${say('downloads_off')}</p>${field('folder', say('downloads_folder'), { value: entered, error: problem })}
<p><button class="plain">${say('downloads_start')}</button></p>`;
    return html`<details${problem && html` open`}><summary>${say('downloads')}</summary>${form(this.#desk, '/import/downloads', fields)}</details>`;
  }

  /** Starts or stops watching. `again` shows the screen with a mistake. */
  routes(again: (response: Response, mistake: { readonly entered: string; readonly problem: string }) => Promise<void>): Router {
    const router = Router({ strict: true });
    router.post('/', async (request, response) => {
      const { DATA_DIR } = this.#desk.settings;
      const say = speak('import', (await this.#desk.business()).language);
      const { stop, folder: entered = '' } = fieldsOf(request);
      this.#problem = undefined;
      if (stop !== undefined) {
        await rememberSettings(DATA_DIR, { downloads: undefined });
        return done(response, this.#desk, '/import', say('downloads_stopped'));
      }
      const folder = entered.trim().replace(/^~(?=$|[/\\])/, os.homedir());
      const isFolder = path.isAbsolute(folder) && (await stat(folder).catch(() => undefined))?.isDirectory() === true;
      if (!isFolder) return again(response, { entered, problem: say('downloads_missing') });
      await rememberSettings(DATA_DIR, { downloads: folder });
      done(response, this.#desk, '/import', say('downloads_started'));
    });
    return router;
  }
}
