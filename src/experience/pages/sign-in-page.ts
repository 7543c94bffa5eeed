import { markup } from '../../http/markup.ts';
import { page } from './layout.ts';

export interface SignInForm {
  /** Address of the form. */
  action: string;
  applicationName: string;
  /** Initial value of the first field. */
  identifier: string;
  /** The error of the previous attempt. */
  problem?: string | undefined;
}

/** The error of every failed attempt, whatever the cause. */
export const refusal = 'Incorrect email, username or password. Check them and try again.';

/** The error while the hashing queue is full. */
export const tooBusy =
  'Many people are signing in right now, so your sign-in was not attempted. Please try again in a few seconds.';

const error = (problem: string) =>
  markup`<div class="error" id="error" role="alert" tabindex="-1" autofocus>${problem}</div>`;

/** Identifier and password. */
export function signInPage({ action, applicationName, identifier, problem }: SignInForm): string {
  const title = `Sign in to ${applicationName}`;
  const described = problem
    ? markup`aria-describedby="error" ${problem === refusal ? markup`aria-invalid="true"` : ''}`
    : '';
  const focus = (first: boolean) => (!problem && first ? markup`autofocus` : '');
  return page(
    problem ? `Error: ${title}` : title,
    markup`<h1>Sign in</h1>
<p class="lead">to continue to <strong>${applicationName}</strong></p>
${problem ? error(problem) : ''}
<form method="post" action="${action}">
<label for="identifier">Email or username</label>
<input id="identifier" name="identifier" type="text" value="${identifier}" required maxlength="512"
 autocomplete="username" autocapitalize="none" autocorrect="off" spellcheck="false" ${described} ${focus(!identifier)}>
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="256"
 autocomplete="current-password" ${described} ${focus(Boolean(identifier))}>
<button name="answer" value="yes">Sign in</button>
<button name="answer" value="no" class="quiet" formnovalidate>Cancel</button>
</form>`,
  );
}
