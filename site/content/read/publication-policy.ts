import type { Absence, TakedownReason } from '../../contract/log.ts';
import type { VerificationMethod } from '../../contract/review.ts';
import type { LeftOut } from '../dataset.ts';
import type { Placed, Report } from '../problems.ts';
import type { Policy, ReviewEntry, Statement } from '../schemas.ts';
import { type Takedown, takedownFinder } from '../takedowns.ts';

/** A review's id and, if it isn't published, why. */
interface Decision {
  readonly id: string;
  readonly leftOut: LeftOut['reason'] | undefined;
}

/** A verified review without a method is vouched for by the business. */
export const methodOf = ({ verification }: Pick<ReviewEntry, 'verification'>): VerificationMethod => verification?.method ?? 'vouched';

/** Why a review isn't published; undefined if it is. */
export function reasonToLeaveOut(entry: ReviewEntry, policy: Policy, isTakenDown: boolean): LeftOut['reason'] | undefined {
  if (isTakenDown) return 'taken down';
  if (!entry.verified) return entry.hidden_at_source ? 'not public at the source' : 'not verified';
  if (!policy.verification.includes(methodOf(entry))) return 'verified in a way that does not count here';
  return entry.removed_at_source !== undefined && policy.removed_at_source === 'leave_out' ? 'removed at the source' : undefined;
}

/** The number of reviews left out for each reason. Takedowns are counted by their list, since most are no longer in the content. */
export function countLeftOut(decisions: readonly Decision[], takenDown: number): LeftOut[] {
  const counted = (Object.keys(absenceOf) as (keyof typeof absenceOf)[]).map((reason) => ({
    reason,
    count: decisions.filter(({ leftOut }) => leftOut === reason).length,
  }));
  return [...counted, { reason: 'taken down' as const, count: takenDown }].filter(({ count }) => count > 0);
}

const absenceOf: Readonly<Record<Exclude<LeftOut['reason'], 'taken down'>, Absence>> = {
  'not public at the source': { type: 'withdrawn', reason: 'policy' },
  'not verified': { type: 'withdrawn', reason: 'not_verified' },
  'verified in a way that does not count here': { type: 'withdrawn', reason: 'policy' },
  'removed at the source': { type: 'removed_at_source' },
};

/** Why each review that is or was in the content isn't published, by id. */
export function absencesOf(decisions: readonly Decision[], takedowns: ReadonlyMap<string, TakedownReason>): Map<string, Absence> {
  return new Map([
    ...decisions.flatMap(({ id, leftOut }) =>
      leftOut === undefined || leftOut === 'taken down' ? [] : [[id, absenceOf[leftOut]] as const],
    ),
    ...[...takedowns].map(([id, reason]) => [id, { type: 'taken_down', reason }] as const),
  ]);
}

/** The list of takedowns; duplicates are reported. */
export function checkTakedowns(list: readonly Placed<Takedown>[], report: Report): readonly Takedown[] {
  const ids = list.map(({ value }) => value.review);
  for (const [index, { value, at }] of list.entries()) {
    if (ids.indexOf(value.review) < index) report({ ...at(['review']), found: `${value.review} again`, write: 'keep one of the two' });
  }
  return list.map(({ value }) => value);
}

/** The reason of each takedown by review id, including reviews that a takedown matches although they have another id. */
export function takedownReasonsOf(
  takedowns: readonly Takedown[],
  written: ReadonlyMap<string, Placed<ReviewEntry>>,
): ReadonlyMap<string, TakedownReason> {
  const find = takedownFinder(takedowns);
  const meant = [...written].flatMap(([id, { value }]) => {
    const takedown = find({ ...value, id });
    return takedown ? [[id, takedown.reason ?? 'other'] as const] : [];
  });
  return new Map([...takedowns.map((takedown) => [takedown.review, takedown.reason ?? 'other'] as const), ...meant]);
}

/** The policy on a day: until a text's day of acceptance, the text is a draft. */
export function policyOn(day: string, policy: Policy): Policy {
  const draftUntilAccepted = (stated: Statement | undefined): Statement | undefined =>
    stated?.accepted !== undefined && stated.accepted > day ? { text: stated.text } : stated;
  return { ...policy, fake_reviews: draftUntilAccepted(policy.fake_reviews), incentives: draftUntilAccepted(policy.incentives) };
}
