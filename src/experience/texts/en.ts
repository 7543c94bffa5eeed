/** A text with an emphasized part in its middle. */
type Emphasis = readonly [before: string, emphasized: string, after: string];

/** The texts of the pages. Other languages have the same keys, or they do not compile. */
export const en = {
  language: 'en',
  direction: 'ltr' as 'ltr' | 'rtl',
  error: 'Error',
  reference: 'Reference',
  cancel: 'Cancel',
  continueWith: (application: string): Emphasis => ['to continue to ', application, ''],

  signIn: 'Sign in',
  signInTo: (application: string) => `Sign in to ${application}`,
  emailOrUsername: 'Email or username',
  email: 'Email address',
  password: 'Password',
  sendCode: 'Email me a code instead',
  forgotten: 'Forgotten password?',
  createAccount: 'Create an account',
  haveAccount: 'I have an account',

  confirmPassword: 'Enter your password',
  confirmPasswordWhy: 'Your address is confirmed. Enter the password of your account as well.',

  enterCode: 'Check your email',
  codeSentTo: (address: string): Emphasis => ['We have sent a code to ', address, '. It can be used for ten minutes.'],
  code: 'Code of six digits',
  confirm: 'Continue',
  sendAgain: 'Send another code',
  anotherWay: 'Choose another way',

  signUp: 'Create your account',
  signUpWhy: 'We send you a code to confirm your address.',
  almostDone: 'Almost done',
  username: 'Username',
  name: 'Name',
  newPassword: 'New password',
  passwordHint: (minimum: number) => `At least ${minimum} characters.`,
  terms: ['I accept the ', 'terms of service', '.'] as Emphasis,

  reset: 'Reset your password',
  resetWhy: 'Enter the address of your account. We send you a code, with which you can set a new password.',
  sendResetCode: 'Send code',
  setPassword: 'Set a new password',
  setPasswordWhy: 'You will be signed out everywhere, and sign in with the new password.',
  passwordSet: 'Your password has been changed. Sign in with it.',

  notPossible: 'You cannot continue',
  refused: {
    'sign-up-closed': 'New accounts cannot be created here. Ask your administrator for one.',
    'unknown-account': 'There is no account with this address.',
    'no-password': 'This account cannot be used here. Ask your administrator for help.',
    'account-suspended': 'This account cannot be used. Ask your administrator for help.',
    'address-unverified': 'The password of this account cannot be reset here. Ask your administrator for help.',
  } as Record<string, string>,

  problems: {
    'wrong-password': 'Incorrect email, username or password. Check them and try again.',
    'wrong-code': 'The code is incorrect. Check it and try again.',
    'code-expired': 'The code can no longer be used. Request another one.',
    'too-busy':
      'Many people are signing in right now, so your sign-in was not attempted. Please try again in a few seconds.',
    'email-invalid': 'Enter an email address, such as name@example.com.',
    'domain-refused': 'Accounts cannot be created with addresses of this domain.',
    'username-invalid': 'A username starts with a letter or _, followed by letters, digits, _ . and -.',
    'username-taken': 'This username is taken. Choose another one.',
    'name-invalid': 'Enter a name of at most 128 characters.',
    'password-short': 'The password is too short.',
    'password-long': 'The password must have at most 256 characters.',
    'password-unstorable': 'The password contains a character that cannot be typed.',
    'password-common': 'This password is among the most common ones. Choose one that is harder to guess.',
    'password-contextual': 'The password consists of names or addresses. Choose one that is harder to guess.',
    'password-breached': 'This password is known from a data breach. Choose another one.',
    'terms-required': 'Accept the terms to create an account.',
    'page-outdated': 'This page was out of date. Please continue here.',
    'too-soon': (time: string) => `A code was sent a moment ago. You can request another one in ${time}.`,
    'too-many-messages': (time: string) => `Too many codes were requested for this address. Try again in ${time}.`,
    locked: (time: string) => `Too many attempts have failed. Try again in ${time}.`,
    'locked-for-good': 'Too many attempts have failed. Set a new password, or ask your administrator for help.',
  },
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
};

export type Texts = typeof en;
