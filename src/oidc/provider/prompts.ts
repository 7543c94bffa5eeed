import { interactionPolicy, type KoaContextWithOIDC } from './library.ts';

const { Check, Prompt } = interactionPolicy;
type Policy = ReturnType<typeof interactionPolicy.base>;

/** The answer of the person to `prompt=select_account`. */
export interface AccountChoice {
  /** Someone else than the user of the session signs in. */
  isOther: boolean;
}

/**
 * Adds the values `select_account` (OpenID Connect Core 1.0 §3.1.2.1) and `create` (OpenID Connect Initiating User
 * Registration 1.0) of `prompt`. Someone who is not signed in has nothing to choose; a sign-up is a sign-in of an
 * account that does not exist yet, so both lead to the same pages as `login`.
 */
export function addPrompts(policy: Policy): void {
  policy.add(promptOf('select_account', mustChoose), 0);
  policy.add(promptOf('create'));
  const login = policy.get('login');
  login?.checks.add(new Check('another_account', 'another account was chosen', 'login_required', isOtherChosen));
  login?.checks.add(new Check('create', 'a new account is requested', 'interaction_required', mustCreate));
}

/** The values of `prompt` that the policy has. */
export const promptValues = (policy: Policy): string[] => [
  'none',
  ...policy.filter(({ requestable }) => requestable).map(({ name }) => name),
];

type Rule = (context: KoaContextWithOIDC) => boolean;

/** A value of `prompt` with a rule of ours: the library's own is resolved only by a result with the same name. */
function promptOf(name: string, rule?: Rule) {
  const prompt = new Prompt({ name, requestable: true });
  prompt.checks.clear();
  if (rule) prompt.checks.add(new Check(name, `${name} prompt was not resolved`, 'account_selection_required', rule));
  return prompt;
}

const choiceOf = ({ oidc }: KoaContextWithOIDC) => oidc.result?.['select_account'] as AccountChoice | undefined;

const mustChoose: Rule = (context) => {
  const { prompts, account, result } = context.oidc;
  return prompts.has('select_account') && account !== undefined && !choiceOf(context) && !result?.login;
};

const isOtherChosen: Rule = (context) => choiceOf(context)?.isOther === true && !context.oidc.result?.login;

const mustCreate: Rule = ({ oidc }) => oidc.prompts.has('create') && !oidc.result?.login;
