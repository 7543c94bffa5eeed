import type { Account } from '../../store/flows/flow.ts';
import type { FlowStep, RefusalReason } from '../../vocabulary/flows.ts';
import { type Answer, type AnswerResult, findAccount, showProblem } from './answer.ts';
import { makeAttempt } from './attempt.ts';
import type { Proof } from './finish.ts';
import { networkFor } from './visit.ts';
import type { AttemptSlot } from '../../platform/passwords/passwords.ts';

/** The longest password that can be set (domain/people/identifiers.ts). */
const maxPasswordLength = 256;

/** The password of the account with the typed identifier. */
export async function answerIdentifier(answer: Answer): Promise<AnswerResult> {
  const { identifier = '' } = answer.fields;
  return answerPassword(answer, { step: 'identify', identifier, account: await findAccount(answer, { identifier }) });
}

/** The password of the account that was proven, whichever identifier is posted. */
export function answerKnownPassword(answer: Answer): Promise<AnswerResult> {
  const { account, inputs } = answer.step.flow;
  const identifier = inputs.identifier ?? account?.email ?? '';
  return answerPassword(answer, { step: 'password', identifier, account });
}

interface Claim {
  step: FlowStep;
  /** In its normal form. */
  identifier: string;
  account: Account | undefined;
}

/**
 * Compares a password: with the stored hash, or for unknown accounts and those without a password with a decoy. The
 * slot in the hashing queue was taken before anything is counted.
 */
async function answerPassword(answer: Answer, { step, identifier, account }: Claim): Promise<AnswerResult> {
  const { services, visit, slot, fields } = answer;
  // The form of another step.
  if (!slot) return showProblem(answer, 'page-outdated');
  const { userId = null, deviceId = null } = account ?? {};
  const isProven = step === 'password' && account !== undefined;
  const network = networkFor(visit, account);
  const limited = { kind: 'password' as const, userId, deviceId, identifier, isProven, network };
  return makeAttempt(answer, {
    step,
    limited,
    problem: 'wrong-password',
    shown: { identifier, entry: 'password' },
    async compare(_secretHash, isLocked): Promise<Proof | RefusalReason> {
      const matched = await compare({ services, slot }, isLocked ? undefined : account, fields['password'] ?? '');
      if (typeof matched === 'string') return matched;
      const { user, rehash } = matched;
      const { userId: subject, sessionEpoch } = user;
      const verification = { kind: 'password' as const, subject, sessionEpoch, limited, use: null, rehash };
      return { step, account, verification };
    },
  });
}

interface Match {
  user: Account;
  /** The hash is weak, and replaced. */
  rehash: { from: string; to: string } | null;
}

/** The comparison if the password is right, or why it is refused. */
async function compare(
  { services: { passwords }, slot }: Pick<Answer, 'services'> & { slot: AttemptSlot },
  user: Account | undefined,
  password: string,
): Promise<Match | RefusalReason> {
  const passwordHash = user?.passwordHash ?? null;
  const matches = await passwords.verify(passwordHash, password.slice(0, maxPasswordLength), slot);
  if (!user) return 'unknown-account';
  if (passwordHash === null) return 'no-password';
  if (!matches || password.length > maxPasswordLength) return 'wrong-password';
  const isStrong = passwords.isStrong(passwordHash);
  return { user, rehash: isStrong ? null : { from: passwordHash, to: await passwords.hash(password, slot) } };
}
