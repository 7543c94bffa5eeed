import { documentedVariables } from '../config.ts';

/** Commands for a user, which work beside a running platform and without one. */
const userCommandUsage = {
  unlock: 'End the locks after failed attempts to sign in.',
  'reset-password': 'Set a new password, end all sessions and locks. --stdin reads it from standard input.',
  'remove-factors': 'Remove passkeys, authenticator apps and backup codes.',
  'make-administrator': 'Give every permission of the Management API.',
};

export type UserCommand = keyof typeof userCommandUsage;

export const isUserCommand = (name: string): name is UserCommand => Object.hasOwn(userCommandUsage, name);

const replaceUsage = [
  [
    'replace-secrets-key',
    'Encrypt again what other keys have encrypted, and say whether they are still needed: then exit with 1.',
  ],
  ['  --dry-run', 'Only count.'],
  ['  --lost', 'Name what no key decrypts, and what becomes of it.'],
  ['  --lost --confirm', 'Withdraw lost signing keys for new ones, disable such webhooks, remove such second factors.'],
] as const;

/** The text of `--help`. */
export function usage(): string {
  return [
    'Usage: node src/main.ts [--help | --version]',
    '       node src/main.ts COMMAND IDENTIFIER',
    '       node src/main.ts policy-test FILE',
    '       node src/main.ts replace-secrets-key [--dry-run | --lost [--confirm]]',
    '',
    'Commands for a user; IDENTIFIER is an email address, a username or the id of a user:',
    ...Object.entries(userCommandUsage).map(([name, meaning]) => `  ${name.padEnd(25)} ${meaning}`),
    '',
    'Tests of a sign-in policy, without a platform; FILE is JSON with "policy" and "tests", as the REST API returns them:',
    `  ${'policy-test'.padEnd(25)} Run them, and exit with 1 if one fails.`,
    '',
    'The key of secrets, beside a running platform; before it, put the new key first in SECRETS_KEY of all processes:',
    ...replaceUsage.map(([name, meaning]) => `  ${name.padEnd(25)} ${meaning}`),
    '',
    'Settings (environment variables):',
    ...documentedVariables.map(
      ({ name, meaning, otherwise }) => `  ${name.padEnd(25)} ${meaning}\n  ${''.padEnd(25)} Default: ${otherwise}.`,
    ),
    '',
  ].join('\n');
}
