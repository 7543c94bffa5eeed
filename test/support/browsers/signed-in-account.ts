import type { Browser, Page } from 'playwright-core';
import { addUser, password, type TestIssuer } from '../issuer.ts';

/** The pages of an account, and of some of its actions. */
export const accountPaths = [
  '',
  '/profile',
  '/profile/username',
  '/profile/picture',
  '/security',
  '/security/password',
  '/security/remove-email',
  '/sessions',
  '/sessions/end-other-sessions',
  '/applications',
  '/organizations',
  '/activity',
  '/data',
  '/data/delete-account',
];

/** A person with something in every list, signed in in a new context of the browser. */
export async function signedInAt(
  issuer: TestIssuer,
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<Page> {
  const { prisma } = issuer.database;
  const now = issuer.clock.now();
  const email = `${issuer.ids.next('user')}@example.com`;
  const { id, username } = await addUser(prisma, { name: 'Ada Lovelace', email, emailVerifiedAt: now });
  const named = (name: string) => ({ id: issuer.ids.next('organization'), name });
  await prisma.organization.create({ data: { ...named('Acme'), users: { create: { userId: id } } } });
  await prisma.organizationInvitation.create({
    data: {
      id: issuer.ids.next('organizationInvitation'),
      organization: { create: named('شركة') },
      inviteeEmail: email,
      expiresAt: new Date(now.getTime() + 86_400_000),
    },
  });
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${issuer.publicUrl}/account`);
  await page.locator('input[name=identifier]').fill(username ?? '');
  await page.locator('input[name=password]').fill(password);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${issuer.publicUrl}/account`);
  return page;
}
