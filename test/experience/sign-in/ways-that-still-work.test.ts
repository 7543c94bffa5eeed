import { expect, test } from 'vitest';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';
import { addUser } from '../../support/issuer.ts';

/** The message to a person whose password is locked. */
const { issuer, web } = sharePages();
let people = 0;

/** The problem after ten wrong passwords. */
async function lockedText(identifier: string) {
  const page = await openPage(issuer, web);
  const answer = { identifier, password: 'a wrong password' };
  for (let attempt = 0; attempt < 10; attempt++) await page.answer(answer);
  const { status, problem } = await page.answer(answer);
  expect([status, problem?.name]).toEqual([429, 'locked']);
  const html = await (
    await page.visitor.fetch(page.url, {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams(answer),
    })
  ).text();
  expect(html).toContain(problem?.text);
  return problem?.text;
}
const wait = 'Too many attempts have failed. Try again in 15 minutes.';
const email = () => `locked${++people}@example.com`;

test.each([
  [
    'an account has',
    (address: string) => addUser(issuer.database.prisma, { email: address, emailVerifiedAt: new Date() }),
  ],
  ['no account has', () => Promise.resolve()],
])('the lock of an address that %s names the same ways that still work', async (_whose, add) => {
  await setPolicy(issuer, {});
  const address = email();
  await add(address);
  expect(await lockedText(address)).toBe(
    `${wait} You can still sign in with a code by email, a passkey, or a new password.`,
  );
});

test('a lock names no code for a username, and no way that the policy does not have', async () => {
  await setPolicy(issuer, {});
  expect(await lockedText(`locked_${++people}`)).toBe(
    `${wait} You can still sign in with a passkey or a new password.`,
  );
  await setPolicy(issuer, { first: ['password'] });
  expect(await lockedText(email())).toBe(`${wait} You can still sign in with a new password.`);
});
