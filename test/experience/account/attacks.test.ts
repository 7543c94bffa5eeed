import { beforeAll, describe, expect, test } from 'vitest';
import { accountBrowser, hiddenIn, memberAt } from '../../support/browsers/account-pages.ts';
import { addApplication, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { giveApp } from '../../support/totp.ts';

/** Attempts to make the account pages do what their person did not want. */
const issuer = perFile(startIssuer);
const prisma = () => issuer.database.prisma;
const nameOf = async (id: string) => (await prisma().user.findUniqueOrThrow({ where: { id } })).name;

type Member = Awaited<ReturnType<typeof memberAt>>;

const profile = '/account/profile/edit-profile';

describe('Forms', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another site, by the browser’s own word', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['a page of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a client that does not say where it comes from', { origin: '' }],
  ])('one of %s is refused, and changes nothing', async (_name, headers) => {
    const ada = await memberAt(issuer, { name: 'Ada' });
    const { html } = await ada.open('/profile');
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ''));
    const response = await ada.visitor.fetch(new URL(profile, issuer.publicUrl), {
      method: 'POST',
      headers: { accept: 'text/html', ...given },
      body: new URLSearchParams({ ...hiddenIn(html, profile), name: 'Eve' }),
    });
    expect(response.status).toBe(403);
    expect(await nameOf(ada.user.id)).toBe('Ada');
  });

  test('JSON is refused: no page of another origin can send one without being recognized', async () => {
    const ada = await memberAt(issuer, { name: 'Ada' });
    const response = await ada.visitor.fetch(new URL(profile, issuer.publicUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: issuer.publicUrl },
      body: JSON.stringify({ user: ada.user.id, name: 'Eve' }),
    });
    expect(response.status).toBe(415);
    expect(await nameOf(ada.user.id)).toBe('Ada');
  });

  test('one that a person has opened is not sent as another who has signed in meanwhile', async () => {
    const ada = await memberAt(issuer, { name: 'Ada' });
    const grace = await memberAt(issuer, { name: 'Grace' });
    const { html } = await ada.open('/profile');
    const response = await grace.post(profile, { ...hiddenIn(html, profile), name: 'Ada' });
    const page = await grace.open(new URL(response.headers.get('location') ?? '', issuer.publicUrl).search);
    expect(page.html).toContain('You are now signed in as Grace.');
    expect(await nameOf(grace.user.id)).toBe('Grace');
  });

  test('one that was opened before another change is shown again, with what was typed', async () => {
    const ada = await memberAt(issuer, { name: 'Ada' });
    const before = hiddenIn((await ada.open('/profile')).html, profile);
    await ada.send('profile/edit-profile', { name: 'Ada King' });
    const response = await ada.post(profile, { ...before, name: 'Ada Byron' });
    expect(response.status).toBe(412);
    const html = await response.text();
    expect(html).toContain('Your account has been changed meanwhile.');
    expect(html).toContain('value="Ada Byron"');
    expect(await nameOf(ada.user.id)).toBe('Ada King');
  });

  test.each([
    ['that is too long', { website: `https://example.com/${'a'.repeat(3000)}` }, 422],
    ['of another scheme', { website: 'javascript:alert(1)' }, 422],
    ['with a control character', { name: 'Ada\u0007' }, 422],
    ['without end', { name: 'A'.repeat(20_000) }, 413],
  ])('a value %s gets a clear answer, and changes nothing', async (_name, fields, status) => {
    const ada = await memberAt(issuer, { name: 'Ada' });
    const hidden = hiddenIn((await ada.open('/profile')).html, profile);
    const response = await ada.post(profile, { ...hidden, name: 'Eve', ...fields });
    expect(response.status).toBe(status);
    expect(await nameOf(ada.user.id)).toBe('Ada');
    expect(issuer.faults).toEqual([]);
  });

  test('markup in a value is shown as text', async () => {
    const ada = await memberAt(issuer, { name: '<img src=x onerror=alert(1)>"' });
    for (const path of ['', '/profile', '/activity']) {
      const { html } = await ada.open(path);
      expect(html).not.toContain('<img src=x');
    }
  });
});

describe('objects of others', () => {
  let grace: Member;
  beforeAll(async () => void (grace = await memberAt(issuer)));

  test.each([
    [
      'sessions/end-session',
      () =>
        prisma()
          .oidcRecord.findFirstOrThrow({ where: { userId: grace.user.id, model: 'Session' } })
          .then(({ uid }) => uid),
    ],
    [
      'sessions/forget-device',
      () =>
        prisma()
          .device.findFirstOrThrow({ where: { userId: grace.user.id } })
          .then(({ id }) => id),
    ],
    [
      'security/remove-factor',
      async () => {
        const { user } = await memberAt(issuer);
        await giveApp(issuer, user.id);
        return (await prisma().factor.findFirstOrThrow({ where: { userId: user.id } })).id;
      },
    ],
    [
      'organizations/leave-organization',
      () =>
        prisma()
          .organization.create({
            data: { id: issuer.ids.next('organization'), name: 'Theirs', users: { create: { userId: grace.user.id } } },
          })
          .then(({ id }) => id),
    ],
    ['applications/revoke-consent', () => addApplication(prisma(), 'TRADITIONAL_WEB').then(({ id }) => id)],
  ])('the action %s finds none', async (action, find) => {
    const ada = await memberAt(issuer);
    const id = await find();
    for (const one of [id ?? '', 'none', '']) {
      const shown = await ada.open(`/${action}?id=${one}`);
      expect(shown.html).toContain('This no longer exists.');
      const sent = await ada.post(`/account/${action}`, { user: ada.user.id, id: one });
      expect(sent.status).toBe(303);
    }
    expect((await grace.open('')).url).toBe('/account');
  });

  test('a flow is not shown, answered or ended', async () => {
    const step = await grace.send('security/add-app');
    const ada = await memberAt(issuer);
    const path = step.url.replace('/account', '');
    expect((await ada.open(path)).html).toContain('This no longer exists.');
    expect(await ada.post(step.url, { step: 'enrol-totp', code: '000000' })).toMatchObject({ status: 303 });
    // Nor by the same person in another session.
    const elsewhere = accountBrowser(issuer, grace.user.username ?? '');
    await elsewhere.signIn('');
    expect((await elsewhere.open(path)).html).toContain('This no longer exists.');
  });
});
