import type { AttemptSlot } from '../../platform/passwords/passwords.ts';
import type { StoredPasskey } from '../../store/factors/passkeys.ts';
import type { Account, AccountLookup, Flow } from '../../store/flows/flow.ts';
import type { FlowPurpose, FlowStep } from '../../vocabulary/flows.ts';
import { type Page, pageOf, type PlainProblem } from './page.ts';
import { nextStep, readStep, type Step } from './step.ts';
import type { FlowServices, Visit } from './visit.ts';

/** The fields of a form or of JSON. */
export type Fields = Readonly<Record<string, string>>;

/** An answer of a person to the present step. */
export interface Answer {
  services: FlowServices;
  visit: Visit;
  /** A slot in the hashing queue: undefined for answers without a password. */
  slot: AttemptSlot | undefined;
  /** The flow, as it was read for this request. */
  step: Step;
  /** The step that is answered: the decided one, or one that can be answered instead. */
  name: FlowStep;
  /** The identifier is in its normal form. */
  fields: Fields;
  /** The passkey in the fields, if it is stored. */
  passkey?: StoredPasskey | undefined;
}

/** The result of an answer. */
export type AnswerResult =
  /**
   * The person is signed in, in this way. With the hash of the secret by which the device was known to the user before.
   */
  | { userId: string; replacedDevice: Uint8Array | null; way: string | undefined }
  /** The next step, or the same one with a problem. */
  | { page: Page }
  /** The flow has ended without a sign-in, because no application waits for one. */
  | { purpose: FlowPurpose }
  /** The flow has ended or expired. */
  | 'over';

/** The step that was answered, which the answer has not changed. */
export const showStep = ({ step, visit }: Pick<Answer, 'step' | 'visit'>, shown: Partial<Page> = {}): AnswerResult => ({
  page: pageOf(step, visit, shown),
});

/** The same, with a problem. */
export const showProblem = (answer: Answer, name: PlainProblem['name']): AnswerResult =>
  showStep(answer, { problem: { name } });

/** The step that follows, after an operation has changed the flow. */
export const showNext = ({ step, visit }: Answer, flow: Flow, shown: Partial<Page> = {}): AnswerResult => ({
  page: pageOf(nextStep(step, flow, visit), visit, shown),
});

/** The present step, read again: the flow has begun again, or another answer has changed it. */
export async function showAgain({ services, visit }: Answer, shown: Partial<Page> = {}): Promise<AnswerResult> {
  const step = await readStep(services, visit);
  return step ? showStep({ step, visit }, shown) : 'over';
}

/** The account of a lookup. It was read with the flow, unless the form names another one. */
export async function findAccount(
  { services, visit, step }: Answer,
  lookup: Exclude<AccountLookup, undefined>,
): Promise<Account | undefined> {
  const isRead = JSON.stringify(step.lookup) === JSON.stringify(lookup);
  return (isRead ? step : await readStep(services, visit, lookup))?.candidate;
}
