import { readNamed } from '../../site/content/read/content-files.ts';
import { methodsByStrength, type VerificationMethod, verificationMethod } from '../../site/contract/review.ts';
import { type Arguments, askMissing, choiceFlag, type Problem, readFields, textFlag } from '../cli/flags.ts';
import type { Terminal } from '../cli/terminal.ts';
import type { JsonObject } from '../content/edit-text.ts';
import { verificationReference } from '../content/verification-key.ts';

/** How a review was verified. */
export interface Verified {
  readonly method: VerificationMethod;
  /** The date, YYYY-MM-DD. */
  readonly verifiedAt: string;
  /** An invoice or job number. */
  readonly number?: string | undefined;
}

export const methodFlag = {
  ...choiceFlag('how you know that it is from a customer', verificationMethod.options, false),
  hint: methodsByStrength.join(', '),
};

const numberFlags = { reference: textFlag('the number of the invoice or job; only a hash is stored', '10482', true) };

/** The additional flags of a method. */
export const moreFlags = (method: string | undefined) => (method === 'invoice' ? numberFlags : {});

/** The given texts, with the number of the terminal's answer if the method needs one. */
export const askNumber = (texts: Arguments['texts'], terminal: Terminal | undefined): Promise<Arguments['texts']> =>
  askMissing(moreFlags(texts['method']), texts, terminal);

/** Adds the number to a verification, if its method has one. Problems: missing, no_number. */
export function withNumber(
  verified: Omit<Verified, 'number'>,
  given: Arguments['texts'],
): Verified | { readonly problems: readonly Problem[] } {
  if (verified.method !== 'invoice' && given['reference'] === undefined) return verified;
  if (verified.method !== 'invoice') return { problems: [{ code: 'no_number', field: 'reference', message: 'needs the method invoice' }] };
  const fields = readFields(numberFlags, given);
  return 'problems' in fields ? fields : { ...verified, number: fields.values.reference };
}

/** A review's `verification` in the content, with a keyed hash of the number. A dry run creates no key. */
export async function toStoredVerification(
  { method, verifiedAt, number }: Verified,
  dataDir: string,
  dryRun: boolean,
): Promise<JsonObject> {
  const how = { method, verified_at: verifiedAt };
  return number === undefined ? how : { ...how, reference: await verificationReference(dataDir, number, !dryRun) };
}

/** A note if the policy doesn't accept the method. */
export async function policyNotes(contentDir: string, method: VerificationMethod | undefined): Promise<readonly string[]> {
  const policy = await readNamed(contentDir, 'policy');
  if (method === undefined || policy.verification.includes(method)) return [];
  return [`note: policy.yaml doesn't accept ${method}, so the review is not published`];
}
