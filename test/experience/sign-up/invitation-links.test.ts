import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createOrganizationInvitation } from '../../../src/operations/invitations/create-organization-invitation.ts';
import { deleteOrganizationInvitation } from '../../../src/operations/invitations/delete-organization-invitation.ts';
import { resendOrganizationInvitation } from '../../../src/operations/invitations/resend-organization-invitation.ts';
import { setOrganizationInvitationStatus } from '../../../src/operations/invitations/set-organization-invitation-status.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { codeFor, openPage } from '../../support/browsers/flow-pages.ts';
import { addApplication, addUser, password, startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { linkBrowser, linkFor } from '../../support/browsers/links.ts';
import { setPolicy } from '../../support/browsers/pages.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, type RelyingParty, relyingParty } from '../../support/browsers/relying-party.ts';

/** People who open the link of an invitation. */
const issuer = perFile(startIssuer);
let web: RelyingParty;
let clerk: string;
let organizationId: string;
let email: string;
beforeAll(async () => {
  const { prisma } = issuer.database;
  web = await relyingParty(
    issuer.issuer,
    await addApplication(prisma, 'TRADITIONAL_WEB', { redirectUris: [redirectUri] }),
  );
  clerk = ids.next('organizationRole');
  await prisma.organizationRole.create({ data: { id: clerk, name: 'Clerk' } });
});
beforeEach(async () => {
  await setPolicy(issuer, {});
  organizationId = ids.next('organization');
  await issuer.database.prisma.organization.create({ data: { id: organizationId, name: '<b>Acme</b>' } });
  email = `${organizationId.slice(-10)}@example.com`;
});

const origin = { requestId: 'req_test', channel: 'rest' } as const;
const run: TestIssuer['execute'] = (operation, _actor, input) =>
  issuer.execute(operation, platformActor, input, origin);
async function invite(): Promise<{ id: string; link: string }> {
  const input = { organizationId, inviteeEmail: email, organizationRoleIds: [clerk] };
  const { output } = await run(createOrganizationInvitation, platformActor, input, origin);
  expect(output).toMatchObject({ link: null, mailSent: true });
  return { id: output.organizationInvitation, link: await linkFor(issuer, email) };
}
/** The link of an invitation that could not be sent. */
async function inviteWithoutMail(): Promise<{ id: string; link: string }> {
  const { id, link } = await invite();
  await issuer.database.prisma.oneTimeToken.updateMany({
    where: { organizationInvitationId: id },
    data: { email: null },
  });
  return { id, link };
}
async function opened(link: string, visitor = new Visitor()) {
  await linkBrowser(visitor).press(link);
  return openPage(issuer, web, { visitor });
}
const useLink = { way: 'link' };
const newPassword = 'seven wooden ships at sea';
const done = { next: expect.any(String) as string };

const membersOf = async () => {
  const rows = await issuer.database.prisma.organizationUser.findMany({
    where: { organizationId },
    include: { roles: true },
  });
  return rows.map(({ userId, roles }) => [userId, roles.map((role) => role.organizationRoleId)]);
};
const statusOf = (id: string) =>
  issuer.database.prisma.organizationInvitation.findUniqueOrThrow({
    where: { id },
    select: { status: true, acceptedUserId: true, version: true },
  });
async function lastEvents(): Promise<string[]> {
  const { prisma } = issuer.database;
  const last = await prisma.event.findFirstOrThrow({ orderBy: { sequence: 'desc' } });
  const rows = await prisma.event.findMany({ where: { occurredAt: last.occurredAt }, orderBy: { sequence: 'asc' } });
  return rows.map(({ type }) => type);
}

describe('the page of an invitation', () => {
  test('shows the organization and the address, escaped, and accepts nothing', async () => {
    const { id, link } = await invite();
    expect(await linkBrowser().show(link)).toMatchObject({ link: { kind: 'invitation', for: email } });
    const html = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('Join &lt;b&gt;Acme&lt;/b&gt;');
    expect(html).toContain(email);
    expect(await statusOf(id)).toMatchObject({ status: 'Pending' });
  });

  test.each<[string, (id: string) => Promise<unknown>, number, string]>([
    [
      'was revoked',
      (id) =>
        run(
          setOrganizationInvitationStatus,
          platformActor,
          { organizationInvitationId: id, status: 'Revoked' },
          origin,
        ),
      410,
      'revoked',
    ],
    [
      'was resent',
      (id) => run(resendOrganizationInvitation, platformActor, { organizationInvitationId: id }, origin),
      410,
      'revoked',
    ],
    [
      'has expired',
      (id) => issuer.database.prisma.organizationInvitation.update({ where: { id }, data: { expiresAt: new Date(0) } }),
      410,
      'expired',
    ],
    [
      'was accepted',
      async (id) => {
        const { id: acceptedUserId } = await addUser(issuer.database.prisma, { email });
        const input = { organizationInvitationId: id, status: 'Accepted' as const, acceptedUserId };
        return run(setOrganizationInvitationStatus, platformActor, input, origin);
      },
      410,
      'accepted',
    ],
    [
      'was deleted',
      (id) => run(deleteOrganizationInvitation, platformActor, { organizationInvitationId: id }, origin),
      404,
      'unknown',
    ],
  ])('explains that it %s', async (_what, end, status, name) => {
    const { id, link } = await invite();
    await end(id);
    for (const response of [await linkBrowser().show(link), await linkBrowser().press(link)])
      expect(response).toMatchObject({ status, problem: { name } });
    const html = await (await fetch(link, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('This link cannot be used');
  });
});

describe('who opens an invitation', () => {
  test('signs in, and joins with its roles, once', async () => {
    const user = await addUser(issuer.database.prisma, { email, emailVerifiedAt: new Date() });
    const { id, link } = await invite();
    const page = await opened(link);
    expect(await page.answer(useLink)).toMatchObject(done);
    expect(await membersOf()).toEqual([[user.id, [clerk]]]);
    expect(await statusOf(id)).toEqual({ status: 'Accepted', acceptedUserId: user.id, version: 2 });
    expect(await lastEvents()).toEqual([
      'Organization.Membership.Updated',
      'Organization.MemberRoles.Updated',
      'OrganizationInvitation.Updated',
      'PostSignIn',
    ]);
  });

  test('signs up, even if sign-up is closed, with the invited address', async () => {
    const { id, link } = await invite();
    const page = await opened(link);
    expect(await page.answer(useLink)).toMatchObject({ purpose: 'sign-up', step: { name: 'fields' } });
    expect(await page.answer({ password: newPassword })).toMatchObject(done);
    const user = await issuer.database.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(user.emailVerifiedAt).not.toBeNull();
    expect(await membersOf()).toEqual([[user.id, [clerk]]]);
    expect(await statusOf(id)).toMatchObject({ status: 'Accepted', acceptedUserId: user.id });
    expect(await lastEvents()).toEqual([
      'User.Created',
      'Organization.Membership.Updated',
      'Organization.MemberRoles.Updated',
      'OrganizationInvitation.Updated',
      'PostRegister',
    ]);
  });

  test('signs up whatever domains the policy allows', async () => {
    const policy = { signUp: { domains: { allow: ['example.org'] } } };
    await setPolicy(issuer, policy);
    const page = await opened((await invite()).link);
    await page.answer(useLink);
    expect(await page.answer({ password: newPassword })).toMatchObject(done);
  });

  test('cannot sign up once it is revoked, and gets a page that explains it', async () => {
    const { id, link } = await invite();
    const page = await opened(link);
    await page.answer(useLink);
    const input = { organizationInvitationId: id, status: 'Revoked' as const };
    await run(setOrganizationInvitationStatus, platformActor, input, origin);
    expect(await page.answer({ password: newPassword })).toMatchObject({
      status: 403,
      refused: { reason: 'sign-up-closed' },
    });
    expect(await issuer.database.prisma.user.count({ where: { email } })).toBe(0);
  });

  test('a person who signs in as another one joins nothing', async () => {
    const other = await addUser(issuer.database.prisma);
    const { id, link } = await invite();
    const page = await opened(link);
    await page.answer({ way: 'identify' });
    expect(await page.answer({ identifier: other.username ?? '', password })).toMatchObject(done);
    expect(await membersOf()).toEqual([]);
    expect(await statusOf(id)).toMatchObject({ status: 'Pending' });
  });

  test('succeeds once in many concurrent uses', async () => {
    await addUser(issuer.database.prisma, { email, emailVerifiedAt: new Date() });
    const { link } = await invite();
    const pages = await Promise.all(Array.from({ length: 20 }, () => opened(link)));
    const answers = await Promise.all(pages.map((page) => page.answer(useLink)));
    expect(answers.filter(({ next }) => next)).toHaveLength(1);
    const joined = await issuer.database.prisma.event.count({
      where: { type: 'Organization.Membership.Updated', organizationId },
    });
    expect(joined).toBe(1);
  });
});

describe('an invitation that could not be sent', () => {
  test('proves nothing: its person signs in as usual, then joins', async () => {
    const user = await addUser(issuer.database.prisma, { email });
    const { id, link } = await inviteWithoutMail();
    const page = await opened(link);
    expect(await page.answer(useLink)).toMatchObject({ step: { name: 'identify' } });
    expect(await membersOf()).toEqual([]);
    expect(await page.answer({ identifier: email, password })).toMatchObject(done);
    expect(await membersOf()).toEqual([[user.id, [clerk]]]);
    expect(await statusOf(id)).toMatchObject({ status: 'Accepted' });
    expect(await linkBrowser().show(link)).toMatchObject({ problem: { name: 'accepted' } });
  });

  test('does not join another account', async () => {
    const other = await addUser(issuer.database.prisma);
    const page = await opened((await inviteWithoutMail()).link);
    await page.answer(useLink);
    expect(await page.answer({ identifier: other.email ?? '', password })).toMatchObject(done);
    expect(await membersOf()).toEqual([]);
  });

  test('opens the sign-up for its address, which has to be verified', async () => {
    const page = await opened((await inviteWithoutMail()).link);
    await page.answer(useLink);
    await page.answer({ way: 'sign-up' });
    expect(await page.answer({ identifier: email })).toMatchObject({ step: { name: 'code' } });
    expect(await page.answer({ code: await codeFor(issuer, email) })).toMatchObject({ step: { name: 'fields' } });
    expect(await page.answer({ password: newPassword })).toMatchObject(done);
    expect(await membersOf()).toHaveLength(1);
  });

  test('does not open the sign-up for another address', async () => {
    const page = await opened((await inviteWithoutMail()).link);
    await page.answer(useLink);
    await page.answer({ way: 'sign-up' });
    const other = `other-${email}`;
    await page.answer({ identifier: other });
    expect(await issuer.database.prisma.message.findMany({ where: { recipient: other } })).toMatchObject([
      { template: 'no-account' },
    ]);
  });
});
