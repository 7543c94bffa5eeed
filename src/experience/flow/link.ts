import { timingSafeEqual } from 'node:crypto';
import type { FlowLink } from '../../domain/flow/facts.ts';
import { tokenHash, tokenParts } from '../../domain/people/one-time-token.ts';
import { changePurpose } from '../../operations/flows/change-purpose.ts';
import { isLinking, type SignInPurpose } from '../../vocabulary/flows.ts';
import type { Account } from '../../store/flows/flow.ts';
import { type Link, readLink } from '../../store/one-time-tokens/links.ts';
import type { LimitedInput, VerificationInput } from '../../operations/flows/inputs.ts';
import { type Answer, type AnswerResult, findAccount, showProblem } from './answer.ts';
import { makeAttempt } from './attempt.ts';
import { readStep, type Step } from './step.ts';
import { callerIn, flowOf, isStandalone, networkFor, originOf, versionOf } from './visit.ts';

/**
 * Uses the link that was opened in this browser. A link that was sent to an address verifies it; another one of the
 * Management API signs in its user. One of an invitation that was not sent proves nothing: the person signs in as
 * usual.
 */
export async function answerLink(answer: Answer): Promise<AnswerResult> {
  const { services, visit, step } = answer;
  const { id = '', secret = '' } = tokenParts(visit.linkText ?? '') ?? {};
  if (!id || step.flow.verifications.length) return showProblem(answer, 'page-outdated');
  const stored = await readLink(services.database.prisma, id, services.clock.now());
  // Before the attempt is counted: what can no longer be used is not an attempt.
  if (stored && stored.link.status !== 'valid') return showProblem(answer, 'link-invalid');
  const { purpose = step.flow.purpose } = stored?.link ?? {};
  if (isLinking(purpose)) return showProblem(answer, 'link-invalid');
  if (isStandalone(visit) && stored && (stored.link.kind !== 'code' || purpose !== visit.purpose))
    return showProblem(answer, 'link-invalid');
  if (step.flow.purpose !== purpose) return answerLink({ ...answer, step: await beginAgain(answer, purpose) });
  const account = stored && (await findAccount(answer, lookupOfLink(stored.link)));
  const { userId = null, deviceId = null } = account ?? {};
  const identifier = stored?.link.address ?? id;
  const network = networkFor(visit, account);
  const kind = stored?.link.kind === 'code' ? limitOfCodes[purpose] : ('one-time-token' as const);
  const limited = { kind, userId, deviceId, identifier, isProven: false, network };
  return makeAttempt(answer, {
    step: 'link',
    limited,
    problem: 'link-invalid',
    compare() {
      const isRight = stored !== undefined && timingSafeEqual(tokenHash(secret), stored.secretHash);
      if (!isRight) return Promise.resolve('wrong-link' as const);
      const { link } = stored;
      const verification = verificationBy(link, account, limited);
      const inputs = link.kind === 'code' ? {} : { link: flowLinkOf(link) };
      const proof = verification ? { account, verification } : { limited };
      return Promise.resolve({ step: 'link' as const, inputs, ...proof });
    },
  });
}

/** The same as of the codes. */
const limitOfCodes = { 'sign-in': 'email', 'sign-up': 'email', reset: 'reset' } as const;

/** The step of the flow, begun again with the purpose of the link. */
async function beginAgain({ services, visit, step }: Answer, purpose: SignInPurpose): Promise<Step> {
  const { flow, lookup } = step;
  const input = {
    ...versionOf(flow, visit),
    flow: await flowOf(services, flow, visit),
    step: 'link' as const,
    purpose,
  };
  await services.execute(changePurpose, callerIn(visit, flow.id), input, originOf(visit));
  return (await readStep(services, visit, lookup)) ?? step;
}

/** The account that a link is for. */
export const lookupOfLink = ({ userId, address }: Link) =>
  userId === null ? { identifier: address ?? '' } : { userId };

function verificationBy(
  { id: tokenId, isMailed, address, userId }: Link,
  account: Account | undefined,
  limited: LimitedInput,
): VerificationInput | undefined {
  const common = {
    sessionEpoch: account?.sessionEpoch ?? null,
    limited,
    use: { kind: 'link' as const, tokenId },
    rehash: null,
  };
  if (isMailed && address !== null) return { ...common, kind: 'email', subject: address };
  return userId === null ? undefined : { ...common, kind: 'one-time-token', subject: userId };
}

/** The part of a link that the flow keeps. One for an address opens the sign-up for it. */
const flowLinkOf = ({ id: tokenId, userId, address }: Link): FlowLink =>
  userId === null && address !== null ? { tokenId, invitedEmail: address } : { tokenId };
