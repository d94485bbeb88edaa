import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Response, Router } from 'express';
import { findFiles } from '../../../../site/content/read/content-files.ts';
import { isContent } from '../../../../site/content/read/folder-listing.ts';
import { PICTURES, readLogo, readPicture } from '../../../../site/content/read/pictures.ts';
import { limits } from '../../../../site/contract/limits.ts';
import { withContentLock } from '../../../content/lock.ts';
import { removeFile, writeWhole } from '../../../content/write-file.ts';
import { type Desk, outsideWords } from '../../desk.ts';
import { fieldOf } from '../../fields.ts';
import { type Html, html } from '../../html.ts';
import { done, form } from '../../page.ts';
import { receiveFiles, UploadError } from '../../uploads.ts';
import { speak } from '../../words.ts';

const LOOK = '/business/look';

/** Receives the logo and pictures, and shows them. `refuse` shows the form with the problem. */
export function pictures(desk: Desk, refuse: (response: Response, problem: string, status: number) => Promise<void>): Router {
  const router = Router({ strict: true });
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir } = desk.settings;

  for (const [place, name] of [
    ['/logo', 'logo_file'],
    ['/pictures', 'pictures_file'],
  ] as const) {
    router.post(place, async (request, response) => {
      const { language } = await desk.business();
      const say = speak('business', language);
      try {
        const upload = await receiveFiles(request, {
          dataDir,
          largest: limits.pictureBytes,
          most: name === 'logo_file' ? 1 : 20,
          isOwnForm: (token) => desk.guard.isOwnForm(token),
        });
        try {
          const wrong = upload.files.find((file) => (name === 'logo_file' ? !isLogo(file) : !isPicture(file)));
          if (wrong !== undefined) return await refuse(response, say(`wrong_${name}`, { file: path.basename(wrong) }), 422);
          const keep = () =>
            withContentLock(contentDir, () =>
              name === 'logo_file' ? keepLogo(desk, upload.files[0] as string) : keepPictures(desk, upload.files),
            );
          await desk.history.act(await outsideWords(desk), say(`did_${name}`), keep);
        } finally {
          await upload.remove();
        }
        done(response, desk, LOOK, say(`saved_${name}`));
      } catch (error) {
        if (!(error instanceof UploadError)) throw error;
        await refuse(response, speak('uploads', language)(error.problem), error.status);
      }
    });
  }

  router.get('/logo', (_request, response) => {
    const file = logoOf(desk);
    if (file === undefined) return void response.status(404).end();
    response.sendFile(path.basename(file), { root: path.resolve(contentDir), cacheControl: false });
  });
  router.get('/pictures/:name', async (request, response) => {
    const body = readPicture(path.join(contentDir, PICTURES), String(request.params['name']));
    if (!Buffer.isBuffer(body)) return void response.status(404).end();
    response.type(path.extname(String(request.params['name']))).send(body);
  });
  return router;
}

/** The forms for the logo and pictures, below the form for the look. */
export async function pictureForms(desk: Desk, language: string): Promise<Html> {
  const say = speak('business', language);
  const names = await pictureNames(desk);
  const field = (name: string, label: string, help: string, more: Html) =>
    fieldOf(name, { label, help }, (attributes) => html`<input type="file" ${attributes}${more}>`);
  const button = html`<p><button class="plain">${say('add')}</button></p>`;
  const logo = field('logo_file', say('logo'), say('logo_help'), html` accept=".svg,.png,.jpg,.jpeg,.webp"`);
  const added = field('pictures_file', say('pictures'), say('pictures_help'), html` accept=".png,.jpg,.jpeg,.webp" multiple`);
  return html`<section class="uploads"><h2>${say('logo_and_pictures')}</h2>
${logoOf(desk) !== undefined && html`<p><img src="/business/logo" alt="${say('logo_now')}" height="48"></p>`}${form(desk, '/business/logo', html`${logo}${button}`, { isUpload: true })}
${names.length > 0 && html`<ul class="thumbnails">${names.map((name) => html`<li><img src="/business/pictures/${encodeURIComponent(name)}" alt="" width="96"><span>${name}</span></li>`)}</ul>`}${form(desk, '/business/pictures', html`${added}${button}`, { isUpload: true })}</section>`;
}

/** The names of the pictures to choose from: all except the photos of reviews. */
export async function pictureNames(desk: Desk): Promise<string[]> {
  const names = await readdir(path.join(desk.settings.CONTENT_DIR, PICTURES)).catch(() => []);
  const content = await desk.content();
  const photos = new Set('view' in content ? content.view.written.flatMap(({ entry }) => entry.photos ?? []) : []);
  return names.filter((name) => isContent(name) && !photos.has(name)).sort();
}

const logoOf = ({ settings }: Desk) => findFiles(settings.CONTENT_DIR, () => {}).logo;

const isLogo = (file: string) => /\.(?:svg|png|jpe?g|webp)$/i.test(file) && readLogo(file, () => {}) !== undefined;
const isPicture = (file: string) => Buffer.isBuffer(readPicture(path.dirname(file), path.basename(file)));

async function keepLogo(desk: Desk, file: string): Promise<void> {
  const old = logoOf(desk);
  const target = path.join(desk.settings.CONTENT_DIR, `logo${path.extname(file).toLowerCase()}`);
  await writeWhole(target, await readFile(file));
  if (old !== undefined && path.resolve(old) !== path.resolve(target)) await removeFile(old);
}

/** Adds pictures, and renames those whose name is taken by a different one. */
async function keepPictures({ settings }: Desk, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { name, ext } = path.parse(file);
    const body = await readFile(file);
    for (let number = 1; ; number++) {
      const target = path.join(settings.CONTENT_DIR, PICTURES, `${name}${number > 1 ? `-${number}` : ''}${ext}`);
      const known = await readFile(target).catch(() => undefined);
      if (known === undefined) await writeWhole(target, body);
      if (known === undefined || known.equals(body)) break;
    }
  }
}
