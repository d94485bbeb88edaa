import { z } from 'zod';
import { namedFile, readContentFile } from '../../site/content/read/named-file.ts';
import { policyFile } from '../../site/content/schemas.ts';
import type { JsonObject } from '../../site/content/write/edit-text.ts';
import { verificationReference } from '../../site/content/write/verification-key.ts';
import { SetupError } from '../../site/contract/environment.ts';
import { type VerificationMethod, verificationMethod } from '../../site/contract/review.ts';
import { type Arguments, completeFlag, type Flag, textFlag } from '../cli/flags.ts';
import type { ReviewContext } from './context.ts';

/** How a review was verified, as far as it is known. */
export interface Verified {
  readonly method: VerificationMethod;
  /** The date, YYYY-MM-DD. */
  readonly verifiedAt: string;
  /** An invoice or job number as a person writes it. */
  readonly number?: string | undefined;
}

/** The methods as they are offered to a person. */
export const methodMeanings: Readonly<Record<VerificationMethod, string>> = {
  platform_account: "it stands under an account of the source's",
  invoice: 'you found the invoice, order or job in your records',
  invitation: 'its writer answered an invitation of yours',
  vouched: 'you know it, and give your word',
};

/** The flag for the method; the same for every command that has it. */
export const methodFlag = {
  question: 'how you know that it is a customer’s',
  hint: 'invoice, invitation, platform_account or vouched',
  schema: z.string().pipe(z.enum(verificationMethod.options, { error: `write one of ${verificationMethod.options.join(', ')}` })),
  required: false,
} satisfies Flag<VerificationMethod, false>;

const numberFlags = { reference: textFlag('the number of the invoice or job; it is kept as a hash only', '10482', true) };

/** What a method needs besides: the number of an invoice. */
export const moreFlags = (method: string | undefined) => (method === 'invoice' ? numberFlags : {});

/** The invoice's number, if that is the method. Throws a SetupError where a number is given for another method. */
export async function askNumber(
  command: string,
  method: VerificationMethod,
  texts: Arguments['texts'],
  { terminal }: ReviewContext,
): Promise<string | undefined> {
  if (method === 'invoice') return (await completeFlag(command, numberFlags, texts, terminal)).reference;
  if (texts['reference'] !== undefined) throw new SetupError(`${command}: --reference goes with --method invoice`);
  return undefined;
}

/** A review's `verification` as the content keeps it: the number as a keyed hash. A dry run creates no key. */
export async function toStoredVerification(
  { method, verifiedAt, number }: Verified,
  dataDir: string,
  dryRun: boolean,
): Promise<JsonObject> {
  const how = { method, verified_at: verifiedAt };
  return number === undefined ? how : { ...how, reference: await verificationReference(dataDir, number, !dryRun) };
}

/** A note for methods that the policy of this content doesn't count. */
export async function policyNotes(contentDir: string, method: VerificationMethod | undefined): Promise<readonly string[]> {
  const policy = await readContentFile(namedFile(contentDir, 'policy'), policyFile);
  if (method === undefined || policy?.value.verification.includes(method) !== false) return [];
  return [`note: policy.yaml doesn't count ${method}, so the review is not published`];
}
