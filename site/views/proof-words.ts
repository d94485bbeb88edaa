import { publishingTypes } from '../contract/log.ts';
import type { Messages } from '../messages/messages.ts';
import { openArguments } from './search-page.ts';

/** The words of the script on the proof page. It can't format messages, so they have no plurals and keep `{name}` for each argument. */
export function proofWords({ say }: Messages) {
  return {
    reading: say('method.run_reading'),
    progress: say('method.run_progress', openArguments('done', 'all')),
    checked: say('method.run_checked', openArguments('reviews', 'entries')),
    right: say('method.run_right'),
    findings: say('method.run_findings', openArguments('count')),
    finding: say('method.run_finding', openArguments('entry', 'review', 'found')),
    noEntry: say('method.run_no_entry', openArguments('review', 'found')),
    found: {
      vanished: say('method.run_found_vanished'),
      unexplained: say('method.run_found_unexplained'),
      no_entry: say('method.run_found_no_entry'),
      said_gone: say('method.run_found_said_gone'),
      no_opening: say('method.run_found_no_opening'),
      other_contents: say('method.run_found_other_contents'),
    },
    cosigned: say('method.run_cosigned', openArguments('names')),
    unchecked: say('method.run_unchecked', openArguments('names')),
    uncosigned: say('method.run_uncosigned', openArguments('names')),
    wrong: say('method.run_wrong', openArguments('why')),
    failed: say('method.run_failed', openArguments('why')),
    looking: say('method.run_looking'),
    proved: say('method.run_proved', openArguments('id', 'index', 'size', 'type', 'date', 'hashes')),
    unknown: say('method.run_unknown', openArguments('id')),
    types: Object.fromEntries(publishingTypes.map((type) => [type, say(`method.run_type_${type}`)])),
  };
}

export type ProofWords = ReturnType<typeof proofWords>;
