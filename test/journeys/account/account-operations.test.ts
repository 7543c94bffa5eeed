import * as client from 'openid-client';
import { describe, expect, it } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import {
  type Act,
  act,
  doors,
  endOfLog,
  eventsOf,
  type Person,
  startAccountPlatform,
} from '../../support/accounts/account.ts';
import {
  answer,
  endOthers,
  endSession,
  forget,
  leave,
  newPassword,
  rename,
  revoke,
} from '../../support/accounts/account-acts.ts';
import { addApplication } from '../../support/issuer.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { perFile } from '../../support/per-file.ts';
import { messageTo } from '../../support/undo-links.ts';

const platform = perFile(startAccountPlatform);
const prisma = () => platform.issuer.database.prisma;

/** The operations of one door, and the events that they cause. */
const through = (door: (typeof doors)[number]) => ({
  run: (person: Pick<Person, 'token'>, one: Act) => act(platform.issuer, door, person.token, one),
  async causes(person: Person, one: Act, ...subjectIds: string[]) {
    const before = await endOfLog(platform.issuer);
    const outcome = await act(platform.issuer, door, person.token, one);
    expect(outcome).toMatchObject({ status: 200, code: null });
    const events = await eventsOf(platform.issuer, before, person.id, ...subjectIds);
    for (const { cause, actor } of events) {
      expect(cause).toMatchObject({ channel: door, operation: one.name, applicationIds: [platform.applicationId] });
      expect(actor).toMatchObject({ kind: 'user', id: person.id });
    }
    return { output: outcome.output, events };
  },
});

async function organization(...members: string[]): Promise<string> {
  const id = ids.next('organization');
  const users = { create: members.map((userId) => ({ userId })) };
  await prisma().organization.create({ data: { id, name: `Acme ${id.slice(-6)}`, users } });
  return id;
}

/** Makes a member an administrator of an organization, through an organization role. */
async function administer(organizationId: string, userId: string): Promise<void> {
  const scope = await prisma().scope.findFirstOrThrow({
    where: { name: 'organizations:write', resource: { isBuiltIn: true } },
  });
  const id = ids.next('organizationRole');
  await prisma().organizationRole.create({ data: { id, name: id, apiScopes: { create: { scopeId: scope.id } } } });
  await prisma().organizationUserRole.create({ data: { organizationId, userId, organizationRoleId: id } });
}

async function invitation(email: string): Promise<{ id: string; organizationId: string }> {
  const organizationId = await organization();
  const id = ids.next('organizationInvitation');
  const expiresAt = new Date(Date.now() + 86_400_000);
  await prisma().organizationInvitation.create({ data: { id, organizationId, inviteeEmail: email, expiresAt } });
  return { id, organizationId };
}

describe.each(doors)('by %s, a person', (door) => {
  const { run, causes } = through(door);

  it('changes the name and the profile', async () => {
    const ada = await platform.person();
    const input = { name: 'Ada King', profile: { locale: 'de-DE', address: { country: 'England' } } };
    const { output, events } = await causes(ada, { name: 'updateMyAccount', route: 'PATCH /profile', input });
    expect(output).toMatchObject({ id: ada.id, name: 'Ada King', version: 2 });
    const data = { user: input, changed: ['name', 'profile'], previous: { name: 'Ada Lovelace', profile: {} } };
    expect(events).toMatchObject([{ type: 'User.Data.Updated', data }]);
  });

  it('changes the username, which must be free', async () => {
    const [ada, joan] = [await platform.person(), await platform.person()];
    const input = { username: `countess_${door}` };
    const { events } = await causes(ada, { name: 'updateMyAccount', route: 'PATCH /profile', input });
    expect(events).toMatchObject([{ type: 'User.Data.Updated', data: { user: input, changed: ['username'] } }]);
    expect(await run(joan, { name: 'updateMyAccount', route: 'PATCH /profile', input })).toMatchObject({
      code: 'TAKEN',
      paths: ['username'],
    });
  });

  it('receives a message about a changed username, but not about a name', async () => {
    const email = `renamed-${door}@example.com`;
    const ada = await platform.person({ email, emailVerifiedAt: new Date() });
    await causes(ada, rename('Ada King'));
    expect(await prisma().message.count({ where: { recipient: email } })).toBe(0);
    const input = { username: `renamed_${door}` };
    await causes(ada, { name: 'updateMyAccount', route: 'PATCH /profile', input });
    const { text } = await messageTo(platform.issuer, email, /username/);
    expect(text).toContain('The username of your account was changed.');
  });

  it('sets the password, which ends all other sessions, and receives a mail about it', async () => {
    const ada = await platform.person({ emailVerifiedAt: new Date() });
    const elsewhere = await platform.signInAgain(ada);
    const { output, events } = await causes(ada, newPassword());
    expect(output).toMatchObject({ hasPassword: true });
    expect(events).toMatchObject([
      { type: 'User.Data.Updated', data: { changed: ['password'], previous: {} } },
      { type: 'User.Sessions.Ended', data: { exceptSessionId: ada.sessionId } },
    ]);
    expect(JSON.stringify(events)).not.toContain('crane');
    // Also the token of this session: its application renews it.
    expect(await run(ada, rename('Ada King'))).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
    const refused = client.fetchUserInfo(platform.web.config, elsewhere.tokens.access_token, ada.id);
    await expect(refused).rejects.toThrow('challenge in');
    const sessions = await platform.issuer.database.pool.query(
      `SELECT uid FROM oidc_records WHERE model = 'Session' AND user_id = $1`,
      [ada.id],
    );
    expect(sessions.rows).toEqual([{ uid: ada.sessionId }]);
    const { email } = await prisma().user.findUniqueOrThrow({ where: { id: ada.id } });
    expect(await prisma().message.count({ where: { recipient: email ?? '', template: 'password-changed' } })).toBe(1);
  });

  it('receives no mail about the password at an address that is not verified', async () => {
    const ada = await platform.person({ email: `typo-${door}@example.com`, emailVerifiedAt: null });
    await causes(ada, newPassword());
    expect(await prisma().message.count({ where: { recipient: `typo-${door}@example.com` } })).toBe(0);
  });

  it('removes the password, which ends all other sessions', async () => {
    const ada = await platform.person({ email: `ends-${door}@example.com`, emailVerifiedAt: new Date() });
    const { output, events } = await causes(ada, newPassword({ password: null }));
    expect(output).toMatchObject({ hasPassword: false });
    expect(events).toMatchObject([
      { type: 'User.Data.Updated', data: { changed: ['password'], previous: {} } },
      { type: 'User.Sessions.Ended', data: { exceptSessionId: ada.sessionId } },
    ]);
  });

  it('sets the password and keeps the other sessions on request', async () => {
    const ada = await platform.person();
    await platform.signInAgain(ada);
    const { events } = await causes(ada, newPassword({ endsOtherSessions: false }));
    expect(events.map(({ type }) => type)).toEqual(['User.Data.Updated']);
  });

  it('removes the password if another way to sign in is left, and receives a message about it', async () => {
    const email = `without-${door}@example.com`;
    const ada = await platform.person({ email, emailVerifiedAt: new Date() });
    const noPassword = newPassword({ password: null, endsOtherSessions: false });
    const { output, events } = await causes(ada, noPassword);
    expect(output).toMatchObject({ hasPassword: false });
    expect(events).toMatchObject([{ type: 'User.Data.Updated', data: { changed: ['password'], previous: {} } }]);
    const { text } = await messageTo(platform.issuer, email, /password/);
    expect(text).toContain('The password of your account was removed.');
    // There is none any more.
    const before = await endOfLog(platform.issuer);
    expect(await run(ada, noPassword)).toMatchObject({ code: null });
    expect(await eventsOf(platform.issuer, before, ada.id)).toEqual([]);
  });

  it('cannot remove the password as the last way to sign in, and must state one', async () => {
    const ada = await platform.person({ email: null });
    expect(await run(ada, newPassword({ password: null }))).toMatchObject({ code: 'CONFLICT' });
    expect(await run(ada, newPassword({ password: undefined }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['password'],
    });
    expect((await prisma().user.findUniqueOrThrow({ where: { id: ada.id } })).version).toBe(1);
  });

  it('ends one session', async () => {
    const ada = await platform.person();
    await platform.signInAgain(ada);
    const sessionId = await otherSessionOf(ada);
    const { events } = await causes(ada, endSession(sessionId));
    const data = { sessionId, applicationIds: [platform.applicationId] };
    expect(events).toMatchObject([{ type: 'User.Session.Ended', data }]);
    expect(await run(ada, endSession(sessionId))).toMatchObject({ code: 'NOT_FOUND', paths: ['sessionId'] });
  });

  it('ends all other sessions, and the application goes on in this one with its refresh token', async () => {
    const ada = await platform.person();
    const here = await platform.signInAgain(ada, { scope: 'openid account:read account:write' });
    const { access_token: token, refresh_token: refreshToken = '' } = here.tokens;
    const before = await endOfLog(platform.issuer);
    expect(await run({ token }, endOthers)).toMatchObject({ code: null });
    expect(await eventsOf(platform.issuer, before, ada.id)).toMatchObject([{ type: 'User.Sessions.Ended' }]);
    expect(await run(ada, rename('Ended'))).toMatchObject({ code: 'UNAUTHENTICATED' });
    const resource = `${platform.issuer.publicUrl}/account`;
    const renewed = await client.refreshTokenGrant(platform.web.config, refreshToken, { resource });
    expect(await run({ token: renewed.access_token }, rename('Here'))).toMatchObject({ code: null });
  });

  it('forgets a browser', async () => {
    const ada = await platform.person();
    const { id } = await prisma().device.findFirstOrThrow({ where: { userId: ada.id } });
    const { events } = await causes(ada, forget(id));
    expect(events).toMatchObject([{ type: 'User.Device.Removed', data: { deviceId: id } }]);
    expect(await prisma().device.count({ where: { userId: ada.id } })).toBe(0);
  });

  it('leaves an organization', async () => {
    const ada = await platform.person();
    const organizationId = await organization(ada.id);
    const { events } = await causes(ada, leave(organizationId), organizationId);
    const data = { organizationId, removedUserIds: [ada.id] };
    expect(events).toMatchObject([{ type: 'Organization.Membership.Updated', data }]);
    expect(await run(ada, leave(organizationId))).toMatchObject({ code: 'NOT_FOUND', paths: ['organizationId'] });
  });

  it('cannot leave an organization as its last administrator', async () => {
    const [ada, joan] = [await platform.person(), await platform.person()];
    const organizationId = await organization(ada.id, joan.id);
    await administer(organizationId, ada.id);
    expect(await run(ada, leave(organizationId))).toMatchObject({ code: 'CONFLICT', paths: ['organizationId'] });
    await administer(organizationId, joan.id);
    expect(await run(ada, leave(organizationId))).toMatchObject({ code: null });
  });

  it('accepts an invitation to the verified address, or declines it', async () => {
    const email = `invited-${door}-${ids.next('user').slice(-8)}@example.com`;
    const ada = await platform.person({ email, emailVerifiedAt: new Date() });
    const [one, other] = [await invitation(email), await invitation(email)];
    const joined = await causes(ada, answer(one.id, true), one.id, one.organizationId);
    expect(joined.events).toMatchObject([
      { type: 'Organization.Membership.Updated', data: { addedUserIds: [ada.id] } },
      {
        type: 'OrganizationInvitation.Updated',
        data: { organizationInvitation: { status: 'Accepted', acceptedUserId: ada.id } },
      },
    ]);
    const declined = await causes(ada, answer(other.id, false), other.id, other.organizationId);
    const data = { organizationInvitation: { status: 'Revoked', acceptedUserId: null } };
    expect(declined.events).toMatchObject([{ type: 'OrganizationInvitation.Updated', data }]);
    expect(await run(ada, answer(other.id, true))).toMatchObject({ code: 'CONFLICT' });
  });

  it('does not find an invitation to an address that is not verified, or of others', async () => {
    const email = `unverified-${door}-${ids.next('user').slice(-8)}@example.com`;
    const ada = await platform.person({ email });
    const { id } = await invitation(email);
    for (const one of [id, (await invitation('joan@example.com')).id, ids.next('organizationInvitation')]) {
      expect(await run(ada, answer(one, true))).toMatchObject({
        code: 'NOT_FOUND',
        paths: ['organizationInvitationId'],
      });
    }
  });

  it('takes back a consent, whose tokens end at once', async () => {
    const ada = await platform.person();
    const application = await addApplication(prisma(), 'TRADITIONAL_WEB', {
      redirectUris: [redirectUri],
      isThirdParty: true,
      name: `Partner ${door}`,
    });
    const partner = await relyingParty(platform.issuer.issuer, application);
    const beforeConsent = await endOfLog(platform.issuer);
    const { tokens } = await partner.signIn(ada.username, { scope: 'openid email' });
    expect(await eventsOf(platform.issuer, beforeConsent, ada.id)).toMatchObject([
      { type: 'PostSignIn' },
      { type: 'User.Consent.Granted', data: { applicationId: application.id, scopes: ['email', 'openid'] } },
    ]);
    expect(await client.fetchUserInfo(partner.config, tokens.access_token, ada.id)).toMatchObject({ sub: ada.id });
    const list = await fetch(`${platform.issuer.url}/account/api/consents`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(await list.json()).toMatchObject({
      items: [{ applicationId: application.id, applicationName: `Partner ${door}`, scopes: ['email', 'openid'] }],
    });
    const { events } = await causes(ada, revoke(application.id));
    expect(events).toMatchObject([{ type: 'User.Consent.Revoked', data: { applicationId: application.id } }]);
    await expect(client.fetchUserInfo(partner.config, tokens.access_token, ada.id)).rejects.toThrow('challenge in');
    expect(await run(ada, revoke(application.id))).toMatchObject({ code: 'NOT_FOUND', paths: ['applicationId'] });
  });
});

const otherSessionOf = async ({ id, sessionId }: Person): Promise<string> => {
  const { rows } = await platform.issuer.database.pool.query<{ uid: string }>(
    `SELECT uid FROM oidc_records WHERE model = 'Session' AND user_id = $1 AND uid <> $2`,
    [id, sessionId],
  );
  return rows[0]?.uid ?? '';
};
