import { describe, expect, test } from 'vitest';
import { codeFor } from '../../support/browsers/flow-pages.ts';
import { changesAbout } from '../../support/events-about.ts';
import { comeBack, goThrough } from '../../support/upstreams/identity-providers.ts';
import { password } from '../../support/issuer.ts';
import { appUsers } from '../../support/totp.ts';
import { visitUpstream } from '../../support/upstreams/person.ts';
import { requestIn } from '../../support/upstreams/saml.ts';
import { shareSamlProvider } from './setup.ts';

const { issuer, upstream, newPerson, newUser, provider, open, identitiesOf, link, lastEvent, reasonsOf } =
  shareSamlProvider();

const userWith = (email: string) => issuer.database.prisma.user.findUnique({ where: { email } });

describe('a person who signs in by SAML', () => {
  test('gets an account with the address of its domain and the name, and signs in with it the next time', async () => {
    const { email, nameId } = newPerson();
    const { id } = await provider();
    const page = await open();
    await goThrough(page, id);
    const claims = await page.finish();
    const user = await userWith(email);
    expect(user).toMatchObject({ id: claims?.sub, name: 'Ada Lovelace', emailVerifiedAt: expect.any(Date) });
    expect(await identitiesOf(user?.id ?? '')).toMatchObject([
      { identityProviderId: id, subject: nameId, name: email },
    ]);
    expect(await changesAbout(issuer, user?.id ?? '')).toEqual(['User.Created', 'PostRegister']);
    expect((await lastEvent('PostRegister')).data).toMatchObject({ interaction: { identityProviderId: id } });
    const again = await open();
    await goThrough(again, id);
    expect(await again.finish()).toMatchObject({ sub: user?.id, acr: 'urn:mandate:level:1' });
  });

  test('proves an address that is not trusted by a code', async () => {
    const { email } = newPerson();
    const { id } = await provider({ addressTrust: 'never' });
    const page = await open();
    expect((await goThrough(page, id)).step?.name).toBe('identify');
    await page.answer({ identifier: email });
    await page.answer({ code: await codeFor(issuer, email) });
    expect(await identitiesOf((await page.finish())?.sub ?? '')).toHaveLength(1);
  });

  test('is refused with an address of another domain', async () => {
    newPerson();
    const { id } = await provider({ domains: ['other.example'] });
    const shown = await goThrough(await open(), id);
    expect(await reasonsOf(shown)).toEqual(['identity-domain']);
  });

  test('chooses whether to link the account that has the address, once it is proven', async () => {
    const { email } = newPerson();
    const { id } = await provider();
    const user = await newUser(email);
    const page = await open();
    expect((await goThrough(page, id)).step?.name).toBe('password');
    expect((await page.answer({ password })).step?.name).toBe('confirm-identity');
    expect(await identitiesOf(user.id)).toEqual([]);
    await page.answer({});
    expect((await page.finish())?.sub).toBe(user.id);
    expect(await identitiesOf(user.id)).toHaveLength(1);
  });

  test('has a second factor if the AuthnContextClassRef is set to be one', async () => {
    const mfa = 'https://refeds.org/profile/mfa';
    const user = await appUsers(issuer)();
    const { nameId } = newPerson({ authnContext: mfa });
    const { id } = await provider({ level2Values: [mfa] });
    await link(user.id, id, nameId);
    const page = await open();
    await goThrough(page, id);
    expect(await page.finish()).toMatchObject({ sub: user.id, acr: 'urn:mandate:level:2' });
    newPerson({ nameId });
    expect((await goThrough(await open(), id)).step?.name).toBe('totp');
  });

  test('is identified by an attribute, if one is set', async () => {
    const { email } = newPerson();
    upstream.person = {
      nameId: 'changes every time',
      nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
      attributes: [...(upstream.person.attributes ?? []), ['employeeId', 'e-17']],
    };
    const { id } = await provider({ settings: { subjectAttribute: 'employeeId' } });
    await goThrough(await open(), id);
    expect(await identitiesOf((await userWith(email))?.id ?? '')).toMatchObject([{ subject: 'e-17' }]);
  });

  test.each([
    ['with an address that is trusted', 'domains', 1],
    ['with one that is not, no one', 'never', 0],
  ])('is identified by a NameID %s', async (_, addressTrust, count) => {
    const { email } = newPerson();
    upstream.person = {
      nameId: email,
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
    };
    const { id } = await provider({ addressTrust, claims: { email: 'NameID' } });
    await goThrough(await open(), id);
    expect(await issuer.database.prisma.user.count({ where: { email } })).toBe(count);
  });

  test('can refuse, and choose another way: the provider is not failing', async () => {
    newPerson();
    const { id } = await provider();
    upstream.refuse('Responder');
    const page = await open();
    expect(await reasonsOf(await goThrough(page, id))).toEqual(['identity-refused']);
    expect((await page.answer({ way: 'sign-in' })).step?.name).toBe('identify');
    expect((await issuer.database.prisma.identityProvider.findUniqueOrThrow({ where: { id } })).lastError).toBeNull();
  });

  test('is requested to sign in there again, if the application requests it', async () => {
    newPerson();
    const { id } = await provider();
    const first = await open();
    await goThrough(first, id);
    await first.finish();
    const again = await open({ visitor: first.visitor, parameters: { prompt: 'login' } });
    const { step } = await again.answer({ way: `identity:${id}` });
    expect(requestIn(step?.details.next ?? '')).toContain('ForceAuthn="true"');
  });

  test('comes back to their own browser only', async () => {
    newPerson();
    const { id } = await provider();
    const [ada, eve] = [await open(), await open()];
    const begun = await ada.answer({ way: `identity:${id}` });
    const { url, form } = await visitUpstream(begun.step?.details.next ?? '');
    // Eve's browser posts the form of Ada, or is made to.
    const posted = await eve.visitor.fetch(url, { method: 'POST', body: form ?? '' });
    expect(posted.status).toBe(303);
    const opened = await eve.visitor.fetch(new URL(posted.headers.get('location') ?? '', issuer.publicUrl));
    expect(opened.status).toBe(410);
    // The one response is used: Ada goes there again.
    expect((await ada.get()).step).toMatchObject({ name: 'upstream', details: {} });
    await goThrough(ada, id);
    expect((await ada.finish())?.sub).toEqual(expect.stringMatching(/^user_/));
  });
});

describe('a provider by SAML that', () => {
  test.each([
    ['is disabled', { isEnabled: false }],
    ['is changed', { version: { increment: 1 } }],
  ])('%s while a person is there signs no one in', async (_, data) => {
    const { email } = newPerson();
    const { id } = await provider();
    const page = await open();
    const begun = await page.answer({ way: `identity:${id}` });
    await issuer.database.prisma.identityProvider.update({ where: { id }, data });
    await comeBack(page.visitor, begun.step?.details.next);
    expect(await reasonsOf(await page.get())).toEqual(['provider-disabled']);
    expect(await userWith(email)).toBeNull();
  });
});
