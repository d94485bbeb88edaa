import { stat } from 'node:fs/promises';
import { readNamed } from '../../site/content/read/content-files.ts';
import { listContent } from '../../site/content/read/folder-listing.ts';
import { languageOf } from '../../site/messages/languages.ts';
import { daysAt } from '../../site/shared/dates.ts';
import { type CheckedContent, checkContent } from '../check-content/warnings.ts';
import { type Settings, withAddress } from '../cli/settings.ts';
import { type RunBuild, runBuild } from './build/run-build.ts';
import { Guard } from './guard.ts';
import { DeskHistory } from './history.ts';
import type { Html } from './html.ts';
import { Jobs } from './jobs.ts';
import { recover } from './recover.ts';
import { Preview, PublicSite } from './sites.ts';
import { LARGEST_UPLOAD } from './uploads.ts';
import { speak } from './words.ts';

/** The interface that all screens use. */
export interface Desk {
  readonly settings: Settings;
  readonly now: () => Date;
  readonly guard: Guard;
  readonly history: DeskHistory;
  readonly jobs: Jobs;
  readonly site: PublicSite;
  readonly preview: Preview;
  readonly build: RunBuild;
  /** Aborts when the desk ends. */
  readonly closing: AbortSignal;
  /** The maximum size of a file, in bytes. */
  readonly largestUpload: number;
  /** How often the desk checks a watched folder. */
  readonly lookEveryMs: number;
  /** Shows a message at the top of the next page. */
  notify(text: string | Html): void;
  /** Returns and clears the messages for the top of a page. */
  takeNotices(): readonly (string | Html)[];
  /** The current content, with its problems or warnings. */
  content(): Promise<CheckedContent>;
  /** From now on, the site is built for this address. */
  moveTo(address: string): Promise<void>;
  /** The business's name and the desk's language, from the current content. */
  business(): Promise<{ readonly name: string; readonly language: string }>;
}

const LOOK_EVERY_MS = 60_000;

export interface DeskOptions {
  readonly settings: Settings;
  readonly now: () => Date;
  /** Builds the site; tests build only documents. */
  readonly build?: RunBuild;
  readonly closing: AbortSignal;
  readonly largestUpload?: number;
  readonly lookEveryMs?: number;
}

/** Opens the desk. Recovers from a crash, and records changes since the desk was last open. */
export async function openDesk({
  settings: given,
  now,
  build = runBuild,
  closing,
  largestUpload = LARGEST_UPLOAD,
  lookEveryMs = LOOK_EVERY_MS,
}: DeskOptions): Promise<Desk> {
  // A copy, which `moveTo` changes.
  const settings = { ...given };
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir } = settings;
  let notices: (string | Html)[] = [];
  const guard = new Guard();
  const desk: Desk = {
    settings,
    now,
    guard,
    history: new DeskHistory({ contentDir, dataDir, now }),
    jobs: new Jobs(),
    site: new PublicSite(settings),
    preview: new Preview(settings, guard, closing),
    build,
    closing,
    content: contentReader(settings, now),
    largestUpload,
    lookEveryMs,
    notify: (text) => void notices.push(text),
    takeNotices: () => {
      const taken = notices;
      notices = [];
      return taken;
    },
    moveTo: async (address) => {
      if (settings.BASE_URL === address) return;
      Object.assign(settings, withAddress(settings, address));
      await desk.site.close();
    },
    business: async () => {
      // The desk also opens if the file is invalid, to report it.
      const file = await readNamed(contentDir, 'business').catch(() => undefined);
      return { name: file?.name ?? '', language: languageOf(file?.language ?? 'en') };
    },
  };
  await recover(settings);
  await desk.history.current(await outsideWords(desk));
  return desk;
}

/** The history's name for a change that wasn't made in the desk. */
export async function outsideWords(desk: Desk): Promise<string> {
  return speak('frame', (await desk.business()).language)('outside');
}

/** Only reads the content again if one of its files or the day has changed: with thousands of reviews, that takes a second. */
function contentReader({ CONTENT_DIR: contentDir, commandLine }: Settings, now: () => Date): () => Promise<CheckedContent> {
  let last: { readonly of: string; readonly checked: Promise<CheckedContent> } | undefined;
  return async () => {
    const { latest } = daysAt(now());
    const files = await Promise.all(
      listContent(contentDir).map(async (file) => {
        const { mtimeMs = 0, size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
        return [file, mtimeMs, size];
      }),
    );
    const of = JSON.stringify([latest, files]);
    if (last?.of !== of) last = { of, checked: checkContent(contentDir, latest, commandLine) };
    return last.checked;
  };
}
