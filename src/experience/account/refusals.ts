import { Failure, type FieldProblem } from '../../domain/failure.ts';
import type { Texts } from '../texts/index.ts';
import type { FormState } from './pages/form.ts';

/** The status and problems with which a page shows that an action was refused. */
interface Refusal extends Pick<FormState, 'problem' | 'problems'> {
  status: 409 | 412 | 422 | 429;
}

/** The refusal of an operation in the words of the pages. Throws the error if it is none that a person can mend. */
export function refusalOf(error: unknown, fieldNames: readonly string[], texts: Texts): Refusal {
  if (!(error instanceof Failure)) throw error;
  const words = texts.account.problems;
  const { code, reason, problems } = error;
  const [first] = problems;
  const field = fieldNames.find((name) => first?.path.includes(name));
  const about = (status: Refusal['status'], text: string): Refusal =>
    field === undefined ? { status, problem: text, problems: {} } : { status, problems: { [field]: text } };
  if (reason !== undefined) return about(code === 'CONFLICT' ? 409 : 422, textOfReason(reason, texts));
  if (code === 'VERSION_MISMATCH') return { status: 412, problem: words.changed, problems: {} };
  if (code === 'RATE_LIMITED') return { status: 429, problem: words['too-many'], problems: {} };
  if (code === 'TAKEN') return about(409, texts.problems['username-taken']);
  if (code === 'CONFLICT') return about(409, words.wrong);
  if (code !== 'BAD_USER_INPUT') throw error;
  const named = problems.flatMap((problem) => {
    const name = fieldNames.find((one) => problem.path.includes(one));
    return name === undefined ? [] : [[name, textOfProblem(name, problem, texts)] as const];
  });
  if (!named.length) throw error;
  return { status: 422, problems: Object.fromEntries(named) };
}

type Reason = NonNullable<Failure['reason']>;
type PasswordReason = Extract<Reason, `password-${string}`>;

const passwordTexts: Readonly<Record<PasswordReason, keyof Texts['problems']>> = {
  'password-too-short': 'password-short',
  'password-too-long': 'password-long',
  'password-unstorable': 'password-unstorable',
  'password-common': 'password-common',
  'password-predictable': 'password-predictable',
  'password-contextual': 'password-contextual',
  'password-breached': 'password-breached',
};

const isOfPassword = (reason: Reason): reason is PasswordReason => Object.hasOwn(passwordTexts, reason);

const textOfReason = (reason: Reason, texts: Texts): string =>
  isOfPassword(reason) ? String(texts.problems[passwordTexts[reason]]) : texts.account.problems[reason];

/** The rule for a field, where the code of the problem does not state it. */
const textOfField = (name: string, { account: { problems: words }, problems }: Texts): string | undefined =>
  ({
    username: problems['username-invalid'],
    name: problems['name-invalid'],
    website: words['wrong-website'],
    birthdate: words['wrong-birthdate'],
    image: words['not-a-picture'],
  })[name];

function textOfProblem(name: string, { code, maximum }: FieldProblem, texts: Texts): string {
  const { problems: words } = texts.account;
  if (code === 'REQUIRED') return words.required;
  if (name === 'password') return texts.problems[code === 'TOO_LONG' ? 'password-long' : 'password-short'];
  if (code === 'TOO_LONG' && maximum !== undefined && name !== 'image') return words['too-long'](maximum);
  return textOfField(name, texts) ?? words.wrong;
}
