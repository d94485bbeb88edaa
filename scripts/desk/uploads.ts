import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import type { Request } from 'express';
import { DiskFull, explainFull } from '../../site/shared/setup-error.ts';
import { UPLOADS } from '../content/own-folders.ts';

/** Uploaded files, under their own names. */
export interface Upload {
  /** Their folder, which has no other files. */
  readonly folder: string;
  /** Their paths, sorted. */
  readonly files: readonly string[];
  /** Deletes them. */
  remove(): Promise<void>;
}

/** Why an upload was refused. words/uploads.ts has the messages. */
export type UploadProblem = 'none' | 'too_large' | 'too_many' | 'broken' | 'full' | 'foreign';

/** An upload that was refused. Nothing is left of it. */
export class UploadError extends Error {
  readonly problem: UploadProblem;

  constructor(problem: UploadProblem) {
    super(problem);
    this.problem = problem;
  }

  get status(): number {
    if (this.problem === 'foreign') return 403;
    return this.problem === 'too_large' || this.problem === 'too_many' ? 413 : 422;
  }
}

/** The largest file of an upload, in bytes, and how many files one may have. */
export const LARGEST_UPLOAD = 2 * 1024 ** 3;
const MOST_FILES = 20;

/** An upload that sends nothing for this long counts as broken. */
const SILENT_MS = 60_000;
/** A browser only shows the response once it has sent everything, so the rest is received and discarded for this long. */
const DRAIN_MS = 10_000;

interface UploadOptions {
  readonly dataDir: string;
  readonly largest: number;
  readonly most?: number;
  /** Checks the token, which is the first field of the form: no file is received without it. */
  readonly isOwnForm: (token: unknown) => boolean;
}

/**
 * Receives the files of a form (`form(..., { isUpload: true })`) as a stream, into a new folder. @throws UploadError, also if there is no
 * file or the form isn't ours
 */
export async function receiveFiles(request: Request, { dataDir, largest, most = MOST_FILES, isOwnForm }: UploadOptions): Promise<Upload> {
  const folder = path.join(dataDir, 'desk', UPLOADS, randomBytes(9).toString('base64url'));
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const files = await receive(request, folder, { fileSize: largest, files: most }, isOwnForm);
    if (files.length === 0) throw new UploadError('none');
    return { folder, files: [...files].sort(), remove };
  } catch (error) {
    await remove();
    request.unpipe().resume();
    const end = setTimeout(() => request.destroy(), DRAIN_MS).unref();
    request.once('close', () => clearTimeout(end));
    if (error instanceof UploadError) throw error;
    throw new UploadError(explainFull(error) instanceof DiskFull ? 'full' : 'broken');
  }
}

/** Writes the files to `folder`, and returns their paths once all of them are complete. */
async function receive(
  request: Request,
  folder: string,
  limits: { readonly fileSize: number; readonly files: number },
  isOwnForm: UploadOptions['isOwnForm'],
): Promise<string[]> {
  const headers = { ...request.headers, 'content-type': request.headers['content-type'] ?? '' };
  const parser = new Busboy({ headers, limits: { ...limits, fields: 100, fieldSize: 10_000 } });
  const files: string[] = [];
  const writing: Promise<void>[] = [];
  let isOwn = false;
  const received = new Promise<void>((resolve, reject) => {
    let isFailed = false;
    // The parser doesn't end the stream of a file whose rest never arrives.
    let current: Readable | undefined;
    const fail = (error: Error) => {
      isFailed = true;
      request.unpipe(parser);
      current?.destroy(error);
      reject(error);
    };
    const stop = (problem: UploadProblem) => fail(new UploadError(problem));
    parser.on('field', (name, value) => {
      if (name === 'token') isOwn = isOwnForm(value);
    });
    parser.on('file', (_field, file, filename) => {
      if (!isOwn) stop('foreign');
      if (isFailed || !filename) return void file.resume();
      current = file;
      const target = path.join(folder, freeName(cleanName(filename), new Set(files.map((one) => path.basename(one)))));
      files.push(target);
      file.once('limit', () => stop('too_large'));
      const written = pipeline(file, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
      written.catch(fail);
      writing.push(written);
    });
    parser
      .once('filesLimit', () => stop('too_many'))
      .on('error', fail)
      .once('finish', resolve);
    request.once('close', () => !request.complete && stop('broken'));
    request.setTimeout(SILENT_MS, () => stop('broken'));
    request.pipe(parser);
  });
  try {
    await received;
  } finally {
    request.setTimeout(0);
    await Promise.allSettled(writing);
  }
  await Promise.all(writing);
  if (!isOwn) throw new UploadError('foreign');
  return files;
}

/** The length of the longest name, in bytes; systems allow 255. */
const LONGEST_NAME = 200;

/** Characters that file names can't have on some systems: separators, those that Windows reserves, and invisible ones. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const FORBIDDEN = /[<>:"|?*\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Device names on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** The last part of a name that a browser sent, as a valid file name on every system. It's never empty and has no leading dot. */
export function cleanName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(FORBIDDEN, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const name = plain.replace(DEVICE, '_$&') || 'file';
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const extension = /(?:\.tar)?\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
  return shorten(name.slice(0, name.length - extension.length), LONGEST_NAME - extension.length) + extension;
}

function shorten(name: string, bytes: number): string {
  let short = '';
  for (const character of name) {
    if (Buffer.byteLength(short + character) > bytes) break;
    short += character;
  }
  return short;
}

/** The name, with a number if it's taken; many systems ignore case. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const isTaken = (one: string) => [...taken].some((other) => other.toLowerCase() === one.toLowerCase());
  const { name: stem, ext } = path.parse(name);
  let free = name;
  for (let number = 2; isTaken(free); number++) free = `${stem} (${number})${ext}`;
  return free;
}
