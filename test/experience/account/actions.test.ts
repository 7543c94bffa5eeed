import { expect, test } from 'vitest';
import { accountActions } from '../../../src/experience/account/actions.ts';
import { startMyFlow } from '../../../src/operations/account/start-my-flow.ts';
import { accountOperations, recordMyExport } from '../../../src/operations/index.ts';
import { accountClientId } from '../../../src/vocabulary/built-in-applications.ts';
import { accountBrowser, memberAt } from '../../support/browsers/account-pages.ts';
import { codeFor } from '../../support/browsers/flow-pages.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';
import { addApplication, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { totpCode } from '../../support/totp.ts';

/** Actions of people on the pages of their accounts, without a script. */
const issuer = perFile(startIssuer);
const prisma = () => issuer.database.prisma;

/** The events since a position: type, changed fields and operation. */
async function eventsAfter(sequence: bigint) {
  const events = await prisma().event.findMany({ where: { sequence: { gt: sequence } }, orderBy: { sequence: 'asc' } });
  return events.map(({ type, actor, cause, data }) => ({ type, actor, cause, data: data as Record<string, unknown> }));
}

async function lastSequence(): Promise<bigint> {
  return (await prisma().event.findFirst({ orderBy: { sequence: 'desc' } }))?.sequence ?? 0n;
}

/** Makes a change on a page. Returns the page after it, and the types of its events, whose cause is checked. */
async function change(person: Awaited<ReturnType<typeof memberAt>>, ...call: Parameters<typeof person.send>) {
  const before = await lastSequence();
  const page = await person.send(...call);
  const events = await eventsAfter(before);
  for (const { actor, cause } of events) {
    expect(actor).toMatchObject({ kind: 'user', id: person.user.id });
    expect(cause).toMatchObject({ channel: 'account', applicationIds: [accountClientId] });
  }
  return { ...page, types: events.map(({ type }) => type), data: events.map(({ data }) => data) };
}

const verified = (name: string) => ({ email: `${name}@example.com`, emailVerifiedAt: new Date() });
const userRow = (id: string) => prisma().user.findUniqueOrThrow({ where: { id } });

test('each operation on one’s own account can be made on the pages', () => {
  const made = new Set(Object.values(accountActions).map(({ operation }) => operation.name));
  const names = [...accountOperations, recordMyExport, startMyFlow].map(({ name }) => name);
  expect(made).toEqual(new Set(names));
});

test('a person saves the profile, and an emptied field removes its value', async () => {
  const ada = await memberAt(issuer, { name: 'Ada', profile: { nickname: 'A', website: 'https://old.example' } });
  const page = await ada.open('/profile');
  expect(page.html).toContain('value="https://old.example"');
  const saved = await change(ada, 'profile/edit-profile', { name: 'Ada King', nickname: 'Countess', website: '' });
  expect(saved).toMatchObject({ status: 200, types: ['User.Data.Updated'] });
  expect(saved.url).toMatch(/^\/account\/profile\?notice=/);
  expect(saved.html).toContain('Your profile has been saved.');
  const { name, profile } = await userRow(ada.user.id);
  expect({ name, profile }).toEqual({ name: 'Ada King', profile: { nickname: 'Countess' } });
});

test('the language of the profile is that of the pages', async () => {
  const ada = await memberAt(issuer);
  const saved = await change(ada, 'profile/edit-profile', { locale: 'de' });
  expect(saved.html).toContain('<html lang="de" dir="ltr">');
  expect(saved.html).toContain('Ihr Profil wurde gespeichert.');
});

test('a changed username signs in, and one that is taken is refused at its field', async () => {
  const ada = await memberAt(issuer, verified('username'));
  const other = await memberAt(issuer);
  const refused = await change(ada, 'profile/username', { username: other.user.username ?? '' });
  expect(refused).toMatchObject({ status: 409, types: [] });
  // Once, before its field, which has the focus.
  expect(refused.html.split('This username is taken.')).toHaveLength(2);
  const field =
    '<input id="username" name="username" required aria-describedby="username-problem" aria-invalid="true" autofocus';
  expect(refused.html).toContain(field);
  expect(refused.html).toMatch(/<title>Error: /);
  expect(await change(ada, 'profile/username', { username: 'countess' })).toMatchObject({
    status: 200,
    types: ['User.Data.Updated'],
  });
  expect(await accountBrowser(issuer, 'countess').signIn('')).toMatchObject({ url: '/account' });
});

test('a new password signs in, ends other sessions unless that is not wanted, and is never sent back', async () => {
  const ada = await memberAt(issuer, verified('password'));
  const elsewhere = accountBrowser(issuer, ada.user.username ?? '');
  await elsewhere.signIn('');
  const weak = await change(ada, 'security/password', { password: '99999999' });
  expect(weak).toMatchObject({ status: 422, types: [] });
  expect(weak.html).toContain('The password is a repetition');
  expect(weak.html).not.toContain('99999999');
  const kept = await change(ada, 'security/password', { password: 'a first new phrase' });
  expect(kept.types).toEqual(['User.Data.Updated']);
  expect(await elsewhere.open('')).toMatchObject({ url: '/account' });
  const ended = await change(ada, 'security/password', { password: 'a second new phrase', endsOtherSessions: 'true' });
  expect(ended.types).toEqual(['User.Data.Updated', 'User.Sessions.Ended']);
  expect((await elsewhere.open('')).url).toMatch(/^\/sign-in\//);
  expect(await ada.open('')).toMatchObject({ url: '/account' });
  const again = accountBrowser(issuer, ada.user.username ?? '');
  const answers = { identifier: ada.user.username ?? '', password: 'a second new phrase' };
  expect(await again.signIn('', answers)).toMatchObject({ url: '/account' });
});

test('the last way to sign in is not removed, with the reason in words', async () => {
  const ada = await memberAt(issuer);
  const refused = await change(ada, 'security/remove-password');
  expect(refused).toMatchObject({ status: 409, types: [] });
  expect(refused.html).toContain('You could no longer sign in.');
  const lovelace = await memberAt(issuer, verified('removal'));
  const removed = await change(lovelace, 'security/remove-password');
  expect(removed.types).toEqual(['User.Data.Updated', 'User.Sessions.Ended']);
  expect((await lovelace.open('/security')).html).toContain('You have no password.');
});

test('a new address is stored after its code, by the steps of the sign-in', async () => {
  const ada = await memberAt(issuer, verified('old'));
  const step = await ada.send('security/add-email');
  expect(step.url).toMatch(/^\/account\/flows\/flow_/);
  expect(step.html).toContain('href="/account/security"');
  const post = (fields: Record<string, string>) => ada.post(step.url, fields);
  const sent = await post({ step: 'identify', identifier: 'new@example.com' });
  expect(await sent.text()).toContain('new@example.com');
  const before = await lastSequence();
  const done = await post({ step: 'code', code: await codeFor(issuer, 'new@example.com') });
  expect(done).toMatchObject({ status: 303 });
  const page = await ada.open(
    new URL(done.headers.get('location') ?? '', issuer.publicUrl).href.split('/account')[1] ?? '',
  );
  expect(page.html).toContain('Your email address has been changed.');
  expect(await eventsAfter(before)).toMatchObject([
    { type: 'User.Data.Updated', cause: { channel: 'account', operation: 'linkAddress' } },
  ]);
  expect(await userRow(ada.user.id)).toMatchObject({ email: 'new@example.com' });
});

test('an authenticator app is added with backup codes, renamed and removed', async () => {
  const ada = await memberAt(issuer, verified('app'));
  const { url, html } = await ada.send('security/add-app');
  const key = /<code class="key" dir="ltr">([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '') ?? '';
  const post = (fields: Record<string, string>) => ada.post(url, fields);
  const codes = await post({ step: 'enrol-totp', code: totpCode(key, issuer.clock.now()) });
  expect(await codes.text()).toContain('Save your backup codes');
  const file = await post({ step: 'backup-codes', way: 'download' });
  expect(file.headers.get('content-disposition')).toContain('backup-codes.txt');
  expect(await post({ step: 'backup-codes' })).toMatchObject({ status: 303 });
  const factor = await prisma().factor.findFirstOrThrow({ where: { userId: ada.user.id, kind: 'totp' } });
  // Now a sign-in with the app is required, which this session does not have.
  issuer.advance(30);
  const again = accountBrowser(issuer, ada.user.username ?? '');
  const second = await again.signIn('/security');
  const { status, headers } = await again.visitor.fetch(new URL(second.url, issuer.publicUrl), {
    method: 'POST',
    body: new URLSearchParams({ step: 'totp', code: totpCode(key, issuer.clock.now()) }),
  });
  expect(status).toBe(303);
  await again.visitor.follow(new URL(headers.get('location') ?? '', issuer.publicUrl), issuer.publicUrl);
  const person = { user: ada.user, ...again };
  const query = `?id=${factor.id}`;
  const renamed = await change(person, 'security/rename-factor', { name: 'My phone' }, query);
  expect(renamed).toMatchObject({ types: ['User.Data.Updated'] });
  expect(renamed.html).toContain('My phone');
  const renewed = await change(person, 'security/backup-codes');
  expect(renewed).toMatchObject({ status: 200, types: ['User.Data.Updated'] });
  expect(renewed.html.match(/<li><code dir="ltr">/g)).toHaveLength(10);
  const removed = await change(person, 'security/remove-factor', {}, query);
  expect(removed.types).toEqual(['User.Data.Updated']);
  expect((await person.open('/security')).html).not.toContain('My phone');
});

test('a person sees and ends sessions, and forgets a browser', async () => {
  const ada = await memberAt(issuer);
  const others = [1, 2].map(() => accountBrowser(issuer, ada.user.username ?? ''));
  for (const other of others) await other.signIn('');
  const page = await ada.open('/sessions');
  expect(page.html.match(/action="\/account\/sessions\/end-session"/g)).toHaveLength(2);
  const [, id = ''] = /name="id" value="([\w-]+)"><button class="small" aria-label="Sign out/.exec(page.html) ?? [];
  const ended = await change(ada, 'sessions/end-session', {}, `?id=${id}`);
  expect(ended).toMatchObject({ status: 200, types: ['User.Session.Ended'] });
  expect(ended.html).toContain('The session has been ended.');
  expect((await change(ada, 'sessions/end-other-sessions')).types).toEqual(['User.Sessions.Ended']);
  for (const other of others) expect((await other.open('')).url).toMatch(/^\/sign-in\//);
  const device = await prisma().device.findFirstOrThrow({ where: { userId: ada.user.id } });
  const forgotten = await change(ada, 'sessions/forget-device', {}, `?id=${device.id}`);
  expect(forgotten.types).toEqual(['User.Device.Removed']);
});

test('the access of an application of others is shown in words, and ended', async () => {
  const ada = await memberAt(issuer);
  const application = await addApplication(prisma(), 'TRADITIONAL_WEB', {
    isThirdParty: true,
    name: 'Partner',
    redirectUris: [redirectUri],
  });
  const partner = await relyingParty(issuer.issuer, application);
  await partner.signIn(ada.user.username, { scope: 'openid email' }, ada.visitor);
  const page = await ada.open('/applications');
  expect(page.html).toContain('Partner');
  expect(page.html).toContain('see your email address');
  const revoked = await change(ada, 'applications/revoke-consent', {}, `?id=${application.id}`);
  expect(revoked.types).toEqual(['User.Consent.Revoked']);
  expect(revoked.html).toContain('No third-party application has access');
});

test('a person accepts and declines invitations, and leaves an organization', async () => {
  const ada = await memberAt(issuer, verified('invited'));
  const invite = async (name: string) => {
    const id = issuer.ids.next('organizationInvitation');
    const organization = { create: { id: issuer.ids.next('organization'), name } };
    const expiresAt = new Date(Date.now() + 86_400_000);
    await prisma().organizationInvitation.create({
      data: { id, organization, inviteeEmail: 'invited@example.com', expiresAt },
    });
    return id;
  };
  const [acme, other] = [await invite('Acme'), await invite('Other')];
  expect((await ada.open('/organizations')).html).toContain('Invitations');
  const accepted = await change(ada, 'organizations/accept-invitation', {}, `?id=${acme}`);
  expect(accepted.types).toContain('Organization.Membership.Updated');
  expect(accepted.html).toContain('You are a member now.');
  expect((await change(ada, 'organizations/decline-invitation', {}, `?id=${other}`)).types).toEqual([
    'OrganizationInvitation.Updated',
  ]);
  const { organizationId } = await prisma().organizationUser.findFirstOrThrow({ where: { userId: ada.user.id } });
  const left = await change(ada, 'organizations/leave-organization', {}, `?id=${organizationId}`);
  expect(left.types).toEqual(['Organization.Membership.Updated']);
  expect(left.html).toContain('You are not a member of any organization.');
});

test('the activity names what happened, in pages of 50, without a name of others', async () => {
  const ada = await memberAt(issuer);
  for (let count = 0; count < 51; count++) await ada.send('profile/edit-profile', { name: `Ada ${count}` });
  const first = await ada.open('/activity');
  expect(first.html.match(/<p class="what">/g)).toHaveLength(50);
  expect(first.html).toContain('Account changed');
  expect(first.html).toContain('Changed: name');
  const [, next = ''] = /rel="next" href="\/account(\/activity\?cursor=[^"]+)"/.exec(first.html) ?? [];
  const second = await ada.open(next);
  expect(second.html).toContain('Sign-in');
  expect(await ada.open('/activity?cursor=none')).toMatchObject({ status: 200, url: '/account/activity' });
});

test('the export is a file with what is stored about the person', async () => {
  const ada = await memberAt(issuer, verified('export'));
  const file = await change(ada, 'data/export');
  expect(file).toMatchObject({ status: 200, types: ['User.Data.Exported'] });
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
  expect(JSON.parse(file.html)).toMatchObject({ account: { id: ada.user.id }, sessions: [{ isCurrent: true }] });
});

test('the deletion needs the typed address, ends the session, and names its day', async () => {
  const ada = await memberAt(issuer, verified('leaving'));
  const wrong = await change(ada, 'data/delete-account', { confirmation: 'other@example.com' });
  expect(wrong).toMatchObject({ status: 422, types: [] });
  expect(wrong.html).toContain('This is not your address, number or username.');
  const deleted = await change(ada, 'data/delete-account', { confirmation: 'leaving@example.com' });
  expect(deleted.types).toEqual(['User.SuspensionStatus.Updated', 'User.Sessions.Ended']);
  expect(deleted.html).toContain('Your account will be deleted');
  expect((await ada.open('')).url).toMatch(/^\/sign-in\//);
});
