import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../src/domain/failure.ts';
import { createIdentityProvider } from '../../../src/operations/identity-providers/create-identity-provider.ts';
import { deleteIdentityProvider } from '../../../src/operations/identity-providers/delete-identity-provider.ts';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { findProvider, openSecrets } from '../../../src/store/identity-providers/providers.ts';
import { publicMailDomains } from '../../../src/vocabulary/public-mail-domains.ts';
import { refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';
import { testSecretBox } from '../../support/records.ts';

const kernel = perFile(startKernel);

const issuer = 'https://login.example.com';
const oidc = { issuer, clientId: 'mandate' };
const plain = { preset: 'oidc', oidc } as const;
const secrets = { clientSecret: 'the secret of the client' };
const oauth2 = {
  authorizationEndpoint: `${issuer}/authorize`,
  tokenEndpoint: `${issuer}/token`,
  userinfoEndpoint: `${issuer}/user`,
  clientId: 'mandate',
};
const keyOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const appleKey = { teamId: 'A1B2C3D4E5', keyId: 'F6G7H8J9K0' };
const apple = { preset: 'apple', oidc: { clientId: 'com.example.sign-in', apple: appleKey } } as const;

const create = async (input: object) => {
  const { output } = await kernel.run(createIdentityProvider, input as never);
  const provider = await findProvider(kernel.database.prisma, output.identityProvider);
  if (!provider) throw new Error('not created');
  return provider;
};
const refused = (input: object) => refusalOf(kernel.run(createIdentityProvider, input as never));

describe('a new identity provider', () => {
  it('is disabled, with safe defaults', async () => {
    expect(await create(plain)).toMatchObject({
      name: 'OpenID Connect',
      protocol: 'oidc',
      settings: { issuer, scopes: ['openid', 'email', 'profile'], authentication: 'client_secret_basic' },
      claims: { email: 'email', emailVerified: 'email_verified' },
      addressTrust: 'never',
      linking: 'ask',
      createsAccounts: true,
      level2Values: [],
      domains: [],
      isRequired: false,
      isShown: true,
      isEnabled: false,
      secretNames: [],
      version: 1,
    });
  });

  it('has what its preset knows: of Google', async () => {
    expect(await create({ preset: 'google', oidc: { clientId: 'x' }, secrets })).toMatchObject({
      name: 'Google',
      settings: { issuer: 'https://accounts.google.com', authentication: 'client_secret_post', tenant: null },
      addressTrust: 'claim',
      secretNames: ['clientSecret'],
    });
  });

  it('has what its preset knows: of Microsoft, with the tenant in the issuer', async () => {
    const provider = await create({ preset: 'microsoft', oidc: { clientId: 'x', tenant: 'contoso.example' } });
    expect(provider).toMatchObject({
      settings: { issuer: 'https://login.microsoftonline.com/contoso.example/v2.0', tenant: 'contoso.example' },
      claims: { emailVerified: 'xms_edov' },
    });
  });

  it('has what its preset knows: of GitHub, whose endpoints can be those of a server of its own', async () => {
    const provider = await create({
      preset: 'github',
      oauth2: { clientId: 'x', tokenEndpoint: 'https://git.example.com/login/oauth/access_token' },
    });
    expect(provider).toMatchObject({
      protocol: 'oauth2',
      settings: {
        authorizationEndpoint: 'https://github.com/login/oauth/authorize',
        tokenEndpoint: 'https://git.example.com/login/oauth/access_token',
        emailsEndpoint: 'https://api.github.com/user/emails',
        subjectClaim: 'id',
      },
    });
  });

  it('has a private key instead of a secret at Apple', async () => {
    const privateKey = keyOf('P-256');
    const provider = await create({ ...apple, secrets: { privateKey } });
    expect(provider.secretNames).toEqual(['privateKey']);
    expect(openSecrets(testSecretBox, provider)).toEqual({ privateKey });
  });

  it('keeps its secret encrypted', async () => {
    const provider = await create({ ...plain, secrets });
    expect(Buffer.from(provider.encryptedSecrets ?? []).includes(secrets.clientSecret)).toBe(false);
    expect(openSecrets(testSecretBox, provider)).toEqual(secrets);
  });

  it('reads other claims than those of its preset', async () => {
    const { claims } = await create({ ...plain, claims: { email: 'mail', locale: null } });
    expect(claims).toMatchObject({ email: 'mail', locale: null, name: 'name' });
  });

  it('has domains in their normal form, each once, sorted', async () => {
    const domains = ['ｂüro.example', 'A.normal.example', 'a.normal.EXAMPLE.'];
    const provider = await create({ ...plain, domains, addressTrust: 'domains', isRequired: true });
    expect(provider.domains).toEqual(['a.normal.example', 'xn--bro-hoa.example']);
  });

  it('has the id with which its redirect URI was registered before', async () => {
    const id = systemIds.next('identityProvider');
    expect(await create({ ...plain, id })).toMatchObject({ id, version: 1 });
  });

  it.each([
    ['of another kind', systemIds.next('user')],
    ['that is none', 'idp_1'],
    ['with a part of a path', `${systemIds.next('identityProvider')}/..`],
    ['in capital letters', systemIds.next('identityProvider').toUpperCase()],
    ['of more than 128 bits', `idp_${'z'.repeat(26)}`],
  ])('refuses an id %s', async (_what, id) => {
    expect(await refused({ ...plain, id })).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['id'] });
  });

  it('refuses the id of another one, also of one that was deleted: its sign-ins would be of this one', async () => {
    const { id } = await create(plain);
    expect(await refused({ ...plain, id })).toMatchObject({ code: 'CONFLICT', paths: ['id'] });
    await kernel.run(deleteIdentityProvider, { identityProviderId: id });
    expect(await refused({ ...plain, id })).toMatchObject({ code: 'CONFLICT', paths: ['id'] });
  });

  it('is one of two that are created with the same id at the same time', async () => {
    const id = systemIds.next('identityProvider');
    const attempts = [create({ ...plain, id }), create({ ...plain, id })];
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals.map(({ reason }) => (reason as Failure).code)).toEqual(['CONFLICT']);
  });

  it.each<[string, object, string]>([
    ['no settings', { preset: 'oidc' }, 'oidc'],
    ['settings of another protocol', { ...plain, oauth2 }, 'oauth2'],
    ['OpenID Connect for GitHub', { preset: 'github', oidc }, 'oidc'],
    ['no issuer and no preset', { preset: 'oidc', oidc: { clientId: 'x' } }, 'oidc.issuer'],
    ['another issuer than that of the preset', { preset: 'google', oidc }, 'oidc.issuer'],
    ['Microsoft without a tenant', { preset: 'microsoft', oidc: { clientId: 'x' } }, 'oidc.tenant'],
    ['a path as a tenant', { preset: 'microsoft', oidc: { clientId: 'x', tenant: 'a/b' } }, 'oidc.tenant'],
    ['a tenant elsewhere', { preset: 'google', oidc: { clientId: 'x', tenant: 'a' } }, 'oidc.tenant'],
    ['Apple without its key', { preset: 'apple', oidc: { clientId: 'x' } }, 'oidc.apple'],
    ['a key of Apple elsewhere', { preset: 'oidc', oidc: { ...oidc, apple: appleKey } }, 'oidc.apple'],
    ['a client secret for Apple', { ...apple, secrets }, 'secrets.clientSecret'],
    [
      'another authentication for Apple',
      { ...apple, oidc: { ...apple.oidc, authentication: 'client_secret_post' } },
      'oidc.authentication',
    ],
    [
      'the authentication of Apple elsewhere',
      { ...plain, oidc: { ...oidc, authentication: 'apple_client_secret' } },
      'oidc.authentication',
    ],
    ['a private key that is none', { ...apple, secrets: { privateKey: 'x' } }, 'secrets.privateKey'],
    ['a private key of another curve', { ...apple, secrets: { privateKey: keyOf('P-384') } }, 'secrets.privateKey'],
    ['no endpoint and no preset', { preset: 'oauth2', oauth2: { clientId: 'x' } }, 'oauth2.authorizationEndpoint'],
    [
      'a list of addresses elsewhere than at GitHub',
      { preset: 'oauth2', oauth2: { ...oauth2, emailsEndpoint: `${issuer}/emails` } },
      'oauth2.emailsEndpoint',
    ],
    ['an issuer without TLS', { ...plain, oidc: { ...oidc, issuer: 'http://login.example.com' } }, 'oidc.issuer'],
    ['an issuer that is a script', { ...plain, oidc: { ...oidc, issuer: 'javascript:alert(1)' } }, 'oidc.issuer'],
    ['an issuer with a query', { ...plain, oidc: { ...oidc, issuer: `${issuer}?a=b` } }, 'oidc.issuer'],
    ['an issuer with a user name', { ...plain, oidc: { ...oidc, issuer: 'https://a:b@example.com' } }, 'oidc.issuer'],
    ['scopes without openid', { ...plain, oidc: { ...oidc, scopes: ['email'] } }, 'oidc.scopes'],
    ['two scopes in one', { ...plain, oidc: { ...oidc, scopes: ['openid email'] } }, 'oidc.scopes.0'],
    ['an unknown setting', { ...plain, oidc: { ...oidc, proxy: 'x' } }, 'oidc.proxy'],
    ['an unknown secret', { ...plain, secrets: { token: 'x' } }, 'secrets.token'],
    ['a claim for the subject', { ...plain, claims: { subject: 'email' } }, 'claims.subject'],
    ['trust in addresses of no domain', { ...plain, addressTrust: 'domains' }, 'domains'],
    ['a requirement for people of no domain', { ...plain, isRequired: true }, 'domains'],
    ['a domain that is none', { ...plain, domains: ['localhost'] }, 'domains.0'],
    ['a domain of a public email provider', { ...plain, domains: [[...publicMailDomains][0]] }, 'domains.0'],
  ])('is refused with %s', async (_what, input, path) => {
    const before = await kernel.database.prisma.identityProvider.count();
    expect(await refused(input)).toMatchObject({ code: 'BAD_USER_INPUT', paths: [path] });
    expect(await kernel.database.prisma.identityProvider.count()).toBe(before);
  });

  it('may be without TLS on the machine itself', async () => {
    const local = 'http://127.0.0.1:9000';
    expect((await create({ ...plain, oidc: { ...oidc, issuer: local } })).settings).toMatchObject({ issuer: local });
  });

  it('is refused with the domain of another one, which is named', async () => {
    await create({ ...plain, name: 'Customer login', domains: ['taken.example'] });
    const input = { ...plain, domains: ['free.example', 'Taken.EXAMPLE'] };
    await expect(kernel.run(createIdentityProvider, input)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'taken.example is a domain of the identity provider "Customer login".',
      problems: [{ path: ['domains', 1] }],
    });
  });

  it('gets a domain alone, however many request it at once', async () => {
    const attempts = Array.from({ length: 8 }, () => create({ ...plain, domains: ['once.example', 'more.example'] }));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['CONFLICT']));
  });
});
