import type { Widened } from '../../../words/widened.ts';

export const texts = {
  secretText:
    'The secret was shown when it was made, and cannot be shown again. Rotate it to get another one: for a while both sign, so that no message is refused.',
  publicKeys: 'Public keys (v1a)',
  noPublicKeys: 'No key pair: messages are signed with the secret only.',
  addKeyPair: 'Add a key pair',
  receiver: 'A receiver that verifies messages',
  receiverText:
    'Put the secret into WEBHOOK_SECRET. The first line of a program is its file and how it is started. Libraries of Standard Webhooks verify the same.',
  testTitle: 'Send a test event',
  testText:
    'It looks like a real event, and is sent once, whether or not the webhook is enabled and asks for such events.',
  tests: 'Earlier tests',
  noTests: 'No test yet.',
} as const;

export type Texts = Widened<typeof texts>;
