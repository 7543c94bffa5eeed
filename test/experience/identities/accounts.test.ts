import { describe, expect, test } from 'vitest';
import { codeFor } from '../../support/browsers/flow-pages.ts';
import { changesAbout } from '../../support/events-about.ts';
import { goThrough } from '../../support/upstreams/identity-providers.ts';
import { password } from '../../support/issuer.ts';
import { appUsers } from '../../support/totp.ts';
import { shareProvider } from './setup.ts';

const { issuer, application, upstream, newPerson, newUser, provider, open, identitiesOf, link, lastEvent, reasonsOf } =
  shareProvider();

describe('a person with a new identity', () => {
  test('gets an account with the verified address and name of the provider, and is signed in', async () => {
    const { email, sub } = newPerson();
    const { id } = await provider();
    const page = await open();
    await goThrough(page, id);
    const claims = await page.finish();
    const user = await issuer.database.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(claims?.sub).toBe(user.id);
    expect(user).toMatchObject({ name: 'Ada Lovelace' });
    expect(user.emailVerifiedAt).not.toBeNull();
    expect(await identitiesOf(user.id)).toMatchObject([{ identityProviderId: id, subject: sub, name: email }]);
    expect(await changesAbout(issuer, user.id)).toEqual(['User.Created', 'PostRegister']);
    expect((await lastEvent('PostRegister')).data).toMatchObject({
      interaction: { applicationId: application.id, identityProviderId: id },
    });
  });

  test.each([
    ['de_CH', 'de-CH'],
    ['not a language', undefined],
    [undefined, undefined],
  ])('gets the language that the provider states: %s', async (locale, stored) => {
    const { email } = newPerson({ locale });
    const { id } = await provider();
    await goThrough(await open(), id);
    const { profile } = await issuer.database.prisma.user.findUniqueOrThrow({ where: { email } });
    expect((profile as { locale?: string } | null)?.locale).toBe(stored);
  });

  test('finds its button first the next time in this browser, and no account is named there', async () => {
    const { email } = newPerson();
    await provider({ name: 'First' });
    const { id } = await provider({ name: 'Second' });
    const page = await open();
    expect((await page.get()).step?.ways.filter((way) => way.startsWith('identity:'))[1]).toBe(`identity:${id}`);
    await goThrough(page, id);
    await page.finish();
    const again = await open({ visitor: page.visitor, parameters: { prompt: 'login' } });
    expect((await again.get()).step?.ways.filter((way) => way.startsWith('identity:'))[0]).toBe(`identity:${id}`);
    const cookies = page.visitor.cookies().filter(([name]) => name === 'mandate_way');
    expect(cookies).toEqual([['mandate_way', encodeURIComponent(`identity:${id}`)]]);
    expect(JSON.stringify(cookies)).not.toContain(email);
  });

  test('signs in with it the next time, as level 1', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    await goThrough(await open(), id);
    const page = await open();
    await goThrough(page, id);
    const claims = await page.finish();
    const user = await issuer.database.prisma.user.findUniqueOrThrow({ where: { email } });
    expect(claims).toMatchObject({ sub: user.id, acr: 'urn:mandate:level:1' });
    expect((await lastEvent('PostSignIn')).data).toMatchObject({ interaction: { identityProviderId: id } });
    expect((await identitiesOf(user.id))[0]?.lastUsedAt).not.toBeNull();
  });

  test.each([
    ['does not state that its address is verified', { email_verified: false }],
    ['states it as a text', { email_verified: 'true' }],
    ['does not mention it', { email_verified: undefined }],
  ])('proves the address by a code if the provider %s', async (_, given) => {
    const { email } = newPerson(given);
    const { id } = await provider();
    const page = await open();
    expect((await goThrough(page, id)).step?.name).toBe('identify');
    expect((await page.answer({ identifier: email })).step?.name).toBe('code');
    await page.answer({ code: await codeFor(issuer, email) });
    const claims = await page.finish();
    expect(await identitiesOf(claims?.sub ?? '')).toHaveLength(1);
  });

  test('is refused if the sign-up is closed, also for people of the provider', async () => {
    newPerson();
    const { id } = await provider({ createsAccounts: false });
    const shown = await goThrough(await open(), id);
    expect(shown.refused?.reason).toBe('sign-up-closed');
  });
});

describe('an identity whose verified address an account has', () => {
  test('is linked after the account is proven and its person agrees', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    const user = await newUser(email);
    const page = await open();
    const proving = await goThrough(page, id);
    expect(proving.step).toMatchObject({ name: 'password' });
    const asked = await page.answer({ password });
    expect(asked.step).toMatchObject({ name: 'confirm-identity' });
    expect(await identitiesOf(user.id)).toEqual([]);
    await page.answer({});
    expect((await page.finish())?.sub).toBe(user.id);
    expect(await identitiesOf(user.id)).toHaveLength(1);
    expect(await changesAbout(issuer, user.id)).toEqual(['User.Data.Updated identities', 'PostSignIn']);
  });

  test('is not linked if the person does not agree, who is signed in all the same', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    const user = await newUser(email);
    const page = await open();
    await goThrough(page, id);
    await page.answer({ password });
    await page.answer({ way: 'skip-link' });
    expect((await page.finish())?.sub).toBe(user.id);
    expect(await identitiesOf(user.id)).toEqual([]);
    expect(await changesAbout(issuer, user.id)).toEqual(['PostSignIn']);
  });

  test('is linked after a code to the address, too', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    const user = await newUser(email, { passwordHash: null });
    const page = await open();
    await goThrough(page, id);
    expect((await page.answer({ identifier: email })).step?.name).toBe('code');
    expect((await page.answer({ code: await codeFor(issuer, email) })).step?.name).toBe('confirm-identity');
    await page.answer({});
    expect((await page.finish())?.sub).toBe(user.id);
  });

  test('is linked without a question only if the provider may, and both sides have verified the address', async () => {
    const { email } = newPerson();
    const { id } = await provider({ linking: 'automatic' });
    const user = await newUser(email);
    const page = await open();
    await goThrough(page, id);
    expect((await page.finish())?.sub).toBe(user.id);
    expect(await changesAbout(issuer, user.id)).toEqual(['User.Data.Updated identities', 'PostSignIn']);

    const other = newPerson();
    await newUser(other.email, { emailVerifiedAt: null });
    expect((await goThrough(await open(), id)).step?.name).toBe('password');
  });

  test('is never linked with an account that holds permissions without a proof of it', async () => {
    const { email } = newPerson();
    const { id } = await provider({ linking: 'automatic' });
    const scope = await issuer.database.prisma.scope.findFirstOrThrow({ where: { name: 'users:read' } });
    await newUser(email, { scopeIds: [scope.id] });
    expect((await goThrough(await open(), id)).step?.name).toBe('password');
  });

  test('is not linked at the sign-in if the provider never links', async () => {
    const { email } = newPerson();
    const { id } = await provider({ linking: 'never' });
    const user = await newUser(email);
    const shown = await goThrough(await open(), id);
    expect(shown.refused?.reason).toBe('identity-unlinked');
    expect(await reasonsOf(shown)).toEqual(['identity-unlinked']);
    expect(await identitiesOf(user.id)).toEqual([]);
  });

  test('does not skip the second factor of the account, however many its provider has', async () => {
    const user = await appUsers(issuer)();
    const { sub } = newPerson();
    upstream.person = { ...upstream.person, amr: ['mfa'] };
    const { id } = await provider();
    await link(user.id, id, sub);
    const page = await open();
    expect((await goThrough(page, id)).step?.name).toBe('totp');
    await page.answer({ code: user.code() });
    expect((await page.finish())?.acr).toBe('urn:mandate:level:2');
  });

  test('is a second factor if the provider states one that it is set to accept', async () => {
    const user = await appUsers(issuer)();
    const { sub } = newPerson();
    upstream.person = { ...upstream.person, amr: ['mfa'] };
    const { id } = await provider({ level2Values: ['mfa'] });
    await link(user.id, id, sub);
    const page = await open();
    await goThrough(page, id);
    expect(await page.finish()).toMatchObject({ sub: user.id, acr: 'urn:mandate:level:2', amr: ['mfa'] });
  });
});
