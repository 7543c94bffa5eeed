import { never } from '../../domain/attempt-limits.ts';
import { decide } from '../../domain/flow/decide.ts';
import { mayRegister, takes } from '../../domain/flow/policy.ts';
import { codeKeyPurpose, isCode } from '../../domain/flow/secrets.ts';
import { emailSchema } from '../../domain/identifiers.ts';
import { personOnPages } from '../../kernel/actor.ts';
import { chargeAttempt } from '../../operations/flows/charge-attempt.ts';
import { recordVerification } from '../../operations/flows/record-verification.ts';
import { sendChallenge } from '../../operations/flows/send-challenge.ts';
import { settleFailure } from '../../operations/flows/settle-failure.ts';
import { factsOf } from '../../store/flows/flows.ts';
import type { Answered, AnswerContext } from './context.ts';
import { finish } from './finish.ts';
import { type Problem, viewOf } from './view.ts';
import { flowOf, originOf, type VisitedFlow, visitFlow } from './visit.ts';

/** Sends a code to an address. The response does not depend on whether an account has it. */
export async function requestCode(
  { services, visit }: AnswerContext,
  visited: VisitedFlow,
  typed: string,
): Promise<Answered> {
  const { flow, policy } = visited;
  const shown = (problem: Problem) => ({ view: viewOf(visited, visit, { identifier: typed, problem }) });
  if (flow.purpose === 'sign-in' && !takes(policy, 'email')) return shown({ name: 'page-outdated' });
  const recipient = emailSchema.safeParse(typed).data;
  if (recipient === undefined) return shown({ name: 'email-invalid' });
  if (flow.purpose === 'sign-up' && !mayRegister(policy, recipient)) return shown({ name: 'domain-refused' });
  const { step } = viewOf(visited, visit);
  const input = {
    flowId: flow.id,
    version: flow.version,
    flow: flowOf(flow),
    step,
    purpose: flow.purpose,
    recipient,
    isWithheld: await leadsNowhere({ services, visit, slot: undefined }, visited, recipient),
    language: visit.language,
    applicationName: visit.application.name,
  };
  const { output } = await services.execute(sendChallenge, personOnPages(flow.id, null), input, originOf(visit));
  const current = await visitFlow(services, visit);
  if (!current) return 'over';
  if (output.isSent) return { view: viewOf(current, visit) };
  const until = output.until ?? services.clock.now();
  const isMoment = until.getTime() - services.clock.now().getTime() <= 30_000;
  const problem = { name: isMoment ? ('too-soon' as const) : ('too-many-messages' as const), until };
  return { view: viewOf(current, visit, { identifier: recipient, problem }) };
}

/** Whether a right code would be refused: then none is sent. */
async function leadsNowhere(
  { services, visit }: AnswerContext,
  visited: VisitedFlow,
  recipient: string,
): Promise<boolean> {
  const { policy, flow } = visited;
  // Read again in any case, so that the number of statements is the same for every address.
  const { candidate } = (await visitFlow(services, visit, recipient)) ?? {};
  const verifications = [{ kind: 'email' as const, subject: recipient, verifiedAt: services.clock.now() }];
  const account = candidate && { ...candidate, hasPassword: candidate.passwordHash !== null };
  const decision = decide(policy, { ...factsOf(flow), awaitsCode: undefined, verifications, account });
  const mayBegin = candidate !== undefined || mayRegister(policy, recipient);
  return 'refused' in decision || !mayBegin;
}

/** Compares a code. The attempt is counted first, for the account and for the code. */
export async function answerCode(context: AnswerContext, visited: VisitedFlow, typed: string): Promise<Answered> {
  const { services, visit } = context;
  const { flow, candidate } = visited;
  const { challenge } = flow;
  if (!challenge) return { view: viewOf(visited, visit, { problem: { name: 'code-expired' } }) };
  const { userId = null, deviceId = null } = candidate ?? {};
  const limited = { userId, deviceId, identifier: challenge.recipient };
  const attempt = { flowId: flow.id, step: 'code' as const, kind: 'email' as const, limited };
  const [visitor, origin] = [personOnPages(flow.id, null), originOf(visit)];
  const charge = { ...attempt, flow: flowOf(flow), challengeId: challenge.id };
  const { output } = await services.execute(chargeAttempt, visitor, charge, origin);
  if (output.outcome === 'over') return 'over';
  if (output.lockedUntil) return shown(context, lockedProblem(output.lockedUntil));
  if (!output.secretHash) return shown(context, { name: 'code-expired' });

  const code = typed.replaceAll(/\D/g, '');
  const isRight = isCode(services.secretBox.deriveAll(codeKeyPurpose), output.secretHash, challenge.id, code);
  if (isRight) {
    const verification = { kind: 'email' as const, subject: challenge.recipient, limited };
    return verified(context, visited, verification);
  }
  const failed = await services.execute(settleFailure, visitor, { ...attempt, reason: 'wrong-code' }, origin);
  const until = failed.output.lockedUntil;
  return shown(context, until ? lockedProblem(until) : { name: 'wrong-code' });
}

const lockedProblem = (until: Date): Problem =>
  until >= never ? { name: 'locked-for-good' } : { name: 'locked', until };

async function shown({ services, visit }: AnswerContext, problem: Problem): Promise<Answered> {
  const current = await visitFlow(services, visit);
  return current ? { view: viewOf(current, visit, { problem }) } : 'over';
}

interface EmailVerification {
  kind: 'email';
  subject: string;
  limited: { userId: string | null; deviceId: string | null; identifier: string };
}

/** The flow is ready with this verification, or goes on. */
async function verified(
  context: AnswerContext,
  { policy, flow, candidate }: VisitedFlow,
  verification: EmailVerification,
): Promise<Answered> {
  const { services, visit } = context;
  const { kind, subject } = verification;
  const verifications = [...flow.verifications, { kind, subject, verifiedAt: services.clock.now() }];
  const account = candidate && { ...candidate, hasPassword: candidate.passwordHash !== null };
  const decision = decide(policy, { ...factsOf(flow), awaitsCode: undefined, verifications, account });
  const answered = { flowId: flow.id, version: flow.version, step: 'code' as const, verification };
  if ('ready' in decision && decision.ready !== 'completeReset')
    return finish(context, { effect: decision.ready, answered, userId: candidate?.userId ?? null, amr: ['otp'] });
  await services.execute(recordVerification, personOnPages(flow.id, null), answered, originOf(visit));
  const current = await visitFlow(services, visit);
  return current ? { view: viewOf(current, visit) } : 'over';
}
