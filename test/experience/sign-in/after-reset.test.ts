import { beforeEach, describe, expect, test } from 'vitest';
import { codeFor as codeIn, openPage } from '../../support/browsers/flow-pages.ts';
import { addUser, password } from '../../support/issuer.ts';
import { setPolicy, sharePages } from '../../support/browsers/pages.ts';

/** The steps after a new password in the same flow. */
const { issuer, web } = sharePages();
beforeEach(() => setPolicy(issuer, { signUp: { isOpen: true } }));

const newPassword = 'seven wooden ships at sea';
const codeFor = (address: string) => codeIn(issuer, address);
const open = () => openPage(issuer, web);

async function reset(email: string) {
  const page = await open();
  await page.answer({ way: 'reset' });
  await page.answer({ identifier: email });
  return page;
}

describe('a password that was set instead of a forgotten one', () => {
  test('can be set at once if the application hints at it', async () => {
    const { email } = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const page = await openPage(issuer, web, { parameters: { screen_hint: 'reset-password' } });
    expect(await page.get()).toMatchObject({ purpose: 'reset', step: { name: 'identify' } });
    await page.answer({ identifier: email ?? '' });
    await page.answer({ code: await codeFor(email ?? '') });
    expect(await page.answer({ password: newPassword })).toMatchObject({ step: { name: 'identify' } });
    expect(await page.answer({ identifier: email ?? '', password: newPassword })).toMatchObject({
      next: expect.any(String),
    });
  });

  test('is announced to its own person only: not if another one signs in afterwards', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const email = user.email ?? '';
    const announced = async (page: Awaited<ReturnType<typeof open>>) => {
      const headers = { accept: 'text/html' };
      return (await (await page.visitor.fetch(page.url, { headers })).text()).includes('has been changed');
    };
    const page = await reset(email);
    await page.answer({ code: await codeFor(email) });
    await page.answer({ password: newPassword });
    expect(await announced(page)).toBe(true);
    const { version } = await page.get();
    const fields = { identifier: 'newcomer@example.com', password, step: 'identify', version: String(version) };
    const wrong = await page.visitor.fetch(page.url, { method: 'POST', body: new URLSearchParams(fields) });
    expect(await wrong.text()).not.toContain('has been changed');
    const other = 'newcomer@example.com';
    await page.get();
    await page.answer({ way: 'email-code', identifier: other });
    await page.answer({ way: 'sign-in' });
    expect(await announced(page)).toBe(false);
    expect(await page.answer({ identifier: email, password: newPassword })).toMatchObject({ next: expect.any(String) });
  });

  test('can be replaced again in the same flow', async () => {
    const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
    const email = user.email ?? '';
    const page = await reset(email);
    await page.answer({ code: await codeFor(email) });
    await page.answer({ password: newPassword });
    issuer.advance(31);
    expect(await page.answer({ way: 'reset' })).toMatchObject({ purpose: 'reset', step: { name: 'identify' } });
    expect(await page.answer({ identifier: email })).toMatchObject({ purpose: 'reset', step: { name: 'code' } });
  });
});
