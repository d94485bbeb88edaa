import { ContentError } from '../../../site/content/problems.ts';
import { readEnvironment } from '../../../site/contract/environment.ts';
import { explainFull, SetupError } from '../../../site/shared/setup-error.ts';
import { OtherBusiness, StoppedError } from '../../log/previous-log.ts';
import { ForeignFolder } from '../../publish/foreign-folder.ts';
import { buildHere } from './build-here.ts';
import type { BuildAnswer, BuildTask } from './run-build.ts';

// Each build runs in its own process, which ends when the desk has its answer, or with the desk.
process.once('disconnect', () => process.exit(1));
process.once('message', async (task: BuildTask) => {
  const answer = (message: BuildAnswer) => process.send?.(message);
  try {
    answer({ report: await buildHere(readEnvironment(process.env), task, (step) => answer({ step })) });
  } catch (given) {
    const error = explainFull(given);
    if (error instanceof ContentError) answer({ problems: error.problems });
    else if (error instanceof SetupError)
      answer({
        refusal: error.message,
        ...(error instanceof ForeignFolder && { foreign: error.found }),
        ...(error instanceof OtherBusiness && { other: error.found }),
        ...(error instanceof StoppedError && { stopped: error.reason }),
      });
    else answer({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
