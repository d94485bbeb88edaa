import { readNamed } from '../../site/content/read/named-file.ts';
import type { Environment } from '../../site/contract/environment.ts';
import type { CheckedContent } from '../check-content/warnings.ts';
import { type RunBuild, runBuild } from './build/run-build.ts';
import { contentReader } from './content.ts';
import { Guard } from './guard.ts';
import { History } from './history.ts';
import type { Html } from './html.ts';
import { Jobs } from './jobs.ts';
import { Site } from './site.ts';
import { LARGEST_UPLOAD, removeUploads } from './uploads.ts';
import { frameWords } from './words/frame.ts';
import { deskLanguage, speak } from './words.ts';

/** What the screens share. */
export interface Desk {
  readonly settings: Environment;
  readonly now: () => Date;
  readonly guard: Guard;
  readonly history: History;
  readonly jobs: Jobs;
  readonly site: Site;
  readonly build: RunBuild;
  /** Aborts when the desk ends. */
  readonly closing: AbortSignal;
  /** The largest file that it takes, in bytes. */
  readonly largestUpload: number;
  /** How often it looks at a folder that it watches. */
  readonly lookEveryMs: number;
  /** Says something at the top of the next page, such as what was just done. */
  notify(text: string | Html): void;
  /** What to say at the top of this page. */
  takeNotices(): readonly (string | Html)[];
  /** The content as it is now, with its problems or with what is worth a look. */
  content(): Promise<CheckedContent>;
  /** The business's name and the language that the desk speaks, as they are in the content now. */
  business(): Promise<{ readonly name: string; readonly language: string }>;
}

const LOOK_EVERY_MS = 60_000;

/** What the desk's server is given. */
export interface DeskOptions {
  readonly settings: Environment;
  readonly now: () => Date;
  /** Builds the site; tests build only documents. */
  readonly build?: RunBuild;
  readonly closing: AbortSignal;
  readonly largestUpload?: number;
  readonly lookEveryMs?: number;
}

/** Opens the desk: finishes what a crash interrupted, and notes what has changed since. */
export async function openDesk({
  settings,
  now,
  build = runBuild,
  closing,
  largestUpload = LARGEST_UPLOAD,
  lookEveryMs = LOOK_EVERY_MS,
}: DeskOptions): Promise<Desk> {
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir } = settings;
  let notices: (string | Html)[] = [];
  const desk: Desk = {
    settings,
    now,
    guard: new Guard(),
    history: new History({ contentDir, dataDir, now }),
    jobs: new Jobs(),
    site: new Site(settings),
    build,
    closing,
    content: contentReader(contentDir, now),
    largestUpload,
    lookEveryMs,
    notify: (text) => void notices.push(text),
    takeNotices: () => {
      const taken = notices;
      notices = [];
      return taken;
    },
    business: async () => {
      // The desk also opens when the file is wrong, to say so.
      const file = await readNamed(contentDir, 'business').catch(() => undefined);
      return { name: file?.name ?? '', language: deskLanguage(file?.language ?? 'en') };
    },
  };
  await removeUploads(dataDir);
  await desk.history.open(await outsideWords(desk));
  return desk;
}

/** How the history calls a change that wasn't made in the desk. */
export async function outsideWords(desk: Desk): Promise<string> {
  return speak(frameWords, (await desk.business()).language)('outside');
}
