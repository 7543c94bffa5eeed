import { markup, page } from './layout.ts';

export interface SignInForm {
  /** Where the form is posted to. */
  action: string;
  applicationName: string;
  /** What stands in the first field: the application's guess, or what was typed before. */
  identifier: string;
  refused: boolean;
}

/** Said of every failed attempt, whatever the cause. */
export const refusal = 'The email or username, or the password, is not right. Check both and try again.';

const error = markup`<div class="error" id="error" role="alert" tabindex="-1" autofocus>${refusal}</div>`;

/** Identifier and password. */
export function signInPage({ action, applicationName, identifier, refused }: SignInForm): string {
  const title = `Sign in to ${applicationName}`;
  const described = refused ? markup`aria-describedby="error" aria-invalid="true"` : '';
  const focus = (first: boolean) => (!refused && first ? markup`autofocus` : '');
  return page(
    refused ? `Error: ${title}` : title,
    markup`<h1>Sign in</h1>
<p class="lead">to continue to <strong>${applicationName}</strong></p>
${refused ? error : ''}
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
