import { isFailure } from '../../domain/failure.ts';
import { identitySubject } from '../../domain/flow/identity.ts';
import { tokenHash, tokenText } from '../../domain/people/one-time-token.ts';
import type { ReadIdentity } from '../../domain/identity-providers/read-identity.ts';
import { refuseProviderSignIn } from '../../operations/flows/provider/refuse-provider-sign-in.ts';
import { startProviderSignIn } from '../../operations/flows/provider/start-provider-sign-in.ts';
import { type Answer, type AnswerResult, showAgain, showProblem, showStep } from './answer.ts';
import { acceptAnswer } from './finish.ts';
import { chosenStep } from './page.ts';
import { readStep, type Step } from './step.ts';
import { callerIn, flowOf, originOf, versionOf, type Visit } from './visit.ts';

/** Sends the person to an identity provider. Who comes back is bound to this flow. */
export async function goToProvider(answer: Answer, providerId: string): Promise<AnswerResult> {
  const { services, visit, step, fields } = answer;
  const { flow } = step;
  if (!canUse(step, providerId)) return showProblem(answer, 'page-outdated');
  const id = services.ids.next('challenge');
  const secret = services.ids.secret();
  const identifier = fields['identifier'] || (flow.inputs.identifier ?? '');
  const [actor, origin] = [callerIn(visit, flow.id), originOf(visit)];
  const started = await services.startAtProvider(providerId, {
    state: tokenText(id, secret),
    ...(identifier.includes('@') && { loginHint: identifier }),
    // The application requests a new sign-in: that of the browser does not suffice.
    forcesSignIn: visit.signedInUserId !== undefined && visit.member === undefined,
    returnPath: returnPathOf(visit, flow.id),
  });
  const stored = { flow: await flowOf(services, flow, visit), step: chosenStep(step.decision) };
  if ('refused' in started) {
    const refusal = { ...stored, flowId: flow.id, reason: started.refused };
    await services.execute(refuseProviderSignIn, actor, refusal, origin);
    return showStep(answer, { problem: { name: 'provider-failed' } });
  }
  const input = {
    ...versionOf(flow, visit),
    ...stored,
    identityProviderId: providerId,
    identifier: identifier || null,
    challenge: { id, secretHash: tokenHash(secret), sealed: started.sealed },
  };
  await services.execute(startProviderSignIn, actor, input, origin);
  return showAgain(answer, { leavesTo: started.url });
}

/** A provider that the first page offers, or to which the typed address or the flow leads. */
const canUse = ({ flow, domainProvider }: Step, id: string): boolean =>
  flow.inputs.identityProviderId === undefined
    ? flow.providers.some((one) => one.id === id && (one.isShown || isOfFlow(flow, id))) || domainProvider?.id === id
    : flow.inputs.identityProviderId === id;

const isOfFlow = ({ challenge, inputs }: Step['flow'], id: string): boolean =>
  challenge?.address === id || inputs.identity?.providerId === id;

/** A flow of the Account API goes on with a page, which the session of the browser opens. */
const returnPathOf = ({ action }: Visit, flowId: string): string => action || `/account/flows/${flowId}`;

/** Goes on with what the identity provider has stated: in the browser that began, and once. */
export async function answerUpstream(answer: Answer): Promise<AnswerResult> {
  const { challenge } = answer.step.flow;
  const returned = challenge?.returned;
  if (!challenge || !returned) return showStep(answer);
  if ('refused' in returned) return showStep(answer);
  const { read, providerVersion } = returned;
  const identity = { providerId: challenge.address, providerVersion, subject: read.subject };
  // Read again with what was stated: whose account it is, and which provider its domain requires.
  const step = await readStep(answer.services, answer.visit, lookupOf(answer.step, challenge.address, read));
  if (step?.flow.version !== answer.step.flow.version) return showAgain(answer, { problem: { name: 'page-outdated' } });
  const { candidate: account } = step;
  const subject = identitySubject(identity);
  const isOwner = account?.identities.includes(subject) ?? false;
  const verification = {
    kind: read.kind,
    subject,
    ...(read.isVouched && read.email !== null && { vouchedEmail: read.email }),
    sessionEpoch: (step.flow.account ?? (isOwner ? account : undefined))?.sessionEpoch ?? null,
    limited: null,
    use: null,
    rehash: null,
  };
  const inputs = {
    identity: { ...identity, label: read.label, name: read.name, locale: read.locale },
    ...(read.name && { name: read.name }),
  };
  try {
    return await acceptAnswer({ ...answer, step }, { step: 'upstream', account, verification, inputs });
  } catch (error) {
    // The account has changed, or another one has got the identity meanwhile.
    if (!isFailure(error, 'FORBIDDEN', 'CONFLICT')) throw error;
    return showAgain(answer, { problem: { name: 'page-outdated' } });
  }
}

/**
 * The account with the identity; else the one with the address that the provider vouches for, unless a user is signed
 * in.
 */
const lookupOf = ({ flow }: Step, providerId: string, { subject, isVouched, email }: ReadIdentity) => ({
  identity: { providerId, subject },
  email: isVouched && !flow.account ? email : null,
});

/** Links the identity with the account. */
export const answerConfirmIdentity = (answer: Answer): Promise<AnswerResult> => decideLink(answer, true);

/** Goes on without linking it. */
export const skipLink = (answer: Answer): Promise<AnswerResult> | AnswerResult =>
  answer.name === 'confirm-identity' ? decideLink(answer, false) : showProblem(answer, 'page-outdated');

const decideLink = (answer: Answer, linksIdentity: boolean): Promise<AnswerResult> =>
  acceptAnswer(answer, { step: 'confirm-identity', inputs: { linksIdentity } });
