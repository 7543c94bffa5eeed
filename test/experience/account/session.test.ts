import { describe, expect, test } from 'vitest';
import { accountClientId } from '../../../src/vocabulary/built-in-applications.ts';
import { accountBrowser, hiddenIn, memberAt } from '../../support/browsers/account-pages.ts';
import { Visitor } from '../../support/browsers/browser.ts';
import { addApplication, password, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { giveApp, totpCode } from '../../support/totp.ts';

/** The session of the account pages: how it begins, when it is not enough, and when it has ended. */
const issuer = perFile(startIssuer);
const prisma = () => issuer.database.prisma;
const nameOf = async (id: string) => (await prisma().user.findUniqueOrThrow({ where: { id } })).name;

const profile = '/account/profile/edit-profile';

describe('the session of the pages', () => {
  test('a session of an hour ago has to be renewed before a password is set, and what was typed is lost', async () => {
    const ada = await memberAt(issuer, { email: 'hour@example.com', emailVerifiedAt: issuer.clock.now() });
    const page = await ada.open('/security/password');
    const form = hiddenIn(page.html, '/account/security/password');
    issuer.advance(3600);
    const response = await ada.post('/account/security/password', { ...form, password: 'another good phrase' });
    const location = new URL(response.headers.get('location') ?? '');
    expect(location.searchParams.get('response_type')).toBe('none');
    expect(location.searchParams.get('max_age')).toBe('900');
    expect(location.href).not.toContain('phrase');
    const step = await ada.visitor.follow(location, issuer.publicUrl);
    expect(step).toMatchObject({ url: expect.stringContaining('/sign-in/') });
  });

  test('a session that is renewed keeps what was typed besides secrets while the person signs in again', async () => {
    const ada = await memberAt(issuer);
    const form = hiddenIn((await ada.open('/profile/username')).html, '/account/profile/username');
    issuer.advance(3600);
    const response = await ada.post('/account/profile/username', { ...form, username: 'typed_before' });
    const step = await ada.visitor.follow(response.headers.get('location') ?? '', issuer.publicUrl);
    if ('left' in step) throw new Error('left');
    const answered = await ada.visitor.post(step.url, { identifier: ada.user.username ?? '', password });
    const back = await ada.visitor.follow(answered.headers.get('location') ?? '', issuer.publicUrl);
    if ('left' in back) throw new Error('left');
    const html = await back.response.text();
    expect(html).toContain('You have signed in again.');
    expect(html).toContain('value="typed_before"');
    // For another person it is as if nothing was typed.
    const grace = await memberAt(issuer);
    const { pathname, search } = new URL(back.url);
    expect((await grace.open(pathname.replace('/account', '') + search)).html).not.toContain('typed_before');
  });

  test('a password alone does not change an account that has a second factor', async () => {
    const ada = await memberAt(issuer, { email: 'second@example.com', emailVerifiedAt: issuer.clock.now() });
    const key = await giveApp(issuer, ada.user.id);
    const factor = await prisma().factor.findFirstOrThrow({ where: { userId: ada.user.id } });
    const needing = ['security/password', 'security/remove-password', 'security/backup-codes', 'security/remove-email'];
    for (const action of [...needing, `security/remove-factor?id=${factor.id}`, 'data/delete-account']) {
      const shown = await ada.visitor.fetch(new URL(`/account/${action}`, issuer.publicUrl));
      const location = new URL(shown.headers.get('location') ?? '');
      expect([action, location.searchParams.get('acr_values')]).toEqual([action, expect.stringMatching(/./)]);
      const fields = {
        user: ada.user.id,
        id: factor.id,
        password: 'a new good phrase',
        confirmation: 'second@example.com',
      };
      const sent = await ada.post(`/account/${action}`, fields);
      expect(new URL(sent.headers.get('location') ?? '').searchParams.get('acr_values')).not.toBeNull();
    }
    expect(await prisma().factor.count({ where: { id: factor.id } })).toBe(1);
    // With the app, it is possible.
    const step = await ada.visitor.follow(
      new URL('/account/security/remove-password', issuer.publicUrl),
      issuer.publicUrl,
    );
    if ('left' in step) throw new Error('left');
    const answered = await ada.visitor.post(step.url, { step: 'totp', code: totpCode(key, issuer.clock.now()) });
    const back = await ada.visitor.follow(answered.headers.get('location') ?? '', issuer.publicUrl);
    expect(back).toMatchObject({ url: expect.stringContaining('/account/security/remove-password') });
  });

  test('a session that has ended, by its person or an administrator, opens no page and takes no form', async () => {
    const ada = await memberAt(issuer, { name: 'Ada' });
    const hidden = hiddenIn((await ada.open('/profile')).html, profile);
    await prisma().oidcRecord.deleteMany({ where: { userId: ada.user.id, model: 'Session' } });
    expect((await ada.open('/profile')).url).toMatch(/^\/sign-in\//);
    const sent = await ada.post(profile, { ...hidden, name: 'Eve' });
    expect(sent.headers.get('location')).toContain('/oidc/auth?');
    expect(await nameOf(ada.user.id)).toBe('Ada');
  });

  test('a suspended person opens no page', async () => {
    const ada = await memberAt(issuer);
    await prisma().user.update({ where: { id: ada.user.id }, data: { suspendedAt: new Date() } });
    expect((await ada.open('')).url).toMatch(/^\/sign-in\//);
  });
});

describe('the sign-in of the pages', () => {
  const authorize = (parameters: Record<string, string>) => {
    const url = new URL(`${issuer.issuer}/auth`);
    const all = { client_id: accountClientId, redirect_uri: `${issuer.publicUrl}/account/return`, scope: 'openid' };
    for (const [name, value] of Object.entries({ ...all, ...parameters })) url.searchParams.set(name, value);
    return url;
  };

  test('issues nothing: neither a code nor a token can be requested', async () => {
    const ada = await memberAt(issuer);
    const none = await ada.visitor.fetch(authorize({ response_type: 'none', state: 's' }));
    const back = new URL(none.headers.get('location') ?? '');
    expect([...back.searchParams.keys()].toSorted()).toEqual(['iss', 'state']);
    for (const type of ['code', 'id_token', 'code id_token', 'token']) {
      const answer = await ada.visitor.follow(
        authorize({ response_type: type, state: 's', nonce: 'n' }),
        issuer.publicUrl,
      );
      const url = 'url' in answer ? answer.url : answer.left.href;
      expect(url).not.toMatch(/[?&#](?:code|access_token|id_token)=/);
    }
    const application = await addApplication(prisma(), 'SINGLE_PAGE', {
      redirectUris: ['https://app.example/callback'],
    });
    const other = authorize({
      response_type: 'none',
      client_id: application.id,
      redirect_uri: 'https://app.example/callback',
    });
    const refused = await ada.visitor.follow(other, issuer.publicUrl);
    expect('left' in refused && refused.left.searchParams.get('error')).toBe('invalid_request');
  });

  test('leads only to the account pages, whatever its state claims', async () => {
    const ada = await memberAt(issuer);
    for (const state of ['https://evil.example', '/account/profile', 'x'.repeat(3000), '']) {
      const response = await ada.visitor.fetch(
        new URL(`/account/return?state=${encodeURIComponent(state)}`, issuer.publicUrl),
      );
      expect(response.headers.get('location')).toBe('/account');
    }
  });

  test('a canceled sign-in leads back, and nothing has changed', async () => {
    const ada = await memberAt(issuer);
    issuer.advance(3600);
    const page = await ada.visitor.follow(new URL('/account/security/password', issuer.publicUrl), issuer.publicUrl);
    if ('left' in page) throw new Error('left');
    const canceled = await ada.visitor.post(page.url, { way: 'cancel' });
    const back = await ada.visitor.follow(canceled.headers.get('location') ?? '', issuer.publicUrl);
    if ('left' in back) throw new Error('left');
    expect(new URL(back.url).pathname).toBe('/account/security');
    expect(await back.response.text()).toContain('You did not sign in again, so nothing was changed.');
  });

  test('does not lead in a circle in a browser that keeps no cookies', async () => {
    const response = await fetch(new URL('/account/return?state=x', issuer.publicUrl), { redirect: 'manual' });
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('You are not signed in');
  });
});

describe('an application', () => {
  test('gets the person back at exactly an address that is registered for it, on every page and after a sign-in', async () => {
    const application = await addApplication(prisma(), 'TRADITIONAL_WEB', {
      name: 'Reports',
      redirectUris: ['https://app.example/callback'],
      postLogoutRedirectUris: ['https://app.example/after?x=1&y=2'],
    });
    const ada = await memberAt(issuer);
    const query = (url: string, id = application.id) => `?${new URLSearchParams({ client_id: id, return_to: url })}`;
    const registered = query('https://app.example/after?x=1&y=2');
    const page = await ada.open(`/security${registered}`);
    expect(page.html).toContain('<a href="https://app.example/after?x=1&amp;y=2">Back to Reports</a>');
    const [, link = ''] = /href="\/account(\/sessions\?[^"]+)"/.exec(page.html) ?? [];
    expect((await ada.open(link.replaceAll('&amp;', '&'))).html).toContain('Back to Reports');
    const elsewhere = accountBrowser(issuer, ada.user.username ?? '', new Visitor());
    const signedIn = await elsewhere.signIn(`/security${registered}`);
    expect(signedIn.html).toContain('Back to Reports');
    const changed = await ada.send('profile/edit-profile', { name: 'Ada' }, registered);
    expect(changed.html).toContain('Back to Reports');
    const other = await addApplication(prisma(), 'TRADITIONAL_WEB', { redirectUris: ['https://other.example/'] });
    for (const wrong of [
      query('https://app.example/after'),
      query('https://app.example/callback/'),
      query('https://other.example/'),
      query('https://app.example/callback', other.id),
      query('javascript:alert(1)'),
      query('', 'app_none'),
    ])
      expect((await ada.open(`/security${wrong}`)).html).not.toContain('Back to ');
  });
});

test('password managers and authenticators find the page for credentials', async () => {
  const password = await fetch(new URL('/.well-known/change-password', issuer.publicUrl), { redirect: 'manual' });
  expect(password.headers.get('location')).toBe('/account/security');
  const passkeys = await fetch(new URL('/.well-known/passkey-endpoints', issuer.publicUrl));
  const address = `${issuer.publicUrl}/account/security`;
  expect(await passkeys.json()).toEqual({ enroll: address, manage: address });
});
