import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type OpenDesk, openTestDesk } from './desk.ts';
import { type Importer, newImporter } from './importer.ts';

/** The desk's current time. */
export const NOW = new Date('2026-03-04T05:06:07Z');

/** A file that is dropped on the desk. */
export type Dropped = readonly [name: string, body: string | Uint8Array];

/** A desk for a tiny content folder that files can be dropped on. */
export interface ImportDesk extends Importer {
  desk: OpenDesk;
  /** Drops files on the desk. Returns the address of their page. */
  drop(...files: readonly Dropped[]): Promise<string>;
  /** Sends a form with files. */
  upload(body: FormData): Promise<Response>;
  /** Returns the page at an address once its job has finished. */
  page(address: string): Promise<string>;
  /** Sends a form and returns the page that it leads to, once its job has finished. */
  post(
    address: string,
    fields?: Readonly<Record<string, string>> | URLSearchParams,
  ): Promise<{ status: number; page: string; address: string }>;
  /** The names of uploads that haven't been deleted. */
  uploads(): readonly string[];
  /** Reopens the desk after it was closed. */
  reopen(): Promise<void>;
  /** The names of all files and folders of the content. */
  contentNames(): readonly string[];
}

export async function openImportDesk(
  options: { readonly largestUpload?: number; readonly lookEveryMs?: number } = {},
): Promise<ImportDesk> {
  const importer = await newImporter();
  const open = () =>
    openTestDesk({
      CONTENT_DIR: importer.content,
      DATA_DIR: importer.dataDir,
      DIST_DIR: path.join(importer.folder, 'dist'),
      now: () => NOW,
      ...options,
    });
  const text = async (address: string) => (await on.desk.get(address)).text();
  const upload = async (given: FormData) => {
    const [, action = '', token = ''] =
      /enctype="multipart\/form-data" action="([^"]+)"><input type="hidden" name="token" value="([^"]+)">/.exec(await text('/import')) ??
      [];
    const body = new FormData();
    body.set('token', token);
    for (const [name, value] of given) body.append(name, value);
    return on.desk.send(action, { method: 'POST', body });
  };
  const page = async (address: string) => {
    await expect.poll(() => text(address), { interval: 20 }).not.toContain('data-waiting');
    return text(address);
  };
  const folder = path.join(importer.dataDir, 'desk/uploads');
  const on: ImportDesk = {
    ...importer,
    desk: await open(),
    upload,
    page,
    async drop(...files) {
      const form = new FormData();
      for (const [name, body] of files) form.append('files', new Blob([body as BlobPart]), name);
      const { status, headers } = await upload(form);
      expect(status).toBe(303);
      return headers.get('location') ?? '';
    },
    async post(address, fields) {
      const answer = await on.desk.post(address, fields);
      const found = await answer.text();
      const to = new URL(answer.url).pathname;
      return { status: answer.status, page: found.includes('data-waiting') ? await page(to) : found, address: to };
    },
    async reopen() {
      on.desk = await open();
    },
    uploads: () => (existsSync(folder) ? readdirSync(folder) : []),
    contentNames: () =>
      readdirSync(importer.content, { recursive: true })
        .map(String)
        .filter((name) => name !== '.content.lock')
        .sort(),
  };
  return on;
}

/** Returns the text of a desk page, without markup, select boxes and details. */
export const wordsOf = (page: string): string =>
  page
    .replace(/^.*<main[^>]*>|<\/main>.*$/gs, '')
    .replace(/<(?:select|details).*?<\/(?:select|details)>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
