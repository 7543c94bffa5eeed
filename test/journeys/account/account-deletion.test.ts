import * as client from 'openid-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { act, type Door, doors } from '../../support/accounts/account.ts';
import { deletion } from '../../support/accounts/account-acts.ts';
import { calls, freeAddress, freeNumber, type Member, startAccounts } from '../../support/accounts/account-flows.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { addApplication } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { messageTo, openUndo, openUndoPage, undoLinkTo } from '../../support/undo-links.ts';

/** People who delete their own accounts, and keep them after all. */
const accounts = perFile(startAccounts);
beforeEach(() => accounts.policy({ phone: { countries: ['DE'] } }));

const sevenDays = 7 * 86_400_000;
const storedUser = (id: string) => accounts.prisma.user.findUniqueOrThrow({ where: { id } });
const deleteBy = (door: Door, { token }: Pick<Member, 'token'>, confirmation: string) =>
  act(accounts.issuer, door, token, deletion(confirmation));

/** A person who has deleted the account, with the link that keeps it. */
async function deleted(data: Parameters<typeof accounts.member>[0] = {}): Promise<{ ada: Member; link: string }> {
  const ada = await accounts.member(data);
  expect(await deleteBy('rest', ada, ada.username)).toMatchObject({ code: null });
  return { ada, link: await undoLinkTo(accounts.issuer, ada.email) };
}
const keep = (link: string, method: 'GET' | 'POST') => openUndo(accounts.issuer, link, method);

async function suspend(userId: string, isSuspended: boolean): Promise<string[]> {
  const origin = { requestId: ids.next('request'), channel: 'rest' } as const;
  const { issuer } = accounts;
  return (await issuer.execute(setUserSuspended, platformActor, { userId, isSuspended }, origin)).eventIds;
}

describe.each(doors)('by %s, a person', (door) => {
  test('deletes the account, which is suspended at once, and deleted after seven days', async () => {
    const ada = await accounts.member();
    const before = accounts.issuer.clock.now().getTime();
    const { code, output } = await deleteBy(door, ada, ada.email);
    expect(code).toBeNull();
    const dueAt = Date.parse(String(output['deletionDueAt']));
    expect(dueAt).toBeGreaterThanOrEqual(before + sevenDays);
    expect(dueAt).toBeLessThan(before + sevenDays + 60_000);
    expect(output).toMatchObject({ id: ada.id, version: 2 });
    const user = { isSuspended: true, deletionDueAt: new Date(dueAt).toISOString() };
    const cause = { channel: door, operation: 'deleteMyAccount', applicationIds: [accounts.application.id] };
    expect((await accounts.eventsAbout(ada.id)).slice(-2)).toMatchObject([
      { type: 'User.SuspensionStatus.Updated', data: { user }, actor: { kind: 'user', id: ada.id }, cause },
      { type: 'User.Sessions.Ended', data: { user, exceptSessionId: null }, cause },
    ]);
    expect((await ada.rest('GET', '/profile')).status).toBe(401);
  });

  test('confirms it with any identifier, as it is typed to sign in', async () => {
    const phone = freeNumber();
    const typed = [
      (member: Member) => ` ${member.email.toUpperCase()} `,
      (member: Member) => member.username.toUpperCase(),
      () => `${phone.slice(0, 3)} (${phone.slice(3, 7)}) ${phone.slice(7)}`,
    ];
    for (const [index, confirmation] of typed.entries()) {
      const ada = await accounts.member(index === 2 ? { phone } : {});
      expect([index, (await deleteBy(door, ada, confirmation(ada))).code]).toEqual([index, null]);
    }
  });

  test('confirms it with the id, if the account has no identifier', async () => {
    const ada = await accounts.member();
    await accounts.prisma.user.update({ where: { id: ada.id }, data: { email: null, username: null } });
    expect(await deleteBy(door, ada, '')).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['confirmation'] });
    expect(await deleteBy(door, ada, ada.id)).toMatchObject({ code: null });
  });

  test('changes nothing with another confirmation', async () => {
    const [ada, joan] = [await accounts.member(), await accounts.member()];
    for (const confirmation of [joan.email, ada.id, '', 'delete'])
      expect(await deleteBy(door, ada, confirmation)).toMatchObject({
        status: door === 'rest' ? 422 : 200,
        code: 'BAD_USER_INPUT',
        paths: ['confirmation'],
      });
    expect(await storedUser(ada.id)).toMatchObject({ suspendedAt: null, deletionDueAt: null, version: 1 });
  });

  test('cannot do it against the policy, or as the last administrator of the platform or of an organization', async () => {
    const { prisma } = accounts;
    const ada = await accounts.member();
    const refusal = { code: 'CONFLICT', paths: ['confirmation'] };
    await accounts.policy({ account: { allows: ['profile'] } });
    expect(await deleteBy(door, ada, ada.email)).toMatchObject(refusal);
    await accounts.policy({});
    const where = { name: { in: ['users:write', 'roles:write'] }, resource: { isBuiltIn: true } };
    const scopes = await prisma.scope.findMany({ where });
    const administrator = await accounts.member({ scopeIds: scopes.map(({ id }) => id) });
    await prisma.userRole.deleteMany({ where: { userId: { not: administrator.id } } });
    expect(await deleteBy(door, administrator, administrator.email)).toMatchObject(refusal);
    await administer(ada.id);
    expect(await deleteBy(door, ada, ada.email)).toMatchObject(refusal);
    expect(await storedUser(ada.id)).toMatchObject({ suspendedAt: null, deletionDueAt: null });
    expect(await prisma.accountUndo.count({ where: { userId: ada.id } })).toBe(0);
  });

  test('needs a recent sign-in', async () => {
    const { issuer, web } = accounts;
    const { username } = await accounts.member();
    const resource = `${issuer.publicUrl}/account`;
    const { tokens } = await web.signIn(username, { scope: 'openid account:read account:write', resource });
    issuer.advance(901);
    const { access_token: token } = await client.refreshTokenGrant(web.config, tokens.refresh_token ?? '', {
      resource,
    });
    expect(await deleteBy(door, { token }, username)).toMatchObject({
      code: 'INSUFFICIENT_USER_AUTHENTICATION',
      maxAge: 900,
    });
  });

  test('cannot do it with a token of a third-party application', async () => {
    const settings = { redirectUris: [redirectUri], isThirdParty: true };
    const partner = await relyingParty(
      accounts.issuer.issuer,
      await addApplication(accounts.prisma, 'TRADITIONAL_WEB', settings),
    );
    const { username } = await accounts.member();
    const { tokens } = await partner.signIn(username, { scope: 'openid' });
    const { code } = await deleteBy(door, { token: tokens.access_token }, username);
    expect(code).toBe('UNAUTHENTICATED');
  });
});

/** Makes a person the only administrator of an organization. */
async function administer(userId: string): Promise<void> {
  const { prisma } = accounts;
  const [organizationId, organizationRoleId] = [ids.next('organization'), ids.next('organizationRole')];
  const { id: scopeId } = await prisma.scope.findFirstOrThrow({
    where: { name: 'organizations:write', resource: { isBuiltIn: true } },
  });
  await prisma.organization.create({
    data: { id: organizationId, name: organizationId, users: { create: { userId } } },
  });
  await prisma.organizationRole.create({
    data: { id: organizationRoleId, name: organizationRoleId, apiScopes: { create: { scopeId } } },
  });
  await prisma.organizationUserRole.create({ data: { organizationId, userId, organizationRoleId } });
}

describe('the message about a deletion', () => {
  test('is in the language of the person, and names when, where, and the link', async () => {
    const { ada } = await deleted({ profile: { locale: 'de-AT' } });
    const { subject, text } = await messageTo(accounts.issuer, ada.email, /undo_/);
    expect(subject).toBe('Ihr Konto wird gelöscht');
    expect(text).toMatch(/Konto behalten:\nhttp\S+\/link\/undo_\S+\n\nZeit: /);
  });

  test('goes to the verified number without a verified address, and to no one without either', async () => {
    const phone = freeNumber();
    const ada = await accounts.member({ emailVerifiedAt: null, phone, phoneVerifiedAt: new Date() });
    await deleteBy('rest', ada, ada.username);
    expect((await messageTo(accounts.issuer, phone, /undo_/)).text).toMatch(/^Your account is to be deleted on/);
    const joan = await accounts.member({ emailVerifiedAt: null });
    expect(await deleteBy('rest', joan, joan.username)).toMatchObject({ code: null });
    expect(await accounts.prisma.message.count({ where: { recipient: joan.email } })).toBe(0);
  });
});

describe('the link in it', () => {
  test('shows what would happen and changes nothing when it is opened', async () => {
    const { ada, link } = await deleted();
    for (let opened = 0; opened < 2; opened++)
      expect(await keep(link, 'GET')).toEqual({ status: 200, json: { undo: { kind: 'deletion' } } });
    const { status, html } = await openUndoPage(accounts.issuer, link, 'GET');
    expect([status, html]).toEqual([200, expect.stringContaining('Your account is not deleted')]);
    expect((await storedUser(ada.id)).deletionDueAt).not.toBeNull();
  });

  test('keeps the account as it was, signs no one in, and works once', async () => {
    const { ada, link } = await deleted();
    expect(await keep(link, 'POST')).toEqual({ status: 200, json: { state: 'restored' } });
    expect(await storedUser(ada.id)).toMatchObject({ suspendedAt: null, deletionDueAt: null, version: 3 });
    const user = { isSuspended: false, suspendedAt: null, deletionDueAt: null };
    expect((await accounts.eventsAbout(ada.id)).at(-1)).toMatchObject({
      type: 'User.SuspensionStatus.Updated',
      data: { user },
      actor: { kind: 'platform' },
      cause: { channel: 'sign-in', operation: 'undoAccountDeletion' },
    });
    expect((await ada.rest('GET', '/profile')).status).toBe(401);
    expect(await (await accounts.again(ada)).rest('GET', '/profile')).toMatchObject({ status: 200 });
    expect(await keep(link, 'POST')).toMatchObject({ status: 410, json: { problem: { name: 'used' } } });
  });

  test('is a form for who has no script, and leads to a new password', async () => {
    const { ada, link } = await deleted();
    const { status, html } = await openUndoPage(accounts.issuer, link, 'POST');
    expect([status, html]).toEqual([200, expect.stringContaining('href="/reset-password"')]);
    expect((await storedUser(ada.id)).suspendedAt).toBeNull();
  });

  test('is possible for seven days', async () => {
    const { ada, link } = await deleted();
    await accounts.prisma.accountUndo.updateMany({ where: { userId: ada.id }, data: { expiresAt: new Date(0) } });
    expect(await keep(link, 'POST')).toMatchObject({ status: 410, json: { problem: { name: 'expired' } } });
    expect((await storedUser(ada.id)).deletionDueAt).not.toBeNull();
  });

  test('works once if it is pressed twice at the same time', async () => {
    const { link } = await deleted();
    const both = await Promise.all([keep(link, 'POST'), keep(link, 'POST')]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 410]);
  });
});

describe('an administrator', () => {
  test('keeps an account by reactivating it, which ends the link', async () => {
    const { ada, link } = await deleted();
    expect(await suspend(ada.id, false)).toHaveLength(1);
    expect(await storedUser(ada.id)).toMatchObject({ suspendedAt: null, deletionDueAt: null });
    expect((await keep(link, 'POST')).status).toBe(410);
  });

  test('takes the link from its person by suspending the account, which remains due', async () => {
    const { ada, link } = await deleted();
    const { deletionDueAt } = await storedUser(ada.id);
    expect(await suspend(ada.id, true)).toHaveLength(1);
    expect((await keep(link, 'GET')).status).toBe(410);
    expect((await keep(link, 'POST')).status).toBe(410);
    expect(await storedUser(ada.id)).toMatchObject({ suspendedAt: expect.any(Date) as Date, deletionDueAt });
    // Suspended again, it does not change.
    expect(await suspend(ada.id, true)).toEqual([]);
  });
});

test('the link of an address that was changed before keeps the account as well: the message went to the new one', async () => {
  const ada = await accounts.member();
  const address = freeAddress();
  const begun = await calls.rest(ada, { purpose: 'link-email', email: address });
  const fields = { code: await accounts.codeFor(address) };
  await calls.rest(ada, { flowId: begun.id, version: begun.version, step: 'code', fields });
  const toOwner = await undoLinkTo(accounts.issuer, ada.email);
  expect(await deleteBy('rest', ada, address)).toMatchObject({ code: null });
  const toThief = await undoLinkTo(accounts.issuer, address);
  expect((await keep(toOwner, 'POST')).status).toBe(200);
  expect(await storedUser(ada.id)).toMatchObject({ email: ada.email, suspendedAt: null, deletionDueAt: null });
  expect((await accounts.eventsAbout(ada.id)).slice(-3).map(({ type }) => type)).toEqual([
    'User.Data.Updated',
    'User.Sessions.Ended',
    'User.SuspensionStatus.Updated',
  ]);
  expect((await keep(toThief, 'POST')).status).toBe(410);
});
