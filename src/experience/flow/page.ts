import type { Decision, SignUpField } from '../../domain/flow/facts.ts';
import type { AddressKind, SignInPolicy } from '../../domain/flow/policy.ts';
import type { AttemptLimitKind } from '../../domain/people/attempt-limits.ts';
import type { FlowPurpose, FlowStep, RefusalReason } from '../../vocabulary/flows.ts';
import type { Texts } from '../texts/index.ts';
import type { Flow } from '../../store/flows/flow.ts';
import type { Link } from '../../store/one-time-tokens/links.ts';
import { addressKinds } from './address.ts';
import { type Entry, hasEntries, hasIdentity, usualEntry } from './entry.ts';
import type { Step } from './step.ts';
import { isStandalone, type Visit } from './visit.ts';

export interface PlainProblem {
  name: Exclude<keyof Texts['problems'], Delayed>;
}

/** The reason why an answer was not accepted, in the words of the pages. */
export type Problem = (PlainProblem | { name: Delayed; until: Date }) & {
  /** The attempts that a lock is for: other ways to sign in still work. */
  attempts?: AttemptLimitKind;
};

/** Problems that end by themselves. */
type Delayed = 'too-soon' | 'too-many-messages' | 'locked' | 'network-limited';

/** The step that a person sees, as a page or as JSON. */
export interface Page {
  purpose: FlowPurpose;
  step: FlowStep;
  /** Steps that can be answered instead. */
  ways: readonly FlowStep[];
  /** The flow cannot go on. */
  refused?: RefusalReason;
  version: number;
  reference: string;
  applicationName: string;
  policy: SignInPolicy;
  /** Kinds of addresses to which the step can send a code; empty if no message can be sent. */
  addresses: readonly AddressKind[];
  /** True if people can sign up, and reset their passwords: messages can be sent that these need. */
  canSignUp: boolean;
  canReset: boolean;
  /** The typed identifier, or the one that the application suggests. */
  identifier: string;
  /** The content of the first page of a sign-in. */
  entry: Entry;
  /** The fields of the step `fields`. */
  fields: readonly SignUpField[];
  /** Typed values, except for secrets. */
  values: Record<string, string>;
  problem: Problem | undefined;
  /** A password was set in this flow, for the account with the shown identifier. */
  hasNewPassword: boolean;
  /** True if no application waits for a sign-in. */
  isStandalone: boolean;
  /** True if the person is signed in, and only has to prove more. */
  isSignedIn: boolean;
  /** The way of the last sign-in in this browser. */
  lastWay: string | undefined;
  /** The address of the identity provider to which the person goes now. */
  leavesTo?: string | undefined;
  /** The link that was opened in this browser, if it can be used. */
  link: Link | undefined;
  /** The flow, for what a step shows besides (src/experience/flow/details.ts). */
  flow: Flow;
}

/** The step that is answered: the decided one, or one of its ways. */
export function chosenStep(decision: Decision, chosen?: FlowStep): FlowStep {
  if (!('step' in decision)) return 'identify';
  return chosen && decision.ways?.includes(chosen) ? chosen : decision.step;
}

/** The page of a step, or of one of its ways; with a problem, or with what was typed. */
export function pageOf(
  current: Step,
  visit: Pick<Visit, 'application' | 'loginHint' | 'link' | 'lastWay'>,
  { step: chosen, problem, identifier, entry, values = {}, leavesTo }: Partial<Page> = {},
): Page {
  const { application, loginHint, link, lastWay } = visit;
  const { flow, policy, decision, canSend } = current;
  const { identifier: typed } = flow.inputs;
  const step = chosenStep(decision, chosen);
  const ways = 'step' in decision ? (decision.ways ?? []) : [];
  const addresses = addressKinds(current);
  const toProve = hasIdentity(flow) ? flow.account?.email : undefined;
  const shown = identifier ?? toProve ?? typed ?? flow.inputs.link?.invitedEmail ?? loginHint ?? '';
  const hasNewPassword = flow.inputs.newPasswordOf !== undefined && (identifier ?? typed) === typed;
  const usual = () => (hasNewPassword ? 'password' : usualEntry(current, { identifier: shown, addresses, lastWay }));
  return {
    purpose: flow.purpose,
    step,
    ways: [chosenStep(decision), ...ways].filter((way) => way !== step),
    ...('refused' in decision && { refused: decision.refused }),
    version: flow.version,
    reference: flow.reference,
    applicationName: application.name,
    policy,
    addresses,
    canSignUp: policy.signUp.verifies.every((kind) => canSend[kind]),
    canReset: addressKinds(current, 'reset').length > 0,
    identifier: shown,
    entry: shown && hasEntries(current) ? (entry ?? usual()) : 'identifier',
    fields: ('step' in decision && decision.fields) || [],
    values,
    problem,
    hasNewPassword,
    isStandalone: isStandalone(visit),
    isSignedIn: flow.verifications.some(({ kind }) => kind === 'session'),
    link,
    lastWay,
    leavesTo,
    flow,
  };
}

/** HTTP status of a page: RFC 9110 §15.5.21, RFC 6585 §4. */
export const statusOf = ({ problem, refused }: Page): 200 | 403 | 422 | 429 => {
  if (refused) return 403;
  if (!problem) return 200;
  return 'until' in problem || problem.name === 'locked-for-good' ? 429 : 422;
};
