import { timingSafeEqual } from 'node:crypto';
import type { FlowLink } from '../../domain/flow/facts.ts';
import { tokenHash, tokenParts } from '../../domain/one-time-token.ts';
import { personOnPages } from '../../kernel/actor.ts';
import { changePurpose } from '../../operations/flows/change-purpose.ts';
import type { FlowPurpose } from '../../vocabulary/flows.ts';
import type { Candidate } from '../../store/flows/situation.ts';
import { type Link, readLink } from '../../store/one-time-tokens/links.ts';
import type { LimitedInput, VerificationInput } from '../../operations/flows/inputs.ts';
import { makeAttempt } from './attempt.ts';
import { type AnswerResult, type AnswerContext, showPresent } from './context.ts';
import { flowOf, isStandalone, networkFor, originOf, versionOf, type VisitedFlow, visitFlow } from './visit.ts';

/**
 * Uses the link that was opened in this browser. A link that was sent to an address verifies it; another one of the
 * Management API signs in its user. One of an invitation that was not sent proves nothing: the person signs in as
 * usual.
 */
export async function answerLink(context: AnswerContext, visited: VisitedFlow): Promise<AnswerResult> {
  const { services, visit } = context;
  const { id = '', secret = '' } = tokenParts(visit.linkText ?? '') ?? {};
  if (!id || visited.flow.verifications.length) return showPresent(context, { problem: { name: 'page-outdated' } });
  const stored = await readLink(services.database.prisma, id, services.clock.now());
  // Before the attempt is counted: what can no longer be used is not an attempt.
  if (stored && stored.link.status !== 'valid') return showPresent(context, { problem: { name: 'link-invalid' } });
  const { purpose = visited.flow.purpose } = stored?.link ?? {};
  if (isStandalone(visit) && stored && (stored.link.kind !== 'code' || purpose !== visit.purpose))
    return showPresent(context, { problem: { name: 'link-invalid' } });
  if (visited.flow.purpose !== purpose) return answerLink(context, await begun(context, visited, purpose));
  const account = stored && (await accountOf(context, stored.link));
  const { userId = null, deviceId = null } = account ?? {};
  const identifier = stored?.link.address ?? id;
  const network = networkFor(visit, account);
  const kind = stored?.link.kind === 'code' ? limitOfCodes[purpose] : ('one-time-token' as const);
  const limited = { kind, userId, deviceId, identifier, isProven: false, network };
  return makeAttempt(context, visited, {
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

/** The flow, begun again with what the link is for. */
async function begun(
  { services, visit }: AnswerContext,
  visited: VisitedFlow,
  purpose: FlowPurpose,
): Promise<VisitedFlow> {
  const { flow } = visited;
  const input = { ...versionOf(flow, visit), flow: flowOf(flow), step: 'link' as const, purpose };
  await services.execute(changePurpose, personOnPages(flow.id, null), input, originOf(visit));
  return (await visitFlow(services, visit)) ?? visited;
}

/** The account that a link is for. */
async function accountOf(
  { services, visit }: AnswerContext,
  { userId, address }: Link,
): Promise<Candidate | undefined> {
  const sought = userId === null ? { identifier: address ?? '' } : { userId };
  return (await visitFlow(services, visit, sought))?.candidate;
}

function verificationBy(
  { id: tokenId, isMailed, address, userId }: Link,
  account: Candidate | undefined,
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

/** What is kept of a link. One for an address opens the sign-up for it. */
const flowLinkOf = ({ id: tokenId, userId, address }: Link): FlowLink =>
  userId === null && address !== null ? { tokenId, invitedEmail: address } : { tokenId };
