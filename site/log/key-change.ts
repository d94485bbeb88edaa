import type { Entry } from '../contract/log.ts';
import { LogError, readNote, readVerifierKey, verifyNote } from './note.ts';

/** A change of the log's key, signed with both. */
export interface KeyChange {
  /** Of the entry that says it. */
  readonly index: number;
  /** As verifier keys are written. */
  readonly before: string;
  readonly after: string;
}

/** What is signed with both keys. */
export function keyChangeText(origin: string, { index, before, after }: KeyChange): string {
  return `${origin}\nkey change at entry ${index}\n${before}\n${after}\n`;
}

/** All changes of the key, the oldest first. Rejects with a LogError where one isn't signed with both of its keys. */
export async function readKeyChanges(origin: string, entries: readonly Entry[]): Promise<KeyChange[]> {
  const changes: KeyChange[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.type === 'key_changed') changes.push(await readKeyChange(origin, index, entry.note));
  }
  return changes;
}

async function readKeyChange(origin: string, index: number, note: string): Promise<KeyChange> {
  const signed = readNote(note);
  const [, , before = '', after = ''] = signed.text.split('\n');
  const change = { index, before, after };
  if (signed.text !== keyChangeText(origin, change)) throw new LogError(`log: entry ${index} names no keys`);
  const keys = [await readVerifierKey(before), await readVerifierKey(after)];
  if ((await verifyNote(signed, keys)).length !== keys.length) throw new LogError(`log: entry ${index} is not signed with both keys`);
  return change;
}
