import { decide } from '../../domain/flow/decide.ts';
import { mayRegister } from '../../domain/flow/policy.ts';
import { codeKeyPurpose, isCode } from '../../domain/flow/secrets.ts';
import { sendChallenge } from '../../operations/flows/send-challenge.ts';
import { isLinking, type RefusalReason } from '../../vocabulary/flows.ts';
import { type Address, readAddress } from './address.ts';
import { type Answer, type AnswerResult, findAccount, showNext, showProblem, showStep } from './answer.ts';
import { makeAttempt } from './attempt.ts';
import { chosenStep, type Problem } from './page.ts';
import type { Step } from './step.ts';
import { callerIn, flowOf, isOwnBrowser, networkFor, originOf, sourceOf, versionOf } from './visit.ts';

/** Sends a code to an address. The response does not depend on whether an account has it. */
export async function requestCode(answer: Answer, identifier: string): Promise<AnswerResult> {
  const { services, visit, step } = answer;
  const { flow } = step;
  const { purpose } = flow;
  if (purpose === 'link-factor' || purpose === 'link-identity') return showProblem(answer, 'page-outdated');
  const refuse = (problem: Problem) => showStep(answer, { identifier, entry: 'identifier', problem });
  const target = await readAddress(services, step, identifier);
  if (typeof target === 'string') return refuse({ name: target });
  const { address, callingCode } = target;
  if (purpose === 'sign-up' && !mayRegisterIn(step, target)) return refuse({ name: 'domain-refused' });
  const input = {
    ...versionOf(flow, visit),
    flow: await flowOf(services, flow, visit),
    step: chosenStep(step.decision),
    purpose,
    address,
    callingCode,
    ...(await deliveryOf(answer, target)),
    applicationName: visit.application.name,
    source: await sourceOf(visit),
  };
  const { output } = await services.execute(sendChallenge, callerIn(visit, flow.id), input, originOf(visit));
  const { refused: name, until, flow: next } = output;
  if (name === null) return showNext(answer, next);
  return showNext(answer, next, { identifier: address, problem: { name, until: until ?? services.clock.now() } });
}

/** Refusals that are shown after the code: only who receives it learns that there is an account. */
const explained: readonly RefusalReason[] = ['account-exists', 'passkey-unusable'];

/**
 * The message for an address: none if its code would be refused. An address without an account learns that instead,
 * unless it could sign up. With the limits that apply.
 */
async function deliveryOf(
  answer: Answer,
  target: Address,
): Promise<{ sends: 'code' | 'no-account' | 'nothing'; network: string | null; isOwnBrowser: boolean }> {
  const { services, visit, step } = answer;
  const { policy, flow } = step;
  const { kind, address } = target;
  const account = await findAccount(answer, { identifier: address });
  const limits = { network: networkFor(visit, account), isOwnBrowser: isOwnBrowser(visit, account) };
  // Whether another account has the address is shown after the code.
  if (isLinking(flow.purpose)) return { sends: 'code', ...limits };
  const verification = { kind, subject: address, verifiedAt: services.clock.now(), sessionEpoch: null };
  // A new account may need both addresses.
  const earlier = flow.purpose === 'sign-up' ? flow.verifications : [];
  const verifications = [...earlier, verification];
  const decision = decide(policy, { ...flow, challenge: undefined, verifications, account });
  const mayBegin = account !== undefined || mayRegisterIn(step, target);
  const refused = 'refused' in decision ? decision.refused : undefined;
  if (mayBegin && (!refused || explained.includes(refused))) return { sends: 'code', ...limits };
  const isUnknown = refused === 'unknown-account' && kind === 'email' && !policy.signUp.isOpen;
  return { sends: isUnknown ? 'no-account' : 'nothing', ...limits };
}

/** True if an account with the address may be created: an invitation is for its address, whatever the domain. */
const mayRegisterIn = ({ policy, flow }: Step, { kind, address }: Address): boolean =>
  kind === 'phone' || mayRegister(policy, address) || flow.inputs.link?.invitedEmail === address;

/**
 * Compares a code. The attempt is counted first, for the code, and for the account with its address; if the address is
 * added to an account, for that one.
 */
export async function answerCode(answer: Answer): Promise<AnswerResult> {
  const { services, visit, step, fields } = answer;
  const { challenge, purpose } = step.flow;
  if (!challenge) return showProblem(answer, 'code-expired');
  const { id: challengeId, address } = challenge;
  const account = await findAccount(answer, { identifier: address });
  const person = isLinking(purpose) ? step.flow.account : account;
  const { userId = null, deviceId = null, sessionEpoch = null } = person ?? {};
  const proves = challenge.kind === 'phone' ? ('phone' as const) : ('email' as const);
  const kind = purpose === 'reset' ? ('reset' as const) : proves;
  const network = networkFor(visit, account);
  const limited = { kind, userId, deviceId, identifier: address, isProven: false, network };
  const verification = { kind: proves, subject: address, sessionEpoch, limited, use: null, rehash: null };
  return makeAttempt(answer, {
    step: 'code',
    limited,
    challengeId,
    problem: 'wrong-code',
    compare(secretHash) {
      const keys = services.secretBox.deriveAll(codeKeyPurpose);
      const code = (fields['code'] ?? '').replaceAll(/\D/g, '');
      const isRight = secretHash !== null && isCode(keys, secretHash, challengeId, code);
      return Promise.resolve(isRight ? { step: 'code', account, verification } : 'wrong-code');
    },
  });
}
