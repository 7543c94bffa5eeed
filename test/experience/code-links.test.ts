import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInPolicySchema } from '../../src/domain/flow/policy.ts';
import { storePolicy } from '../../src/store/flows/policies.ts';
import { openAlone } from '../support/browsers/standalone-pages.ts';
import { Visitor } from '../support/browsers/browser.ts';
import { codeFor, openPage } from '../support/browsers/flow-pages.ts';
import { addApplication, addUser, startIssuer } from '../support/issuer.ts';
import { linkBrowser, linkFor } from '../support/browsers/links.ts';
import { setPolicy } from '../support/browsers/pages.ts';
import { perFile } from '../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../support/browsers/relying-party.ts';

/** The links in messages with a code. */
const issuer = perFile(startIssuer);
let web: RelyingParty;
let email: string;
let userId: string;
beforeAll(async () => {
  const { prisma } = issuer.database;
  await addApplication(prisma, 'SINGLE_PAGE', { name: 'Another', redirectUris: ['https://another.example/'] });
  web = await relyingParty(
    issuer.issuer,
    await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] }),
  );
  await storePolicy(prisma, signInPolicySchema.parse({ signUp: { isOpen: true } }));
});
beforeEach(async () => {
  const user = await addUser(issuer.database.prisma, { emailVerifiedAt: new Date() });
  [userId, email] = [user.id, user.email ?? ''];
});

const useLink = { way: 'link' };
const done = { next: expect.any(String) as string };
const signIns = () => issuer.database.prisma.event.count({ where: { type: 'PostSignIn', subjectId: userId } });

/** A browser that awaits a code, with the link of its message. */
async function requested(way: 'email-code' | 'reset' | 'sign-up' = 'email-code', to = email) {
  const page = await openPage(issuer, web);
  if (way !== 'email-code') await page.answer({ way });
  await page.answer({ ...(way === 'email-code' && { way }), identifier: to });
  return { page, link: await linkFor(issuer, to, 'chal_') };
}
async function elsewhere(link: string) {
  const visitor = new Visitor();
  // The application for which the code was requested, not the other one.
  expect(await linkBrowser(visitor).press(link)).toMatchObject({ next: `${new URL(redirectUri).origin}/` });
  return openPage(issuer, web, { visitor });
}

describe('the link in a message with a code', () => {
  test('signs in where the code was requested, after any number of scanners', async () => {
    const { page, link } = await requested();
    for (const method of ['GET', 'HEAD', 'GET']) expect((await linkBrowser().show(link, method)).status).toBe(200);
    expect((await linkBrowser(page.visitor).press(link)).location).toBe(new URL(page.url).pathname);
    expect(await page.answer(useLink)).toMatchObject(done);
    expect((await page.finish())?.sub).toBe(userId);
    expect(await linkBrowser().show(link)).toMatchObject({ status: 410, problem: { name: 'used' } });
  });

  test('continues the sign-in that requested it, whatever the browser has opened since', async () => {
    const { page, link } = await requested();
    await openPage(issuer, web, { visitor: page.visitor });
    await openAlone(issuer, '/reset-password', page.visitor);
    expect((await linkBrowser(page.visitor).press(link)).location).toBe(new URL(page.url).pathname);
    expect(await page.answer(useLink)).toMatchObject(done);
    expect((await page.finish())?.sub).toBe(userId);
  });

  test('signs in the browser that opens it, and the one that requested it gains nothing', async () => {
    const { page: eve, link } = await requested();
    const code = await codeFor(issuer, email);
    const ada = await elsewhere(link);
    expect(await ada.get()).toMatchObject({ step: { name: 'link' } });
    expect(await ada.answer(useLink)).toMatchObject(done);
    expect((await ada.finish())?.sub).toBe(userId);
    expect(await eve.answer({ step: 'code', code })).toMatchObject({ status: 422, problem: { name: 'page-outdated' } });
    expect(await eve.get()).toMatchObject({ step: { name: 'identify' } });
    expect(await signIns()).toBe(1);
  });

  test('ends when the code is entered', async () => {
    const { page, link } = await requested();
    const other = await elsewhere(link);
    expect(await page.answer({ code: await codeFor(issuer, email) })).toMatchObject(done);
    expect(await other.answer(useLink)).toMatchObject({ problem: { name: 'link-invalid' } });
    expect(await signIns()).toBe(1);
  });

  test.each([1, 2, 3, 4, 5])('succeeds once in concurrent uses of it and of the code (%d)', async () => {
    const { page, link } = await requested();
    const code = await codeFor(issuer, email);
    const others = [await elsewhere(link), await elsewhere(link)];
    const answers = await Promise.all([page.answer({ code }), ...others.map((other) => other.answer(useLink))]);
    expect(answers.filter(({ next }) => next)).toHaveLength(1);
    expect(await signIns()).toBe(1);
  });

  test('sets a new password, if that was requested, and signs in no one', async () => {
    const { link } = await requested('reset');
    const page = await elsewhere(link);
    expect(await page.answer(useLink)).toMatchObject({ purpose: 'reset', step: { name: 'new-password' } });
    expect(await page.answer({ password: 'seven wooden ships at sea' })).toMatchObject({ step: { name: 'identify' } });
    expect(await signIns()).toBe(0);
  });

  test('confirms the address of a new account', async () => {
    const address = `new-${email}`;
    const { page, link } = await requested('sign-up', address);
    expect(await page.answer({ ...useLink, link })).toMatchObject({ status: 422 });
    await linkBrowser(page.visitor).press(link);
    expect(await page.answer(useLink)).toMatchObject({ purpose: 'sign-up', step: { name: 'fields' } });
    expect(await page.answer({ password: 'seven wooden ships at sea' })).toMatchObject(done);
  });

  test('ends with a new code, and after ten minutes', async () => {
    const { page, link } = await requested();
    issuer.advance(31);
    await page.answer({ way: 'email-code', identifier: email });
    expect(await linkBrowser().press(link)).toMatchObject({ status: 410, problem: { name: 'used' } });
    const again = await requested('email-code', (await addUser(issuer.database.prisma)).email ?? '');
    issuer.advance(600);
    expect(await linkBrowser().press(again.link)).toMatchObject({ status: 410, problem: { name: 'expired' } });
  });

  test('does not replace the ways that the policy takes', async () => {
    const { link } = await requested();
    const page = await elsewhere(link);
    await setPolicy(issuer, { first: ['password'] });
    expect(await page.answer(useLink)).toMatchObject({ step: { name: 'password' } });
    await setPolicy(issuer, { signUp: { isOpen: true } });
  });
});
