import { isFailure } from '../../domain/failure.ts';
import type { SignUpField } from '../../domain/flow/facts.ts';
import type { SignInPolicy } from '../../domain/flow/policy.ts';
import { contextWords, type PasswordNames } from '../../domain/password-policy.ts';
import { usernameSchema } from '../../domain/identifiers.ts';
import { nameSchema } from '../../domain/text.ts';
import { personOnPages } from '../../kernel/actor.ts';
import { findPasswordProblem } from '../../kernel/password-rules.ts';
import { chargeUsername } from '../../operations/flows/charge-username.ts';
import { completeReset } from '../../operations/flows/complete-reset.ts';
import { recordKey } from '../../store/sessions/oidc-records.ts';
import { type AnswerResult, type AnswerContext, type Fields, showPresent } from './context.ts';
import { acceptAnswer } from './finish.ts';
import { type PlainProblem, type Problem, pageOf } from './page.ts';
import { flowOf, isStandalone, originOf, versionOf, type VisitedFlow } from './visit.ts';

/** The fields of a new account, which completes the sign-up. */
export async function answerFields(context: AnswerContext, visited: VisitedFlow, given: Fields): Promise<AnswerResult> {
  const { services, visit } = context;
  const { flow, decision, policy } = visited;
  const { username: _username, name: _name, terms = '' } = given;
  const values = { username: _username ?? '', name: _name ?? '', terms };
  const shown = (problem: Problem) => ({ page: pageOf(visited, visit, { values, problem }) });
  // The form of another step.
  if (!context.slot) return shown({ name: 'page-outdated' });
  const required = ('step' in decision && decision.fields) || [];
  const wrong = required.flatMap((name) => (name === 'password' ? [] : (checks[name](given) ?? [])))[0];
  if (wrong) return shown({ name: wrong });
  if (required.includes('password')) {
    const user = { ...values, email: flow.inputs.identifier ?? null };
    const problem = await newPasswordProblem(context, policy, given['password'] ?? '', user);
    if (problem) return shown({ name: problem });
  }
  const until = required.includes('username') && (await limitedUntil(context, flow));
  if (until) return shown({ name: 'network-limited', until });
  const entered = await inputsOf(context, required, given, policy);
  // The id of the account, if its first passkey is made before it.
  const inputs = { ...entered, userId: services.ids.next('user') };
  try {
    return await acceptAnswer(context, visited, { step: 'fields', inputs });
  } catch (error) {
    if (isUsernameTaken(error)) return shown({ name: 'username-taken' });
    throw error;
  }
}

/** Counts a username before it is compared with those of other accounts. Returns the end of the limit. */
async function limitedUntil({ services, visit }: AnswerContext, flow: VisitedFlow['flow']): Promise<Date | null> {
  const input = { flowId: flow.id, flow: flowOf(flow), network: visit.network };
  const { output } = await services.execute(chargeUsername, personOnPages(flow.id, null), input, originOf(visit));
  return output.limitedUntil;
}

const checks: Record<Exclude<SignUpField, 'password'>, (given: Fields) => PlainProblem['name'] | undefined> = {
  username: ({ username }) => (usernameSchema.safeParse(username).success ? undefined : 'username-invalid'),
  name: ({ name }) => (nameSchema.safeParse(name).success ? undefined : 'name-invalid'),
  terms: ({ terms }) => (terms === 'accepted' ? undefined : 'terms-required'),
};

async function inputsOf(
  { services, slot }: AnswerContext,
  required: readonly SignUpField[],
  given: Fields,
  { signUp }: SignInPolicy,
) {
  const has = (field: SignUpField) => required.includes(field);
  return {
    ...(has('username') && { username: usernameSchema.parse(given['username']) }),
    ...(has('name') && { name: nameSchema.parse(given['name']) }),
    ...(has('password') && { passwordHash: await services.passwords.hash(given['password'] ?? '', slot) }),
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
  { services: { passwords }, visit }: AnswerContext,
  { password: { minimum } }: SignInPolicy,
  password: string,
  user: PasswordNames['user'] & object,
) {
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
export async function answerNewPassword(
  context: AnswerContext,
  visited: VisitedFlow,
  password: string,
): Promise<AnswerResult> {
  const { services, visit, slot } = context;
  const { flow, policy } = visited;
  if (!slot) return { page: pageOf(visited, visit, { problem: { name: 'page-outdated' } }) };
  const problem = await newPasswordProblem(context, policy, password, { email: flow.account?.email ?? null });
  if (problem) return { page: pageOf(visited, visit, { problem: { name: problem } }) };
  if (flow.account?.mustResetPassword && (await services.passwords.verify(flow.account.passwordHash, password, slot)))
    return { page: pageOf(visited, visit, { problem: { name: 'password-same' } }) };
  const inputs = { passwordHash: await services.passwords.hash(password, slot) };
  if (flow.purpose === 'sign-in') return acceptAnswer(context, visited, { step: 'new-password', inputs });
  const userId = flow.account?.userId ?? null;
  const interaction = isStandalone(visit) ? null : recordKey(visit.uid);
  const input = { ...versionOf(flow, visit), inputs, language: visit.language, interaction };
  await services.execute(completeReset, personOnPages(flow.id, userId), input, originOf(visit));
  if (isStandalone(visit)) return { done: flow.purpose };
  // The session of the browser has ended, too.
  return showPresent({ services, visit: { ...visit, request: { ...visit.request, session: null } } });
}
