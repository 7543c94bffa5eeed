import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Visitor } from '../support/browsers/browser.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { password } from '../support/issuer.ts';
import { perFile } from '../support/per-file.ts';
import { totpCode } from '../support/totp.ts';
import { type Page, startPeople, withCode, withPassword } from './people.ts';

const people = perFile(startPeople);
beforeEach(() => people.policy({ signUp: { isOpen: true } }));

const parameters = { acr_values: 'urn:mandate:level:2' };
const open = (visitor = new Visitor()) => openPage(people.issuer, people.web, { visitor, parameters });
const factorsOf = (userId: string) => people.prisma.factor.count({ where: { userId } });

/** Sets up an app in a flow that asks for one, up to its last step. */
async function setUpApp(page: Page, shown: Awaited<ReturnType<Page['get']>>): Promise<void> {
  expect(shown.step?.name).toBe('enrol-totp');
  const code = totpCode(shown.step?.details.app?.key ?? '', people.issuer.clock.now());
  expect(await page.answer({ code })).toMatchObject({ step: { name: 'backup-codes' } });
}

/** Eve signs in to her own account, and sets up her app. */
async function asEve(page: Page): Promise<string> {
  const eve = await people.person();
  await setUpApp(page, await withPassword(page, eve));
  return eve.id;
}

/** Eve creates an account, up to its last step. */
async function asNewEve(page: Page): Promise<void> {
  const email = `eve-${randomUUID()}@example.com`;
  await page.answer({ way: 'sign-up' });
  const code = await people.codeAfter(email, () => page.answer({ identifier: email }));
  expect(await page.answer({ code })).toMatchObject({ step: { name: 'fields' } });
  await setUpApp(page, await page.answer({ password }));
}

describe('E1: an app that Eve set up for her account', () => {
  const begins = [
    ['her account', asEve],
    ['a new account', asNewEve],
  ] as const;
  const ways = [
    ['password', withPassword],
    ['code', (page: Page, ada: { email: string | null }) => withCode(people, page, ada)],
  ] as const;
  const cases = begins.flatMap(([whose, begin]) => ways.map(([way, signIn]) => ({ whose, begin, way, signIn })));
  test.each(cases)('is no second factor of Ada: $whose, then the $way of Ada', async ({ begin, signIn }) => {
    const ada = await people.personWithApp();
    const page = await open();
    await begin(page);
    await page.answer({ way: 'sign-in' });
    expect(await signIn(page, ada)).toMatchObject({ step: { name: 'totp' } });
    expect(await page.answer({ code: ada.code() })).toMatchObject({ next: expect.any(String) });
    expect(await factorsOf(ada.id)).toBe(1);
  });

  test('is not added to the account of Ada, who sets up one of her own', async () => {
    const ada = await people.person();
    const page = await open();
    const shownToEve = await withPassword(page, await people.person());
    await setUpApp(page, shownToEve);
    await page.answer({ way: 'sign-in' });
    const shownToAda = await withPassword(page, ada);
    expect(shownToAda).toMatchObject({ step: { name: 'enrol-totp' } });
    expect(shownToAda.step?.details.app?.key).not.toBe(shownToEve.step?.details.app?.key);
    expect(await page.get()).toMatchObject({ step: { details: { app: { key: shownToAda.step?.details.app?.key } } } });
    expect(await factorsOf(ada.id)).toBe(0);
  });

  test('is none of Ada after the account of Eve was deleted', async () => {
    const ada = await people.personWithApp();
    const page = await open();
    await people.prisma.user.delete({ where: { id: await asEve(page) } });
    await page.get();
    expect(await withPassword(page, ada)).toMatchObject({ step: { name: 'totp' } });
  });

  test('is not added by a stolen session of Ada', async () => {
    const ada = await people.person();
    const stolen = new Visitor();
    const first = await openPage(people.issuer, people.web, { visitor: stolen });
    await withPassword(first, ada);
    await first.finish();
    const page = await open(stolen);
    expect(await page.get()).toMatchObject({ step: { name: 'password' } });
    await asNewEve(page);
    expect(await page.answer({ way: 'sign-in' })).toMatchObject({ step: { name: 'password' } });
    expect(await factorsOf(ada.id)).toBe(0);
  });
});

test('E1: a factor that Ada adds meanwhile is required in a flow that Eve began before', async () => {
  const [ada, eves, adas] = [await people.person(), await open(), await open()];
  await setUpApp(eves, await withPassword(eves, ada));
  await setUpApp(adas, await withPassword(adas, ada));
  expect(await adas.answer({})).toMatchObject({ next: expect.any(String) });
  expect(await eves.answer({})).toMatchObject({ step: { name: 'totp' } });
});

test('E2: a required new password is not one that was entered for another account', async () => {
  const ada = await people.person();
  await people.prisma.user.update({ where: { id: ada.id }, data: { passwordResetRequiredAt: new Date() } });
  const page = await open();
  await asNewEve(page);
  await page.answer({ way: 'sign-in' });
  expect(await withPassword(page, ada)).toMatchObject({ step: { name: 'new-password' } });
});

test('E2: a password that was entered for a new account does not end a reset', async () => {
  const ada = await people.person();
  const page = await open();
  await asNewEve(page);
  await page.answer({ way: 'reset' });
  const code = await people.codeAfter(ada.email, () => page.answer({ identifier: ada.email ?? '' }));
  expect(await page.answer({ code })).toMatchObject({ step: { name: 'new-password' } });
});
