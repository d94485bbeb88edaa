import { ContentError } from '../../site/content/problems.ts';
import { SetupError } from '../../site/shared/setup-error.ts';
import { unlessLocked } from '../content/lock.ts';
import { deskFolder, type OwnFolders, sweep } from '../content/own-folders.ts';
import { hasTask, isGoingBack, undoCopy } from '../content/unfinished.ts';
import { finishTakedown } from '../review/takedown.ts';
import { DeskHistory } from './history.ts';

/**
 * Finishes or undoes what killed commands left: deletes what is temporary, undoes a backup or a restore, finishes a takedown, and then the
 * desk's way back to an earlier state. What a running command does isn't touched, and a second recovery changes nothing. Returns what it
 * did, and what it couldn't do yet, in sentences.
 */
export async function recover(folders: OwnFolders): Promise<readonly string[]> {
  const { CONTENT_DIR: contentDir, DATA_DIR: dataDir } = folders;
  const said: string[] = [];
  try {
    await sweep(folders);
    if (hasTask(contentDir))
      await unlessLocked(contentDir, async () => {
        if (await undoCopy(folders)) said.push('deleted what an interrupted backup or restore had copied; run it again');
        const reviews = await finishTakedown({ contentDir, dataDir });
        if (reviews.length > 0) said.push(`finished the takedown of ${reviews.join(', ')}, which was interrupted`);
      });
    // An open desk holds this lock.
    if (isGoingBack(dataDir))
      await unlessLocked(deskFolder(dataDir), async () => {
        await new DeskHistory({ contentDir, dataDir, now: () => new Date() }).finish();
        said.push('finished going back to an earlier state of the content, which was interrupted');
      });
  } catch (error) {
    // A command that needs what is broken reports it, too, and others, such as check, help to fix it.
    if (!(error instanceof SetupError) && !(error instanceof ContentError)) throw error;
    said.push(`warning: something was interrupted and can't be finished yet: ${error.message}`);
  }
  return said;
}
