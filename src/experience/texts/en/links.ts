import type { Emphasis } from '../emphasis.ts';

/** The links of messages. */
export const links = {
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
      '. To accept it, sign in or create an account.',
    ],
    continueAs: (person: string) => `Continue as ${person}`,
    notYou: 'If this is not you, close this page. Nothing has happened yet.',
    almostThere: 'Almost there',
    chooseApplication: 'Your link is kept in this browser for an hour. Open an application to continue:',
    openApplication:
      'Your link is kept in this browser for an hour. Now open the application, and sign in there to continue.',
    cannotBeUsed: 'This link cannot be used',
    problems: {
      unknown: 'The link is incomplete, or no longer exists. Open it again from your message.',
      used: 'The link has already been used, and works only once. Start again in the application, or ask for a new link.',
      revoked: 'The link was withdrawn, or replaced by a newer one. Look for a newer message, or ask for a new link.',
      expired: 'The link has expired. Start again in the application, or ask for a new link.',
      accepted: 'The invitation has already been accepted. Open the application, and sign in there.',
    },
    openInstead: 'Continue in an application:',
    openAccount: 'Open your account',
    checkAccount: 'Check the security of your account',
  },

  undo: {
    title: 'Take back a change of your account',
    lead: (address: string): Emphasis => ['The address ', address, ' is restored.'],
    consequence:
      'You are signed out everywhere. Passkeys and authenticator apps that were added since are removed, and so is the password: you set a new one with a code to your address.',
    confirm: 'Take the change back',
    done: 'The change was taken back',
    next: 'Your earlier address is restored, and you are signed out everywhere. Now set a new password.',
  },
  /** A link that took something back, and why it no longer does. */
  undoEnded: {
    used: 'The link has already been used, or was withdrawn.',
    expired: 'The link has expired. It was valid for seven days.',
    help: 'You can still check the security of your account, and set a new password. If you cannot sign in, ask your administrator for help.',
  },
  undoDeletion: {
    title: 'Keep your account',
    lead: 'Your account is not deleted, and you can sign in again.',
    consequence: 'Your password, passkeys and authenticator apps stay as they are. You remain signed out everywhere.',
    confirm: 'Keep the account',
    done: 'Your account is kept',
    next: 'You can sign in again. If it was not you who deleted the account, set a new password now.',
  },
};
