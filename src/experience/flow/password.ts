import type { FlowUser } from '../../store/flows/situation.ts';
import type { FlowStep, RefusalReason } from '../../vocabulary/flows.ts';
import { makeAttempt } from './attempt.ts';
import type { AnswerResult, AnswerContext } from './context.ts';
import type { RightAnswer } from './finish.ts';
import { networkFor, type VisitedFlow } from './visit.ts';
import type { AttemptSlot } from '../../platform/passwords/passwords.ts';

/** The longest password that can be set (domain/identifiers.ts). */
const maxPasswordLength = 256;

interface PasswordAnswer {
  step: FlowStep;
  /** In its normal form. */
  identifier: string;
  password: string;
}

/**
 * Compares a password: with the stored hash, or for unknown accounts and those without a password with a decoy.
 * `slot` in the hashing queue was taken before anything is counted.
 */
export function answerPassword(
  context: AnswerContext & { slot: AttemptSlot },
  visited: VisitedFlow,
  { step, identifier, password }: PasswordAnswer,
): Promise<AnswerResult> {
  const { candidate: account } = visited;
  const { userId = null, deviceId = null } = account ?? {};
  const network = networkFor(context.visit, account);
  const isProven = step === 'password' && visited.flow.account !== undefined;
  const limited = { kind: 'password' as const, userId, deviceId, identifier, isProven, network };
  return makeAttempt(context, visited, {
    step,
    limited,
    problem: 'wrong-password',
    shown: { identifier },
    async compare(_secretHash, isLocked): Promise<RightAnswer | RefusalReason> {
      const right = await compare(context, isLocked ? undefined : account, password);
      if (typeof right === 'string') return right;
      const { user, rehash } = right;
      const { userId: subject, sessionEpoch } = user;
      const verification = { kind: 'password' as const, subject, sessionEpoch, limited, use: null, rehash };
      return { step, account, verification };
    },
  });
}

interface Compared {
  user: FlowUser;
  /** The hash is weak, and replaced. */
  rehash: { from: string; to: string } | null;
}

/** The comparison if the password is right, or why it is refused. */
async function compare(
  { services: { passwords }, slot }: AnswerContext & { slot: AttemptSlot },
  user: FlowUser | undefined,
  password: string,
): Promise<Compared | RefusalReason> {
  const passwordHash = user?.passwordHash ?? null;
  const matches = await passwords.verify(passwordHash, password.slice(0, maxPasswordLength), slot);
  if (!user) return 'unknown-account';
  if (passwordHash === null) return 'no-password';
  if (!matches || password.length > maxPasswordLength) return 'wrong-password';
  const isStrong = passwords.isStrong(passwordHash);
  return { user, rehash: isStrong ? null : { from: passwordHash, to: await passwords.hash(password, slot) } };
}
