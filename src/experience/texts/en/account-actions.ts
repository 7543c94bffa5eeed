import type { AccountRefusal } from '../../../vocabulary/account-refusals.ts';
import { action, actionOn } from '../action.ts';

/** What people do on the pages of their accounts, and what becomes of it. */
export const accountActions = {
  actions: {
    'edit-profile': action('Your profile', 'Save', 'Your profile has been saved.'),
    username: action('Change your username', 'Save username', 'Your username has been changed.'),
    picture: action(
      'Change your picture',
      'Save picture',
      'Your picture has been changed.',
      'A PNG, JPEG or WebP of at most 256 KB. Place, device and time are removed from photos.',
    ),
    'remove-picture': action('Remove your picture?', 'Remove picture', 'Your picture has been removed.'),
    password: action('Set a new password', 'Set password', 'Your password has been changed.'),
    'remove-password': action(
      'Remove your password?',
      'Remove password',
      'Your password has been removed.',
      'You then sign in with a passkey or a code. You are signed out everywhere else. You can set a new password at any time.',
    ),
    'add-email': action(
      'Set a new email address',
      'Continue',
      'Your email address has been changed.',
      'We will send a code to the new address. If you have one already, it gets a message that lets you take the change back for seven days.',
    ),
    'add-phone': action(
      'Set a new phone number',
      'Continue',
      'Your phone number has been changed.',
      'We will text a code to the new number. If you have one already, it gets a message that lets you take the change back for seven days.',
    ),
    'remove-email': action(
      'Remove your email address?',
      'Remove email address',
      'Your email address has been removed.',
      'You can no longer sign in or reset your password with it. It gets a message that lets you take this back for seven days.',
    ),
    'remove-phone': action(
      'Remove your phone number?',
      'Remove phone number',
      'Your phone number has been removed.',
      'You can no longer sign in or reset your password with it. It gets a message that lets you take this back for seven days.',
    ),
    'add-passkey': action('Add a passkey', 'Continue', 'Your new passkey or app has been added.'),
    'add-app': action('Add an authenticator app', 'Continue', 'Your new passkey or app has been added.'),
    'rename-factor': actionOn((name) => `Rename ${name}`, 'Save name', 'The name has been changed.'),
    'remove-factor': actionOn(
      (name) => `Remove ${name}?`,
      'Remove',
      'It has been removed.',
      'You can no longer sign in with it. Browsers that you trust are asked for a second factor again.',
    ),
    'backup-codes': action(
      'Create new backup codes?',
      'Create codes',
      'You have new backup codes.',
      'The codes that you have now stop working.',
    ),
    'end-session': actionOn((name) => `Sign out in ${name}?`, 'Sign out', 'The session has been ended.'),
    'end-other-sessions': action(
      'Sign out everywhere else?',
      'Sign out everywhere else',
      'You are signed out everywhere else.',
      'Every other session ends, with the access that applications have through it. This one goes on.',
    ),
    'forget-device': actionOn((name) => `Forget ${name}?`, 'Forget', 'The browser has been forgotten.'),
    'revoke-consent': actionOn(
      (name) => `End the access of ${name}?`,
      'End access',
      'The access has been ended.',
      'The application can no longer see or do anything in your name. In other services, its tokens may still work for up to an hour.',
    ),
    'leave-organization': actionOn(
      (name) => `Leave ${name}?`,
      'Leave organization',
      'You have left the organization.',
      'Your roles there end. To come back, you need a new invitation.',
    ),
    'accept-invitation': actionOn((name) => `Join ${name}?`, 'Accept', 'You are a member now.'),
    'decline-invitation': actionOn(
      (name) => `Decline the invitation to ${name}?`,
      'Decline',
      'The invitation has been declined.',
    ),
    export: action('Export your data', 'Download', ''),
    'delete-account': action(
      'Delete your account?',
      'Delete account',
      '',
      'You are signed out everywhere at once, and no one can sign in to this account. For seven days, you can keep it with the link that we send you. Then everything about it is deleted.',
    ),
  },

  notices: {
    'other-person': (name: string) => `You are now signed in as ${name}. What you were doing before was dropped.`,
    'not-confirmed': 'You did not sign in again, so nothing was changed.',
    'signed-in-again': 'You have signed in again. Check what is below, and send it.',
    gone: 'This no longer exists. Perhaps it was removed in another window.',
  },
  notSignedIn: 'You are not signed in',
  notSignedInWhy: 'Sign in to see your account. If you did, allow this site to keep cookies.',

  problems: {
    changed: 'Your account has been changed meanwhile. Check what is below, and send it again.',
    'too-many': 'Too many changes in a short time. Try again later.',
    'not-allowed': 'Your administrator manages this.',
    'last-way': 'You could no longer sign in. Add another way to sign in first.',
    'last-address': 'You would have no confirmed address. Add one first, or two other ways to sign in.',
    'required-factor': 'You need a second factor here. Add another one first.',
    'factor-not-taken': 'This kind of second factor is not accepted here.',
    'backup-codes-not-taken': 'Backup codes are not accepted here.',
    'no-factor': 'Backup codes stand in for a passkey or an app. Add one of those first.',
    'last-administrator': 'You are the last administrator. Make another person one first.',
    'last-organization-administrator':
      'You are the last administrator of an organization. Make another member one first.',
    'wrong-confirmation': 'This is not your address, number or username.',
    'not-a-picture': 'This is not a PNG, JPEG or WebP of at most 256 KB.',
    'picture-too-wide': 'The picture is too large. At most 4,096 pixels in width and height are possible.',
    required: 'Fill in this field.',
    'too-long': (maximum: number) => `At most ${maximum} characters are possible.`,
    'wrong-website': 'Enter an address that begins with https:// or http://.',
    'wrong-birthdate': 'Enter a date such as 1990-12-31.',
    wrong: 'Check this field.',
  } satisfies Record<Exclude<AccountRefusal, `password-${string}`>, string> & Record<string, unknown>,
};
