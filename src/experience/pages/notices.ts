import type { IssuerPages } from '../../oidc/provider/pages.ts';
import { markup } from '../../http/markup.ts';
import { page } from './layout.ts';

/** What can go wrong before someone reaches an application, in words for the person, who can rarely do anything about it. */
const causes: Record<string, string> = {
  invalid_client: 'The application that sent you here is not known, or has been switched off.',
  invalid_redirect_uri: 'The application asks to send you to an address that is not registered for it.',
  access_denied: 'You do not have the access that the application asks for.',
  server_error: 'Something went wrong on our side. Please try again in a moment.',
};
const usualCause = 'The application that sent you here made a request that cannot be processed.';
const overdue =
  'This sign-in has expired, or was begun in another browser. Go back to the application and start again.';

/** The pages that the issuer shows. */
export const issuerPages: IssuerPages = {
  problem: ({ error, description, reference }) =>
    page(
      'This did not work',
      markup`<h1>This did not work</h1>
<p>${isOverdue(description) ? overdue : (causes[error] ?? usualCause)}</p>
<p class="detail">For its developers: <code>${error}</code>${description ? markup`, ${description}` : ''}${reference ? markup` (<code>${reference}</code>)` : ''}</p>`,
    ),
  signOut: ({ action, xsrf, applicationName }) =>
    page(
      'Sign out?',
      markup`<h1>Do you want to sign out?</h1>
<p>${applicationName ? markup`<strong>${applicationName}</strong> asks to sign you out.` : 'An application asks to sign you out.'}
You would be signed out of every application that you use with this account in this browser.</p>
<form method="post" action="${action}">
<input type="hidden" name="xsrf" value="${xsrf}">
<button name="logout" value="yes" autofocus>Sign out</button>
<button class="quiet">Stay signed in</button>
</form>`,
    ),
  signedOut: () =>
    page(
      'Signed out',
      markup`<h1>You are signed out</h1><p>You can close this window, or go back to the application.</p>`,
    ),
  // A refresh without delay is a redirect to browsers and to screen readers (WCAG technique H76).
  moveOn: (url) =>
    page(
      'One moment',
      markup`<h1>One moment</h1><p>You are being taken on. <a href="${url}">Continue</a> if nothing happens.</p>`,
      markup`<meta http-equiv="refresh" content="0;url=${url}">`,
    ),
};

/** A sign-in that is over. */
export const expiredPage = (): string =>
  page('This sign-in is over', markup`<h1>This sign-in is over</h1><p>${overdue}</p>`);

/** A form that did not come from our page. */
export const foreignFormPage = (): string =>
  page(
    'This did not work',
    markup`<h1>This did not work</h1><p>The form was not sent from our page. Go back to the application and start again.</p>`,
  );

/** The form is longer than any form of these pages can be. */
export const longFormPage = (limit: number): string =>
  page(
    'This did not work',
    markup`<h1>This did not work</h1><p>The form must not exceed ${limit} bytes. Go back and try again.</p>`,
  );

// The library's words for an authorization request whose cookies or record are gone.
const isOverdue = (description: string | undefined): boolean =>
  /^(authorization request has expired|interaction session|authorization session)/.test(description ?? '');
