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
  showPassword: 'Show',
  sendCode: 'Email me a code instead',
  forgotten: 'Forgotten password?',
  createAccount: 'Create an account',
  haveAccount: 'I have an account',

  confirmPassword: 'Enter your password',
  confirmPasswordWhy: 'Your address is confirmed. Enter the password of your account as well.',

  signInWithPasskey: 'Sign in with a passkey',
  passkeyFailed: 'No passkey was used. Try again, or choose another way.',
  passkeyUnsupported: 'This browser cannot use passkeys here. Choose another way.',
  codeWhy: 'Enter your address. We send you a code to sign in with.',

  secondFactor: 'Confirm that it is you',
  totpWhy: 'Enter the code that your authenticator app shows.',
  passkeyWhy: 'Use a passkey of this account.',
  usePasskey: 'Use a passkey',
  enterBackupCode: 'Enter a backup code',
  backupCodeWhy: 'Each of your backup codes can be used once.',
  backupCode: 'Backup code',
  trustDevice: (days: number) =>
    days === 1 ? 'Do not ask again in this browser today' : `Do not ask again in this browser for ${days} days`,
  startAgain: 'Sign in as someone else',
  ways: {
    totp: 'Use an authenticator app',
    passkey: 'Use a passkey',
    'backup-code': 'Use a backup code',
    'enrol-totp': 'Set up an authenticator app instead',
    'enrol-passkey': 'Set up a passkey instead',
  } as Record<string, string>,

  enrolTotp: 'Set up an authenticator app',
  enrolTotpWhy:
    'Your account needs a second factor. Scan the code with an authenticator app, then enter what the app shows.',
  qrCode: 'QR code for your authenticator app',
  cannotScan: 'The code cannot be scanned?',
  typeKey: 'Enter this key in your app:',
  openApp: 'Open the app on this device',
  codeOfApp: 'Code of the app',
  enrolPasskey: 'Set up a passkey',
  enrolPasskeyWhy:
    'Your account needs a second factor. A passkey is kept by this device, a phone or a security key, and unlocked by a PIN, finger or face.',
  createPasskey: 'Create a passkey',
  backupCodes: 'Keep your backup codes',
  backupCodesWhy: 'If you lose your device, each of these codes signs you in once. They are not shown again.',
  copy: 'Copy',
  copied: 'Copied',
  download: 'Download',
  print: 'Print',
  haveKeptCodes: 'I have kept them',

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
  newPasswordRequired: 'Your account needs a new password. You will be signed out everywhere else.',
  setPasswordWhy: 'You will be signed out everywhere, and sign in with the new password.',
  passwordSet: 'Your password has been changed. Sign in with it.',

  link: {
    titles: {
      'sign-in': 'Sign in with this link',
      'sign-up': 'Create your account',
      reset: 'Reset your password',
    },
    does: {
      'sign-in': (person: string): Emphasis => [
        'This link signs you in as ',
        person,
        ', in this browser, and works once.',
      ],
      'sign-up': (person: string): Emphasis => [
        'This link confirms the address ',
        person,
        ', in this browser, and works once.',
      ],
      reset: (person: string): Emphasis => [
        'With this link you set a new password for ',
        person,
        ', in this browser. It works once.',
      ],
    },
    join: (organization: string) => `Join ${organization}`,
    invites: (inviter: string | undefined, person: string): Emphasis => [
      inviter === undefined ? 'This invitation is for ' : `${inviter} has sent this invitation to `,
      person,
      '. To accept it, you sign in, or create an account.',
    ],
    continueAs: (person: string) => `Continue as ${person}`,
    notYou: 'If this is not you, close this page. Nothing has happened yet.',
    almostThere: 'Almost there',
    chooseApplication: 'Your link is kept in this browser for an hour. Open an application to continue:',
    openApplication:
      'Your link is kept in this browser for an hour. Now open the application, and sign in there to continue.',
    cannotBeUsed: 'This link cannot be used',
    problems: {
      unknown: 'The link is not complete, or no longer exists. Open it again from your message.',
      used: 'The link was used before, and works once. Sign in in another way, or ask for a new link.',
      revoked: 'The link was withdrawn, or replaced by a newer one. Ask for a new link.',
      expired: 'The link has expired. Ask for a new one.',
      accepted: 'The invitation was accepted. Open the application, and sign in there.',
    },
  },

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
    'wrong-passkey': 'This passkey cannot be used here. Try another one, or choose another way.',
    'link-invalid': 'The link can no longer be used. Ask for a new one, or choose another way.',
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
    'password-same': 'Choose a password that differs from the present one.',
    'password-contextual': 'The password consists of names or addresses. Choose one that is harder to guess.',
    'password-breached': 'This password is known from a data breach. Choose another one.',
    'terms-required': 'Accept the terms to create an account.',
    'page-outdated': 'This page was out of date. Please continue here.',
    'too-soon': (time: string) => `A code was sent a moment ago. You can request another one in ${time}.`,
    'too-many-messages': (time: string) => `Too many codes were requested for this address. Try again in ${time}.`,
    locked: (time: string) => `Too many attempts have failed. Try again in ${time}.`,
    'network-limited': (time: string) =>
      `Too many attempts came from your network, perhaps not from you. Try again in ${time}.`,
    'locked-for-good': 'Too many attempts have failed. Set a new password, or ask your administrator for help.',
  },
  seconds: (count: number) => (count === 1 ? '1 second' : `${count} seconds`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
};

export type Texts = typeof en;
