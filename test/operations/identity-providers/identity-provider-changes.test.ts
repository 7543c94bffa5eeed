import { describe, expect, it } from 'vitest';
import { createIdentityProvider } from '../../../src/operations/identity-providers/create-identity-provider.ts';
import { reportIdentityProviderFailure } from '../../../src/operations/identity-providers/report-identity-provider-failure.ts';
import { setIdentityProviderEnabled } from '../../../src/operations/identity-providers/set-identity-provider-enabled.ts';
import { updateIdentityProvider } from '../../../src/operations/identity-providers/update-identity-provider.ts';
import { findProvider, openSecrets } from '../../../src/store/identity-providers/providers.ts';
import { platformActor, refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords, testSecretBox } from '../../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

const clientSecret = 'another secret of the client';
const elsewhere = 'https://login.elsewhere.example';

const update = (changes: object, identityProviderId = w.identityProvider) =>
  kernel.run(updateIdentityProvider, { identityProviderId, ...changes });
const provider = async (id = w.identityProvider) => {
  const stored = await findProvider(kernel.database.prisma, id);
  if (!stored) throw new Error('not found');
  return stored;
};
const secretsOf = async (id?: string) => openSecrets(testSecretBox, await provider(id));
const create = async (input: object) => {
  const { output } = await kernel.run(createIdentityProvider, input as never);
  return output.identityProvider;
};
const unlink = () =>
  kernel.database.prisma.userIdentity.update({ where: { id: w.identity }, data: { unlinkedAt: kernel.now() } });

describe('an update', () => {
  it('keeps what is omitted, and names what changed with its earlier value', async () => {
    const before = await provider();
    const { events } = await update({ oidc: { scopes: ['openid'] }, claims: { name: null }, level2Values: ['mfa'] });
    expect(events).toMatchObject([
      {
        type: 'IdentityProvider.Data.Updated',
        data: {
          changed: ['level2Values', 'claims.name', 'oidc.scopes'],
          previous: { level2Values: [], 'claims.name': 'name', 'oidc.scopes': ['openid', 'email', 'profile'] },
        },
      },
    ]);
    const after = await provider();
    expect(after).toMatchObject({
      ...before,
      updatedAt: after.updatedAt,
      version: before.version + 1,
      settings: {},
      level2Values: ['mfa'],
      claims: {},
    });
    expect(after.settings).toEqual({ ...before.settings, scopes: ['openid'] });
    expect(await secretsOf()).toEqual({ clientSecret: 'the secret of the client' });
  });

  it('replaces a secret, which is in no event', async () => {
    const { events } = await update({ secrets: { clientSecret } });
    expect(events).toMatchObject([{ data: { changed: ['secrets'], previous: {} } }]);
    expect(JSON.stringify(events)).not.toContain(clientSecret);
    expect(await secretsOf()).toEqual({ clientSecret });
  });

  it('removes a secret with null, unless it is enabled', async () => {
    await kernel.run(setIdentityProviderEnabled, { identityProviderId: w.identityProvider, isEnabled: true });
    const removal = { secrets: { clientSecret: null } };
    expect(await refusalOf(update(removal))).toMatchObject({ code: 'CONFLICT', paths: ['secrets'] });
    await kernel.run(setIdentityProviderEnabled, { identityProviderId: w.identityProvider, isEnabled: false });
    await update(removal);
    expect(await provider()).toMatchObject({ secretNames: [], encryptedSecrets: null });
  });

  it('requires the secret again with another issuer, to which it would otherwise be sent', async () => {
    await unlink();
    const refusal = { code: 'BAD_USER_INPUT', paths: ['secrets.clientSecret'] };
    expect(await refusalOf(update({ oidc: { issuer: elsewhere } }))).toMatchObject(refusal);
    await update({ oidc: { issuer: elsewhere }, secrets: { clientSecret } });
    expect(await provider()).toMatchObject({ settings: { issuer: elsewhere } });
  });

  it('requires the secret again with another token endpoint', async () => {
    const id = await create({ preset: 'github', oauth2: { clientId: 'x' }, secrets: { clientSecret: 'x' } });
    const change = { oauth2: { tokenEndpoint: `${elsewhere}/token` } };
    const refusal = { code: 'BAD_USER_INPUT', paths: ['secrets.clientSecret'] };
    expect(await refusalOf(update(change, id))).toMatchObject(refusal);
    await update({ ...change, secrets: { clientSecret } }, id);
    expect(await secretsOf(id)).toEqual({ clientSecret });
  });

  it('changes the tenant of Microsoft, and the issuer with it', async () => {
    const id = await create({ preset: 'microsoft', oidc: { clientId: 'x', tenant: 'one.example' } });
    await update({ oidc: { tenant: 'other.example' } }, id);
    expect(await provider(id)).toMatchObject({
      settings: { issuer: 'https://login.microsoftonline.com/other.example/v2.0', tenant: 'other.example' },
    });
  });

  it.each<[string, object, string]>([
    ['settings of another protocol', { oauth2: { clientId: 'x' } }, 'oauth2'],
    ['the removal of openid', { oidc: { scopes: [] } }, 'oidc.scopes'],
    ['trust in addresses of no domain', { addressTrust: 'domains' }, 'domains'],
    ['a requirement for people of no domain', { isRequired: true }, 'domains'],
    ['a private key', { secrets: { privateKey: null, clientSecret: '' } }, 'secrets.clientSecret'],
    ['another preset', { preset: 'google' }, 'preset'],
  ])('is refused with %s', async (_what, changes, path) => {
    const before = await provider();
    expect(await refusalOf(update(changes))).toMatchObject({ code: 'BAD_USER_INPUT', paths: [path] });
    expect(await provider()).toEqual(before);
  });

  it('takes domains away from no other identity provider', async () => {
    await create({
      preset: 'oidc',
      name: 'Other login',
      oidc: { issuer: elsewhere, clientId: 'x' },
      domains: [`taken-${w.n}.example`],
    });
    await update({ domains: [`ours-${w.n}.example`] });
    const refusal = { code: 'CONFLICT', paths: ['domains.1'] };
    const both = { domains: [`a-${w.n}.example`, `taken-${w.n}.example`] };
    expect(await refusalOf(update(both))).toMatchObject(refusal);
    expect((await provider()).domains).toEqual([`ours-${w.n}.example`]);
  });

  it('changes nothing if all values are the same', async () => {
    const { name, domains } = await provider();
    const { events } = await update({ name, domains, oidc: { clientId: 'mandate' }, secrets: {} });
    expect(events).toEqual([]);
  });
});

describe('while users have identities of it', () => {
  it.each<[string, object]>([
    ['issuer', { issuer: elsewhere }],
    ['clientId', { clientId: 'another client' }],
  ])('the %s cannot change: the subjects would be other people', async (name, oidc) => {
    const refusal = { code: 'CONFLICT', paths: [`oidc.${name}`] };
    expect(await refusalOf(update({ oidc, secrets: { clientSecret } }))).toMatchObject(refusal);
    expect(await provider()).toMatchObject({ version: 1 });
    await unlink();
    await update({ oidc, secrets: { clientSecret } });
    expect(await provider()).toMatchObject({ settings: oidc });
  });

  it.each(['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint', 'emailsEndpoint', 'subjectClaim', 'clientId'])(
    'the %s of OAuth 2.0 cannot change',
    async (name) => {
      const id = await create({ preset: 'github', oauth2: { clientId: 'x' } });
      await kernel.database.prisma.userIdentity.update({ where: { id: w.identity }, data: { identityProviderId: id } });
      const refusal = { code: 'CONFLICT', paths: [`oauth2.${name}`] };
      expect(await refusalOf(update({ oauth2: { [name]: `${elsewhere}/x` } }, id))).toMatchObject(refusal);
    },
  );

  it('the tenant and the team of Apple cannot change, but its key can', async () => {
    const apple = { teamId: 'A1B2C3D4E5', keyId: 'F6G7H8J9K0' };
    const id = await create({ preset: 'apple', oidc: { clientId: 'x', apple } });
    await kernel.database.prisma.userIdentity.update({ where: { id: w.identity }, data: { identityProviderId: id } });
    const refusal = { code: 'CONFLICT', paths: ['oidc.apple.teamId'] };
    expect(await refusalOf(update({ oidc: { apple: { ...apple, teamId: 'ZZZZZZZZZZ' } } }, id))).toMatchObject(refusal);
    const { events } = await update({ oidc: { apple: { ...apple, keyId: 'ZZZZZZZZZZ' } } }, id);
    expect(events).toMatchObject([{ data: { changed: ['oidc.apple.keyId'] } }]);
  });
});

describe('an identity provider', () => {
  const enable = (identityProviderId: string) =>
    kernel.run(setIdentityProviderEnabled, { identityProviderId, isEnabled: true });

  it('is enabled if it has its secret', async () => {
    const id = await create({ preset: 'oidc', oidc: { issuer: elsewhere, clientId: 'x' } });
    expect(await refusalOf(enable(id))).toMatchObject({ code: 'CONFLICT', paths: ['isEnabled'] });
    await update({ secrets: { clientSecret } }, id);
    await enable(id);
    expect(await provider(id)).toMatchObject({ isEnabled: true });
  });

  it('is not enabled with a secret whose key is lost, until that is set again', async () => {
    const where = { id: w.identityProvider };
    const lost = { encryptedSecrets: new Uint8Array(64) };
    await kernel.database.prisma.identityProvider.update({ where, data: lost });
    expect(await refusalOf(enable(w.identityProvider))).toMatchObject({ code: 'CONFLICT' });
    await update({ secrets: { clientSecret } });
    await enable(w.identityProvider);
  });

  it('reports its first failure only, and new settings clear it', async () => {
    const report = async (error: string) => {
      const { events } = await kernel.run(
        reportIdentityProviderFailure,
        { identityProviderId: w.identityProvider, error },
        platformActor,
      );
      return events.map(({ type }) => type);
    };
    expect(await report('It cannot be reached.')).toEqual(['IdentityProvider.Failing']);
    expect(await report('It answered with 500.')).toEqual([]);
    expect(await provider()).toMatchObject({ lastError: 'It answered with 500.', lastFailedAt: kernel.now() });
    await update({ oidc: { scopes: ['openid'] } });
    expect(await provider()).toMatchObject({ lastError: null, lastFailedAt: kernel.now() });
  });
});
