import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('npm run demo completes on a platform of its own', async () => {
  const { PATH, TMPDIR } = process.env;
  const { stdout } = await run(process.execPath, ['tools/demo/main.ts'], {
    env: { PATH, TMPDIR },
    timeout: 150_000,
  });
  for (const landmark of [
    'token exchange is not allowed for this application',
    '"issued_token_type": "urn:ietf:params:oauth:token-type:access_token"',
    '"orders": [',
    'the user holds none of these scopes on this resource',
    '"reason": "NOT_HELD"',
    'the subject token is of a user who is suspended',
    'User.SuspensionStatus.Updated',
    'The newcomer comes back',
    'Passkey            Passkey            Added ',
    '"acr": "phr"',
    'Firefox, Linux  This session  Signed in ',
    'Safari, iOS                   Signed in ',
    'The account here is new, and linked with that of the customer:',
    '"name": "Customer login"',
    'granted orders:read',
    'refused: token exchange is not allowed for this application',
    'TARGETS       not met: ',
    'IdentityProvider.Created',
    'PostRegister',
    'PostResetPassword',
    'Done:',
  ]) {
    expect(stdout).toContain(landmark);
  }
  expect(stdout).not.toMatch(/eyJ[\w-]+\.[\w-]+\.[\w-]+/);
}, 150_000);
