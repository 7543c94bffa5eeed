import type { SignUpField } from '../../domain/flow/facts.ts';
import type { AddressKind, SignInPolicy } from '../../domain/flow/policy.ts';
import type { FlowPurpose, FlowStep, RefusalReason } from '../../vocabulary/flows.ts';
import type { Texts } from '../texts/index.ts';
import type { OpenFlow } from '../../store/flows/situation.ts';
import type { Link } from '../../store/one-time-tokens/links.ts';
import { addressKinds } from './address.ts';
import { isStandalone, type Visit, type VisitedFlow } from './visit.ts';

export interface PlainProblem {
  name: Exclude<keyof Texts['problems'], Delayed>;
}

/** Why an answer was not accepted, in the words of the pages. */
export type Problem = PlainProblem | { name: Delayed; until: Date };

/** Problems that end by themselves. */
type Delayed = 'too-soon' | 'too-many-messages' | 'locked' | 'network-limited';

/** What the person sees: pages and JSON show the same. */
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
  /** Whether people can sign up, and reset their passwords: messages can be sent that these need. */
  canSignUp: boolean;
  canReset: boolean;
  /** The typed identifier, or the one that the application suggests. */
  identifier: string;
  /** The fields of the step `fields`. */
  fields: readonly SignUpField[];
  /** What was typed, except for secrets. */
  values: Record<string, string>;
  problem?: Problem;
  /** A password was set in this flow, for the account with the shown identifier. */
  hasNewPassword: boolean;
  /** Whether no application waits for a sign-in. */
  isStandalone: boolean;
  /** Whether the person is signed in, and only has to prove more. */
  isSignedIn: boolean;
  /** The link that was opened in this browser, if it can be used. */
  link: Link | undefined;
  /** The flow, for what a step shows besides (src/experience/flow/details.ts). */
  flow: OpenFlow;
}

export interface Shown {
  /** One of the ways of the present step. */
  step?: FlowStep;
  problem?: Problem | undefined;
  identifier?: string | undefined;
  values?: Record<string, string>;
}

/** The present step of a flow. */
export function pageOf(
  visited: VisitedFlow,
  visit: Pick<Visit, 'application' | 'loginHint' | 'link'>,
  { step: chosen, problem, identifier, values = {} }: Shown = {},
): Page {
  const { application, loginHint, link } = visit;
  const { flow, policy, decision, canSend } = visited;
  const { identifier: typed } = flow.inputs;
  const { step: next, ways = [] } = 'step' in decision ? decision : { step: 'identify' as const };
  const step = chosen && ways.includes(chosen) ? chosen : next;
  return {
    purpose: flow.purpose,
    step,
    ways: [next, ...ways].filter((way) => way !== step),
    ...('refused' in decision && { refused: decision.refused }),
    version: flow.version,
    reference: flow.reference,
    applicationName: application.name,
    policy,
    addresses: addressKinds(visited),
    canSignUp: policy.signUp.verifies.every((kind) => canSend[kind]),
    canReset: addressKinds(visited, 'reset').length > 0,
    identifier: identifier ?? typed ?? flow.inputs.link?.invitedEmail ?? loginHint ?? '',
    fields: ('step' in decision && decision.fields) || [],
    values,
    ...(problem && { problem }),
    hasNewPassword: flow.inputs.newPasswordOf !== undefined && (identifier ?? typed) === typed,
    isStandalone: isStandalone(visit),
    isSignedIn: flow.verifications.some(({ kind }) => kind === 'session'),
    link,
    flow,
  };
}

/** HTTP status of a page: RFC 9110 §15.5.21, RFC 6585 §4. */
export const statusOf = ({ problem, refused }: Page): 200 | 403 | 422 | 429 => {
  if (refused) return 403;
  if (!problem) return 200;
  return 'until' in problem || problem.name === 'locked-for-good' ? 429 : 422;
};
