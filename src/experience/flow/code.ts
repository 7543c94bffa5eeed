import { decide } from '../../domain/flow/decide.ts';
import { mayRegister } from '../../domain/flow/policy.ts';
import { codeKeyPurpose, isCode } from '../../domain/flow/secrets.ts';
import { personOnPages } from '../../kernel/actor.ts';
import { sendChallenge } from '../../operations/flows/send-challenge.ts';
import { factsOf } from '../../store/flows/flows.ts';
import type { RefusalReason } from '../../vocabulary/flows.ts';
import { type Address, readAddress } from './address.ts';
import { makeAttempt } from './attempt.ts';
import { type AnswerResult, type AnswerContext, showPresent } from './context.ts';
import { type Problem, pageOf } from './page.ts';
import {
  flowOf,
  isOwnBrowser,
  networkFor,
  originOf,
  sourceOf,
  versionOf,
  type VisitedFlow,
  visitFlow,
} from './visit.ts';

/** Sends a code to an address. The response does not depend on whether an account has it. */
export async function requestCode(
  { services, visit }: AnswerContext,
  visited: VisitedFlow,
  typed: string,
): Promise<AnswerResult> {
  const { flow } = visited;
  const shown = (problem: Problem) => ({ page: pageOf(visited, visit, { identifier: typed, problem }) });
  const address = await readAddress(services, visited, typed);
  if (typeof address === 'string') return shown({ name: address });
  const { recipient, callingCode } = address;
  if (flow.purpose === 'sign-up' && !mayRegisterIn(visited, address)) return shown({ name: 'domain-refused' });
  const { step } = pageOf(visited, visit);
  const input = {
    ...versionOf(flow, visit),
    flow: flowOf(flow),
    step,
    purpose: flow.purpose,
    recipient,
    callingCode,
    ...(await recipientOf({ services, visit, slot: undefined }, visited, address)),
    applicationName: visit.application.name,
    source: await sourceOf(visit),
  };
  const { output } = await services.execute(sendChallenge, personOnPages(flow.id, null), input, originOf(visit));
  const current = await visitFlow(services, visit);
  if (!current) return 'over';
  const { refused: name, until } = output;
  if (name === null) return { page: pageOf(current, visit) };
  const problem = { name, until: until ?? services.clock.now() };
  return { page: pageOf(current, visit, { identifier: recipient, problem }) };
}

/** Refusals that are shown after the code: only who receives it learns that there is an account. */
const explained: readonly RefusalReason[] = ['account-exists', 'passkey-unusable'];

/**
 * Whether a right code would be refused: then none is sent. An address without an account learns that instead, unless
 * it could sign up. And whose limits apply.
 */
async function recipientOf(
  { services, visit }: AnswerContext,
  visited: VisitedFlow,
  address: Address,
): Promise<{ sends: 'code' | 'no-account' | 'nothing'; network: string | null; isOwnBrowser: boolean }> {
  const { policy, flow } = visited;
  const { kind, recipient } = address;
  // Read again in any case, so that the number of statements is the same for every address.
  const { candidate } = (await visitFlow(services, visit, { identifier: recipient })) ?? {};
  const verification = { kind, subject: recipient, verifiedAt: services.clock.now(), sessionEpoch: null };
  // A new account may need both addresses.
  const earlier = flow.purpose === 'sign-up' ? flow.verifications : [];
  const verifications = [...earlier, verification];
  const decision = decide(policy, factsOf({ ...flow, challenge: undefined, verifications, account: candidate }));
  const mayBegin = candidate !== undefined || mayRegisterIn(visited, address);
  const limits = { network: networkFor(visit, candidate), isOwnBrowser: isOwnBrowser(visit, candidate) };
  const refused = 'refused' in decision ? decision.refused : undefined;
  if (mayBegin && (!refused || explained.includes(refused))) return { sends: 'code', ...limits };
  const isUnknown = refused === 'unknown-account' && kind === 'email' && !policy.signUp.isOpen;
  return { sends: isUnknown ? 'no-account' : 'nothing', ...limits };
}

/** Whether an account with the address may be created: an invitation is for its address, whatever the domain. */
const mayRegisterIn = ({ policy, flow }: VisitedFlow, { kind, recipient }: Address): boolean =>
  kind === 'phone' || mayRegister(policy, recipient) || flow.inputs.link?.invitedEmail === recipient;

/** Compares a code. The attempt is counted first, for the account and for the code. */
export function answerCode(context: AnswerContext, visited: VisitedFlow, typed: string): Promise<AnswerResult> {
  const { services } = context;
  const { flow, candidate: account } = visited;
  const { challenge } = flow;
  if (!challenge) return showPresent(context, { problem: { name: 'code-expired' } });
  const { userId = null, deviceId = null, sessionEpoch = null } = account ?? {};
  const subject = challenge.recipient;
  const proves = challenge.kind === 'phone' ? ('phone' as const) : ('email' as const);
  const kind = flow.purpose === 'reset' ? ('reset' as const) : proves;
  const network = networkFor(context.visit, account);
  const limited = { kind, userId, deviceId, identifier: subject, isProven: false, network };
  const verification = { kind: proves, subject, sessionEpoch, limited, use: null, rehash: null };
  return makeAttempt(context, visited, {
    step: 'code',
    limited,
    challengeId: challenge.id,
    problem: 'wrong-code',
    compare(secretHash) {
      const keys = services.secretBox.deriveAll(codeKeyPurpose);
      const code = typed.replaceAll(/\D/g, '');
      const isRight = secretHash !== null && isCode(keys, secretHash, challenge.id, code);
      return Promise.resolve(isRight ? { step: 'code', account, verification } : 'wrong-code');
    },
  });
}
