import type { IssuerPages } from '../../oidc/provider/pages.ts';
import { markup } from '../../http/markup.ts';
import { page } from './layout.ts';

/** Descriptions of errors for users, who can rarely do anything about them. */
const causes: Record<string, string> = {
  invalid_client: 'The application that sent you here is unknown or suspended.',
  invalid_redirect_uri: 'The application requested a redirect to an address that is not registered for it.',
  access_denied: 'You do not have the access that the application requests.',
  server_error: 'An error occurred on our side. Try again in a moment.',
};
const usualCause = 'The application that sent you here made a request that cannot be processed.';
const expired =
  'This sign-in has expired, or was started in another browser. Go back to the application and start again.';

/** The pages of the issuer. */
export const issuerPages: IssuerPages = {
  problem: ({ error, description, reference }) =>
    page(
      'Something went wrong',
      markup`<h1>Something went wrong</h1>
<p>${isExpired(description) ? expired : (causes[error] ?? usualCause)}</p>
<p class="detail">For its developers: <code>${error}</code>${description ? markup`, ${description}` : ''}${reference ? markup` (<code>${reference}</code>)` : ''}</p>`,
    ),
  signOut: ({ action, xsrf, applicationName }) =>
    page(
      'Sign out?',
      markup`<h1>Do you want to sign out?</h1>
<p>${applicationName ? markup`<strong>${applicationName}</strong> wants to sign you out.` : 'An application wants to sign you out.'}
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
      markup`<h1>You are signed out</h1><p>You can close this window or go back to the application.</p>`,
    ),
  // Browsers and screen readers treat a refresh without delay as a redirect (WCAG technique H76).
  moveOn: (url) =>
    page(
      'One moment',
      markup`<h1>One moment</h1><p>You are being redirected. <a href="${url}">Continue</a> if nothing happens.</p>`,
      { head: markup`<meta http-equiv="refresh" content="0;url=${url}">` },
    ),
};

/** The sign-in has ended. */
export const expiredPage = (): string =>
  page('This sign-in has expired', markup`<h1>This sign-in has expired</h1><p>${expired}</p>`);

/** The form was posted by another site. */
export const foreignFormPage = (): string =>
  page(
    'Something went wrong',
    markup`<h1>Something went wrong</h1><p>The form was not sent from our page. Go back to the application and start again.</p>`,
  );

/** The form is longer than any form of these pages can be. */
export const longFormPage = (limit: number): string =>
  page(
    'Something went wrong',
    markup`<h1>Something went wrong</h1><p>The form must not exceed ${limit} bytes. Go back and try again.</p>`,
  );

// The library's descriptions for an authorization request whose cookies or record no longer exist.
const isExpired = (description: string | undefined): boolean =>
  /^(authorization request has expired|interaction session|authorization session)/.test(description ?? '');
