import { Failure } from '../../domain/failure.ts';
import { personOnPages } from '../../kernel/actor.ts';
import type { SignedIn } from '../../oidc/provider/interactions.ts';
import { chargeAttempt } from '../../operations/flows/charge-attempt.ts';
import { completeSignIn } from '../../operations/flows/complete-sign-in.ts';
import { settleFailure } from '../../operations/flows/settle-failure.ts';
import type { AttemptSlot } from '../../platform/passwords/passwords.ts';
import type { Candidate, FlowUser } from '../../store/flows/flows.ts';
import type { FlowStep, RefusalReason } from '../../vocabulary/flows.ts';
import { type FlowServices, flowOf, originOf, type Visit, type VisitedFlow, visitFlow } from './visit.ts';

/** The longest password that can be set (domain/identifiers.ts). */
const maxPasswordLength = 256;

export interface PasswordAnswer {
  step: FlowStep;
  /** In its normal form. */
  identifier: string;
  password: string;
}

export type PasswordResult =
  | { signedIn: SignedIn }
  /** Wrong, or another reason that is not revealed. */
  | { problem: 'wrong-password' }
  | { problem: 'locked'; until: Date }
  | 'over';

/** Services, and a slot in the hashing queue, which was taken before anything is counted. */
interface Context {
  services: FlowServices;
  visit: Visit;
  slot: AttemptSlot;
}

/**
 * Compares a password: with the stored hash, or for unknown accounts and those without a password with a decoy. The
 * attempt is counted first, so that limits hold however many are made at the same time.
 */
export async function answerPassword(
  context: Context,
  visited: VisitedFlow,
  answer: PasswordAnswer,
): Promise<PasswordResult> {
  const { services, visit } = context;
  const { flow, candidate } = visited;
  const { userId = null, deviceId = null } = candidate ?? {};
  const limited = { userId, deviceId, identifier: answer.identifier };
  const attempt = { flowId: flow.id, step: answer.step, kind: 'password' as const, limited };
  const [visitor, origin] = [personOnPages(flow.id, null), originOf(visit)];
  const charge = { ...attempt, challengeId: null, flow: flowOf(flow) };
  const { output } = await services.execute(chargeAttempt, visitor, charge, origin);
  if (output.outcome === 'over') return 'over';
  if (output.lockedUntil) return { problem: 'locked', until: output.lockedUntil };

  const settle = (reason: RefusalReason) => services.execute(settleFailure, visitor, { ...attempt, reason }, origin);
  const compared = await compare(context, candidate, answer.password).catch(async (error: unknown) => {
    // The client closed the connection. An attempt that was counted has a result in any case.
    await settle('not-compared');
    throw error;
  });
  if (typeof compared === 'object' && candidate) {
    const signedIn = await complete(context, { visited, answer, user: candidate, compared });
    if (signedIn) return { signedIn };
    // A concurrent sign-in of the same user has replaced the hash.
    if (compared.strongerHash !== null) return again(context, answer);
  }
  const reason = typeof compared === 'string' ? compared : 'account-changed';
  const failed = await settle(reason);
  const until = failed.output.lockedUntil;
  return until ? { problem: 'locked', until } : { problem: 'wrong-password' };
}

async function again(context: Context, answer: PasswordAnswer): Promise<PasswordResult> {
  const visited = await visitFlow(context.services, context.visit, answer.identifier);
  return visited ? answerPassword(context, visited, answer) : 'over';
}

interface Compared {
  passwordHash: string;
  endings: number;
  strongerHash: string | null;
}

/** The comparison if the password is right, or why it is refused. */
async function compare(
  { services: { passwords }, slot }: Context,
  user: FlowUser | undefined,
  password: string,
): Promise<Compared | RefusalReason> {
  const passwordHash = user?.passwordHash ?? null;
  const matches = await passwords.verify(passwordHash, password.slice(0, maxPasswordLength), slot);
  if (!user) return 'unknown-account';
  if (passwordHash === null) return 'no-password';
  if (!matches || password.length > maxPasswordLength) return 'wrong-password';
  if (user.isSuspended) return 'account-suspended';
  const strongerHash = passwords.isStrong(passwordHash) ? null : await passwords.hash(password, slot);
  return { passwordHash, endings: user.endings, strongerHash };
}

interface Right {
  visited: VisitedFlow;
  answer: PasswordAnswer;
  user: Candidate;
  compared: Compared;
}

/** Signs the person in. Undefined if the account has changed meanwhile; CONFLICT if the flow has. */
async function complete(
  { services, visit }: Context,
  { visited: { flow }, answer: { step, identifier }, user: { userId, deviceId }, compared }: Right,
): Promise<SignedIn | undefined> {
  const verification = { kind: 'password' as const, subject: userId, limited: { userId, deviceId, identifier } };
  const input = { flowId: flow.id, version: flow.version, step, verification, compared, deviceHash: visit.deviceHash };
  try {
    const { output } = await services.execute(completeSignIn, personOnPages(flow.id, userId), input, originOf(visit));
    return { userId, endings: output.endings, amr: ['pwd'] };
  } catch (error) {
    if (error instanceof Failure && error.code === 'FORBIDDEN') return undefined;
    throw error;
  }
}
