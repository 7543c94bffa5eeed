import { beforeEach, describe, expect, test } from 'vitest';
import { password } from '../../support/issuer.ts';
import { calls, freeAddress, freeNumber, type Member, startAccounts } from '../../support/accounts/account-flows.ts';
import { openPage } from '../../support/browsers/flow-pages.ts';
import { perFile } from '../../support/per-file.ts';
import { giveApp } from '../../support/totp.ts';
import { messageTo, openUndo, openUndoPage, undoLinkTo } from '../../support/undo-links.ts';

/** Changes of an account, as its person learns of them, and takes them back. */
const accounts = perFile(startAccounts);
beforeEach(() => accounts.policy({ phone: { countries: ['DE'] } }));

const storedUser = (id: string) => accounts.prisma.user.findUniqueOrThrow({ where: { id } });

const undo = (link: string, method: 'GET' | 'POST') => openUndo(accounts.issuer, link, method);
const linkTo = (address: string) => undoLinkTo(accounts.issuer, address);

async function changeAddress(member: Member, kind: 'email' | 'phone', address: string): Promise<void> {
  const begun = await calls.rest(member, { purpose: `link-${kind}`, [kind]: address });
  const fields = { code: await accounts.codeFor(address) };
  const ended = await calls.rest(member, { flowId: begun.id, version: begun.version, step: 'code', fields });
  expect(ended).toMatchObject({ state: 'finished' });
}

describe('the change of a verified address', () => {
  test('is reported to the old one, whose link shows what would happen and changes nothing when it is opened', async () => {
    const ada = await accounts.member();
    const address = freeAddress();
    await changeAddress(ada, 'email', address);
    const link = await linkTo(ada.email);
    for (let opened = 0; opened < 2; opened++)
      expect(await undo(link, 'GET')).toEqual({ status: 200, json: { undo: { kind: 'email', address: ada.email } } });
    expect((await storedUser(ada.id)).email).toBe(address);
    const html = await (await fetch(`${accounts.issuer.url}${link}`)).text();
    expect(html).toContain(ada.email);
  });

  test('is taken back by the link: the address is verified, all sessions end, and the password is gone', async () => {
    const ada = await accounts.member();
    await changeAddress(ada, 'email', freeAddress());
    const link = await linkTo(ada.email);
    expect(await undo(link, 'POST')).toEqual({ status: 200, json: { state: 'restored' } });
    expect(await storedUser(ada.id)).toMatchObject({ email: ada.email, emailVerifiedAt: expect.any(Date) as Date });
    expect((await ada.rest('GET', '/profile')).status).toBe(401);
    const events = (await accounts.eventsAbout(ada.id)).slice(-2);
    expect(events).toMatchObject([
      { type: 'User.Data.Updated', data: { changed: ['email', 'emailVerifiedAt', 'password'] } },
      { type: 'User.Sessions.Ended' },
    ]);
    // It works once.
    expect((await undo(link, 'POST')).status).toBe(410);
  });

  test('is taken back for who reads the old mailbox, who is signed in nowhere and sets a new password', async () => {
    const ada = await accounts.member();
    await changeAddress(ada, 'email', freeAddress());
    await undo(await linkTo(ada.email), 'POST');
    const page = await openPage(accounts.issuer, accounts.web);
    const withOld = await page.answer({ identifier: ada.username, password });
    expect(withOld).toMatchObject({ problem: { name: 'wrong-password' } });
    await page.answer({ way: 'reset' });
    await page.answer({ identifier: ada.email });
    expect(await page.answer({ code: await accounts.codeFor(ada.email) })).toMatchObject({
      step: { name: 'new-password' },
    });
  });

  test('leaves no factor behind that was added since the sign-in, and those from before', async () => {
    const ada = await accounts.member();
    const { prisma, issuer } = accounts;
    await changeAddress(ada, 'email', freeAddress());
    await giveApp(issuer, ada.id);
    const earlier = await prisma.factor.findFirstOrThrow({ where: { userId: ada.id } });
    const createdAt = new Date(issuer.clock.now().getTime() - 86_400_000);
    await prisma.factor.update({ where: { id: earlier.id }, data: { createdAt } });
    await giveApp(issuer, ada.id);
    await undo(await linkTo(ada.email), 'POST');
    expect(await prisma.factor.findMany({ where: { userId: ada.id }, select: { id: true } })).toEqual([
      { id: earlier.id },
    ]);
  });

  test('ends the links of later changes: who made them cannot restore theirs', async () => {
    const ada = await accounts.member();
    const [first, second] = [freeAddress(), freeAddress()];
    await changeAddress(ada, 'email', first);
    accounts.issuer.advance(1);
    await changeAddress(ada, 'email', second);
    const [toAda, toThief] = [await linkTo(ada.email), await linkTo(first)];
    expect((await undo(toAda, 'POST')).status).toBe(200);
    expect((await undo(toThief, 'POST')).status).toBe(410);
    expect((await storedUser(ada.id)).email).toBe(ada.email);
  });

  test('removes the new address if another account has taken the old one', async () => {
    const ada = await accounts.member();
    await changeAddress(ada, 'email', freeAddress());
    await accounts.member({ email: ada.email });
    expect((await undo(await linkTo(ada.email), 'POST')).status).toBe(200);
    expect(await storedUser(ada.id)).toMatchObject({ email: null, emailVerifiedAt: null });
  });

  test('is possible for seven days', async () => {
    const ada = await accounts.member();
    await changeAddress(ada, 'email', freeAddress());
    const link = await linkTo(ada.email);
    await accounts.prisma.accountUndo.updateMany({ where: { userId: ada.id }, data: { expiresAt: new Date(0) } });
    expect(await undo(link, 'POST')).toMatchObject({ status: 410, json: { problem: { name: 'expired' } } });
  });

  test('leads on when its link has ended, and promises no other link', async () => {
    const ada = await accounts.member();
    await changeAddress(ada, 'email', freeAddress());
    const link = await linkTo(ada.email);
    await undo(link, 'POST');
    const used = await openUndoPage(accounts.issuer, link, 'GET');
    expect([used.status, used.html]).toEqual([410, expect.stringContaining('ask your administrator for help')]);
    expect(used.html).toContain('href="/account/security"');
    expect(used.html).toContain('href="/reset-password"');
    expect(used.html).not.toContain('new link');
  });

  test('is not taken back by a wrong secret, or by a form of another site', async () => {
    const ada = await accounts.member();
    const address = freeAddress();
    await changeAddress(ada, 'email', address);
    const link = await linkTo(ada.email);
    const wrong = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    expect((await undo(wrong, 'POST')).status).toBe(404);
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } };
    expect((await fetch(`${accounts.issuer.url}${link}`, foreign)).status).toBe(403);
    expect((await storedUser(ada.id)).email).toBe(address);
  });
});

test('a verified number that is removed is reported to the verified email address, and restored by its link', async () => {
  const phone = freeNumber();
  const ada = await accounts.member({ phone, phoneVerifiedAt: new Date() });
  expect((await ada.rest('DELETE', '/phone')).status).toBe(200);
  const link = await linkTo(ada.email);
  expect((await undo(link, 'GET')).json).toEqual({ undo: { kind: 'phone', address: phone } });
  expect((await undo(link, 'POST')).status).toBe(200);
  expect(await storedUser(ada.id)).toMatchObject({ phone, phoneVerifiedAt: expect.any(Date) as Date });
});

test('a verified number without an email address is reported by SMS', async () => {
  const phone = freeNumber();
  const ada = await accounts.member({ email: null, emailVerifiedAt: null, phone, phoneVerifiedAt: new Date() });
  await changeAddress(ada, 'phone', freeNumber());
  expect((await undo(await linkTo(phone), 'GET')).json).toEqual({
    undo: { kind: 'phone', address: phone },
  });
});

test('a factor and a first number are reported to the verified address, without a link', async () => {
  const ada = await accounts.member();
  await changeAddress(ada, 'phone', freeNumber());
  const notice = await messageTo(accounts.issuer, ada.email, /was added to your account/);
  expect(notice.text).toMatch(/phone number was added/);
  expect(notice.text).not.toMatch(/\/link\//);
});
