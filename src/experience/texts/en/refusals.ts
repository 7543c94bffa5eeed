import { identityRefusals } from './identities.ts';
import type { Emphasis } from '../emphasis.ts';

/** Pages that refuse or redirect, and problems of an answer. */
export const refusals = {
  moment: 'One moment',
  redirected: ['You are being redirected. ', 'Continue', ' if nothing happens.'] as Emphasis,
  wentWrong: 'Something went wrong',
  forDevelopers: 'For its developers',
  causes: {
    invalid_client: 'The application that sent you here is unknown or suspended.',
    invalid_redirect_uri: 'The application requested a redirect to an address that is not registered for it.',
    access_denied: 'You do not have the access that the application requests.',
    server_error: 'An error occurred on our side. Try again in a moment.',
  } as Record<string, string>,
  usualCause: 'The application that sent you here made an invalid request.',
  expired: 'This sign-in has expired',
  expiredWhy:
    'This sign-in has expired, or was started in another browser. Go back to the application and start again.',
  pageExpired: 'This page has expired',
  pageExpiredWhy: ['This page has expired, or was opened in another browser. ', 'Start again', '.'] as Emphasis,
  foreignForm: 'The form was not sent from our page. Go back to the application and start again.',
  unsupportedForm: 'The request must contain a form (application/x-www-form-urlencoded) or JSON (application/json).',
  invalidJson: 'The request must contain a JSON object.',
  wrongMember: (name: string) => `The field “${name}” must be a text or a whole number, and must not be repeated.`,
  longForm: (bytes: number) => `The form must not exceed ${bytes} bytes. Go back and try again.`,

  notPossible: 'You cannot continue',
  refused: {
    'sign-up-closed': 'New accounts cannot be created here. Ask your administrator for one.',
    'unknown-account': 'There is no account with this address.',
    'account-exists': 'You already have an account with this address. Open your application and sign in.',
    'address-in-use': 'Another account has this address. Remove it there first, or add another one.',
    ...identityRefusals,
    'session-ended': 'You have signed out. Sign in again to change your account.',
    'no-password': 'This account cannot be used here. Ask your administrator for help.',
    'account-suspended': 'This account cannot be used. Ask your administrator for help.',
    'deletion-pending': 'This account is to be deleted. To keep it, open the link in the message about it.',
    'passkey-unusable':
      'This account needs a passkey, which cannot be used at this address. Ask your administrator for help.',
    'address-unverified': 'The password of this account cannot be reset here. Ask your administrator for help.',
  } as Record<string, string>,

  problems: {
    'wrong-password': 'Incorrect email, username or password. Check them and try again.',
    'identifier-missing': 'Enter your email address or username.',
    'wrong-code': 'The code is incorrect. Check it and try again.',
    'wrong-passkey': 'This passkey cannot be used here. Try another one, or choose another way.',
    'link-invalid': 'The link can no longer be used. Ask for a new one, or choose another way.',
    'code-expired': 'The code can no longer be used. Request another one.',
    'too-busy': 'Many people are signing in right now, so yours was not attempted. Try again in a few seconds.',
    'email-invalid': 'Enter an email address, such as name@example.com.',
    'phone-invalid': 'Enter a phone number with its country code, such as +49 1512 3456789.',
    'phone-refused': 'No code can be sent to this number. Enter another one.',
    'domain-refused': 'Accounts cannot be created with addresses of this domain.',
    'username-invalid': 'A username starts with a letter or _, followed by letters, digits, _ . and -.',
    'username-taken': 'This username is taken. Choose another one.',
    'name-invalid': 'Enter a name of at most 128 characters.',
    'password-short': 'The password is too short.',
    'password-long': 'The password can have at most 256 characters.',
    'password-unstorable': 'The password contains a character that cannot be typed.',
    'password-common': 'This is one of the most common passwords. Choose one that is harder to guess.',
    'password-predictable':
      'The password is a repetition, a sequence, or a word with a year. Choose one that is harder to guess.',
    'password-same': 'Choose a password that is not your current one.',
    'password-contextual': 'The password consists of names or addresses. Choose one that is harder to guess.',
    'password-breached': 'This password is known from a data breach. Choose another one.',
    'terms-required': 'Accept the terms to create an account.',
    'provider-failed': 'The service did not respond. Try again in a moment, or choose another way.',
    'page-outdated': 'This page was out of date. Continue here.',
    'too-soon': (time: string) => `A code was sent a moment ago. You can request another one in ${time}.`,
    'too-many-messages': (time: string) =>
      `Too many codes were requested for this address, perhaps not by you. Try again in ${time}, or in a browser in which you have signed in before.`,
    locked: (time: string) => `Too many attempts have failed. Try again in ${time}.`,
    'network-limited': (time: string) =>
      `Too many attempts came from your network, perhaps not from you. Try again in ${time}.`,
    'locked-for-good': 'Too many attempts have failed. Set a new password, or ask your administrator for help.',
  },
  /** Follows the sentence of a lock. */
  stillWorks: (ways: string) => ` You can still sign in with ${ways}.`,
  otherWays: {
    email: 'a code by email',
    phone: 'a code by text message',
    passkey: 'a passkey',
    password: 'a new password',
  },
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
};
