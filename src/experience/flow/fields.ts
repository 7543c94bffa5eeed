import { isFailure } from '../../domain/failure.ts';
import type { SignUpField } from '../../domain/flow/facts.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import { contextWords, type PasswordNames } from '../../domain/people/password-policy.ts';
import { usernameSchema } from '../../domain/people/identifiers.ts';
import { nameSchema } from '../../domain/text.ts';
import { findPasswordProblem } from '../../kernel/password-rules.ts';
import { chargeUsername } from '../../operations/flows/charge-username.ts';
import { completeReset } from '../../operations/flows/complete-reset.ts';
import { recordKey } from '../../store/sessions/oidc-records.ts';
import { type Answer, type AnswerResult, type Fields, showNext, showProblem, showStep } from './answer.ts';
import { acceptAnswer } from './finish.ts';
import type { PlainProblem, Problem } from './page.ts';
import { callerIn, flowOf, isStandalone, originOf, versionOf } from './visit.ts';

/** The fields of a new account, which completes the sign-up. */
export async function answerFields(answer: Answer): Promise<AnswerResult> {
  const { services, slot, fields } = answer;
  const { flow, decision, policy } = answer.step;
  const { username = '', name = '', terms = '' } = fields;
  const values = { username, name, terms };
  const refuse = (problem: Problem) => showStep(answer, { values, problem });
  // The form of another step.
  if (!slot) return refuse({ name: 'page-outdated' });
  const required = ('step' in decision && decision.fields) || [];
  const wrong = required.flatMap((field) => (field === 'password' ? [] : (checks[field](fields) ?? [])))[0];
  if (wrong) return refuse({ name: wrong });
  if (required.includes('password')) {
    const user = { ...values, email: flow.inputs.identifier ?? null };
    const problem = await newPasswordProblem(answer, user);
    if (problem) return refuse({ name: problem });
  }
  const until = required.includes('username') && (await limitedUntil(answer));
  if (until) return refuse({ name: 'network-limited', until });
  const entered = await inputsOf(answer, required, policy);
  // The id of the account, if its first passkey is made before it.
  const inputs = { ...entered, userId: services.ids.next('user') };
  try {
    return await acceptAnswer(answer, { step: 'fields', inputs });
  } catch (error) {
    if (isUsernameTaken(error)) return refuse({ name: 'username-taken' });
    throw error;
  }
}

/** Counts a username before it is compared with those of other accounts. Returns the end of the limit. */
async function limitedUntil({ services, visit, step: { flow } }: Answer): Promise<Date | null> {
  const input = { flowId: flow.id, flow: await flowOf(services, flow, visit), network: visit.network };
  const { output } = await services.execute(chargeUsername, callerIn(visit, flow.id), input, originOf(visit));
  return output.limitedUntil;
}

const checks: Record<Exclude<SignUpField, 'password'>, (fields: Fields) => PlainProblem['name'] | undefined> = {
  username: ({ username }) => (usernameSchema.safeParse(username).success ? undefined : 'username-invalid'),
  name: ({ name }) => (nameSchema.safeParse(name).success ? undefined : 'name-invalid'),
  terms: ({ terms }) => (terms === 'accepted' ? undefined : 'terms-required'),
};

async function inputsOf(
  { services, slot, fields }: Answer,
  required: readonly SignUpField[],
  { signUp }: SignInPolicy,
) {
  const has = (field: SignUpField) => required.includes(field);
  return {
    ...(has('username') && { username: usernameSchema.parse(fields['username']) }),
    ...(has('name') && { name: nameSchema.parse(fields['name']) }),
    ...(has('password') && { passwordHash: await services.passwords.hash(fields['password'] ?? '', slot) }),
    ...(has('terms') && signUp.terms !== null && { terms: signUp.terms }),
  };
}

const problems = {
  'too-short': 'password-short',
  'too-long': 'password-long',
  unstorable: 'password-unstorable',
  common: 'password-common',
  predictable: 'password-predictable',
  contextual: 'password-contextual',
  breached: 'password-breached',
} as const;

/** The first rule that a new password violates: of the policy, the list of common ones, the person's own names. */
async function newPasswordProblem(
  { services: { passwords }, visit, step, fields: { password = '' } }: Answer,
  user: PasswordNames['user'] & object,
) {
  const { minimum } = step.policy.password;
  const words = contextWords({ names: [visit.application.name], user });
  const problem = await findPasswordProblem(passwords, password, { policy: { minimumLength: minimum }, words });
  return problem && problems[problem];
}

export const isUsernameTaken = (error: unknown): boolean =>
  isFailure(error, 'TAKEN') && error.problems.some(({ path }) => path.includes('username'));

/**
 * The new password of a reset, after which the flow of an application goes on as a sign-in, or of a sign-in that
 * requires one.
 */
export async function answerNewPassword(answer: Answer): Promise<AnswerResult> {
  const { services, visit, slot, step } = answer;
  const { password = '' } = answer.fields;
  const { flow } = step;
  if (!slot) return showProblem(answer, 'page-outdated');
  const problem = await newPasswordProblem(answer, { email: flow.account?.email ?? null });
  if (problem) return showProblem(answer, problem);
  if (flow.account?.mustResetPassword && (await services.passwords.verify(flow.account.passwordHash, password, slot)))
    return showProblem(answer, 'password-same');
  const inputs = { passwordHash: await services.passwords.hash(password, slot) };
  if (flow.purpose === 'sign-in') return acceptAnswer(answer, { step: 'new-password', inputs });
  const userId = flow.account?.userId ?? null;
  const interaction = isStandalone(visit) ? null : recordKey(visit.uid);
  const input = { ...versionOf(flow, visit), inputs, language: visit.language, interaction };
  const { output } = await services.execute(completeReset, callerIn(visit, flow.id, userId), input, originOf(visit));
  return isStandalone(visit) ? { purpose: flow.purpose } : showNext(answer, output.flow);
}
