import { createPrivateKey, X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIdentityProvider } from '../../../src/operations/identity-providers/create-identity-provider.ts';
import { setIdentityProviderEnabled } from '../../../src/operations/identity-providers/set-identity-provider-enabled.ts';
import { testIdentityProvider } from '../../../src/operations/identity-providers/test-identity-provider.ts';
import { updateIdentityProvider } from '../../../src/operations/identity-providers/update-identity-provider.ts';
import { findProvider, openSecrets } from '../../../src/store/identity-providers/providers.ts';
import { actorWith, originOf, refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords, testSecretBox } from '../../support/records.ts';
import { redirectTo } from '../../support/upstreams/server.ts';
import { ofProvider, ofStranger } from '../../support/upstreams/saml-keys.ts';
import { startSamlUpstream } from '../../support/upstreams/saml-provider.ts';
import { certificate as ofEllipticCurve } from '../../platform/certificates.ts';

const kernel = perFile(() => startKernel({ localProviders: true }));
const upstream = perFile(() => startSamlUpstream());
const w = perTest(() => makeRecords(kernel));
beforeEach(() => {
  upstream.restore();
  upstream.setKeys(ofProvider);
  upstream.announce({});
});

const run = async (input: object) => kernel.run(createIdentityProvider, { preset: 'saml', ...input } as never);
const provider = async (id: string) => {
  const stored = await findProvider(kernel.database.prisma, id);
  if (stored?.protocol !== 'saml') throw new Error('not found');
  return stored;
};
const create = async (saml: object, more: object = {}) =>
  provider((await run({ saml, ...more })).output.identityProvider);
const update = (identityProviderId: string, saml: object, more: object = {}) =>
  kernel.run(updateIdentityProvider, { identityProviderId, saml, ...more });
const refused = (saml: object, more: object = {}) => refusalOf(run({ saml, ...more }));
const secretsOf = async (id: string) => openSecrets(testSecretBox, await provider(id));
const metadata = async (): Promise<string> => (await fetch(upstream.metadataUrl)).text();
const pem = ({ certificate }: typeof ofProvider): string => `${certificate}\n`;
const pems = async (id: string) => (await provider(id)).settings.certificates.map((one) => one.pem);

const byHand = {
  entityId: 'https://login.example.com/saml',
  singleSignOnUrl: 'https://login.example.com/saml/sign-in?tenant=a',
  certificatesPem: ofProvider.certificate,
};

describe('a new identity provider by SAML', () => {
  it('has what the metadata at its address states, with the end of each certificate', async () => {
    upstream.setKeys(ofProvider, ofStranger);
    const { metadataUrl, entityId, singleSignOnUrl } = upstream;
    const created = await create({ metadataUrl });
    expect(created).toMatchObject({
      name: 'SAML 2.0',
      addressTrust: 'never',
      isEnabled: false,
      secretNames: [],
      metadataDueAt: new Date(kernel.now().getTime() + 86_400_000),
    });
    const endOf = ({ certificate }: typeof ofProvider) => new X509Certificate(certificate).validToDate.toISOString();
    expect(created.settings).toEqual({
      metadataUrl,
      entityId,
      singleSignOnUrl,
      certificates: [ofProvider, ofStranger].map((key) => ({ pem: pem(key), expiresAt: endOf(key) })),
      signsRequests: false,
      signingCertificate: null,
      subjectAttribute: null,
    });
  });

  it('has what pasted metadata states, which is not read again', async () => {
    const { entityId } = upstream;
    const created = await create({ metadata: await metadata(), subjectAttribute: 'employeeId' });
    expect(created).toMatchObject({ settings: { metadataUrl: null, entityId, subjectAttribute: 'employeeId' } });
    expect(created.metadataDueAt).toBeNull();
  });

  it('has the single values, with certificates in PEM or their content alone', async () => {
    const { certificatesPem, ...rest } = byHand;
    const several = `${certificatesPem}\n\n${ofStranger.certificate}`;
    const { settings } = await create({ ...rest, certificatesPem: several });
    expect(settings).toMatchObject({ ...rest, certificates: [{ pem: pem(ofProvider) }, { pem: pem(ofStranger) }] });
    const content = certificatesPem.replaceAll(/-----[A-Z ]+-----/g, '');
    expect((await create({ ...rest, certificatesPem: content })).settings.certificates).toMatchObject([
      { pem: pem(ofProvider) },
    ]);
  });

  it('signs requests if its metadata wants that, with a key of its own that is never shown', async () => {
    upstream.announce({ wantsSignedRequests: true });
    const { output, events } = await run({ saml: { metadataUrl: upstream.metadataUrl } });
    const { settings, secretNames } = await provider(output.identityProvider);
    const { privateKey = '' } = (await secretsOf(output.identityProvider)) ?? {};
    const { pem: shown = '', expiresAt } = settings.signingCertificate ?? {};
    const certificate = new X509Certificate(shown);
    expect({ signs: settings.signsRequests, secretNames }).toEqual({ signs: true, secretNames: ['privateKey'] });
    expect(certificate.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate).toMatchObject({ subject: 'CN=mandate.example', ca: false });
    expect(expiresAt).toBe('2036-11-21T10:00:00.000Z');
    expect(JSON.stringify(events)).toContain('BEGIN CERTIFICATE');
    expect(JSON.stringify(events)).not.toContain('PRIVATE');
    expect((await create({ metadataUrl: upstream.metadataUrl, signsRequests: false })).secretNames).toEqual([]);
  });

  it.each<[string, object, object, string]>([
    ['no source', {}, {}, 'saml.metadataUrl'],
    ['two sources', { metadataUrl: 'https://a.example', metadata: '<a/>' }, {}, 'saml.metadata'],
    ['values beside metadata', { metadata: '<a/>', entityId: 'urn:a' }, {}, 'saml.entityId'],
    ['no certificate', { ...byHand, certificatesPem: undefined }, {}, 'saml.certificatesPem'],
    ['an empty certificate', { ...byHand, certificatesPem: ' ' }, {}, 'saml.certificatesPem'],
    ['a certificate that is none', { ...byHand, certificatesPem: 'AAAA' }, {}, 'saml.certificatesPem'],
    ['a certificate without RSA', { ...byHand, certificatesPem: ofEllipticCurve }, {}, 'saml.certificatesPem'],
    ['no address', { ...byHand, singleSignOnUrl: undefined }, {}, 'saml.singleSignOnUrl'],
    ['an address without TLS', { ...byHand, singleSignOnUrl: 'http://login.example.com' }, {}, 'saml.singleSignOnUrl'],
    ['metadata that is none', { metadata: 'https://login.example.com' }, {}, 'saml.metadata'],
    ['metadata with a document type', { metadata: '<!DOCTYPE a><a/>' }, {}, 'saml.metadata'],
    ['metadata without TLS', { metadataUrl: 'http://login.example.com' }, {}, 'saml.metadataUrl'],
    ['metadata in a private network', { metadataUrl: 'https://10.0.0.1/metadata' }, {}, 'saml.metadataUrl'],
    ['metadata at a link-local address', { metadataUrl: 'https://169.254.169.254/latest' }, {}, 'saml.metadataUrl'],
    ['metadata at a closed port', { metadataUrl: 'http://127.0.0.1:1/metadata' }, {}, 'saml.metadataUrl'],
    ['a secret', byHand, { secrets: { clientSecret: 'a secret' } }, 'secrets.clientSecret'],
    ['trust in a claim that is not named', byHand, { addressTrust: 'claim' }, 'addressTrust'],
    ['settings of another protocol', byHand, { oidc: { clientId: 'x' } }, 'oidc'],
  ])('is refused with %s', async (_, saml, more, path) => {
    expect(await refused(saml, more)).toMatchObject({ code: 'BAD_USER_INPUT', paths: [path] });
  });

  it('trusts a claim that an attribute is named for', async () => {
    const more = { addressTrust: 'claim', claims: { emailVerified: 'emailVerified' } };
    expect(await create(byHand, more)).toMatchObject({ addressTrust: 'claim' });
  });

  it.each<[string, Parameters<typeof upstream.intercept>[1], string]>([
    [
      'redirects',
      (_, response) => redirectTo(response, 'http://169.254.169.254/'),
      'a redirect, which is not followed',
    ],
    ['is missing', (_, response) => void response.writeHead(404).end(), 'status 404'],
    ['fails', (_, response) => void response.writeHead(503).end(), 'status 503'],
    ['is too large', (_, response) => void response.end(`<a>${'x'.repeat(300_000)}</a>`), 'exceeds 256 KiB'],
    ['is larger than what is read', (_, response) => void response.end(`<a>${'x'.repeat(140_000)}</a>`), '128 KiB'],
    ['is no XML', (_, response) => void response.end('<html>'), 'not accepted'],
  ])('is refused with metadata that %s: nothing is stored', async (_, answer, message) => {
    const before = await kernel.database.prisma.identityProvider.count();
    upstream.intercept('/metadata', answer);
    const refusal = await refused({ metadataUrl: upstream.metadataUrl });
    expect(refusal).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['saml.metadataUrl'] });
    expect(refusal.message).toContain(message);
    expect(await kernel.database.prisma.identityProvider.count()).toBe(before);
  });

  it('reads no metadata in a dry run, and cannot in an atomic operation', async () => {
    const input = { preset: 'saml', saml: { metadataUrl: upstream.metadataUrl } } as const;
    const caller = () => Promise.resolve({ ...actorWith(), authenticatedAt: kernel.now() });
    const before = upstream.paths.length;
    await kernel.dryRun(caller, ({ execute }) =>
      execute(createIdentityProvider, actorWith(), input, originOf('req_1')),
    );
    const atomic = kernel.atomically(caller, ({ execute, actor }) =>
      execute(createIdentityProvider, actor, input, originOf('req_2')),
    );
    expect(await refusalOf(atomic)).toMatchObject({ code: 'BAD_USER_INPUT', paths: ['saml.metadataUrl'] });
    expect(upstream.paths).toHaveLength(before);
  });
});

describe('an update', () => {
  const created = async (more: object = {}) => (await create({ metadataUrl: upstream.metadataUrl, ...more })).id;
  const linkTo = async (id: string) =>
    kernel.database.prisma.userIdentity.update({ where: { id: w.identity }, data: { identityProviderId: id } });

  it('reads the metadata again with the same address', async () => {
    const id = await created();
    upstream.setKeys(ofStranger);
    const { events } = await update(id, { metadataUrl: upstream.metadataUrl });
    expect(events).toMatchObject([{ data: { changed: ['saml.certificates'] } }]);
    expect(await pems(id)).toEqual([pem(ofStranger)]);
    expect((await update(id, { metadataUrl: upstream.metadataUrl })).events).toEqual([]);
  });

  it('keeps the settings if it is of something else, and reads nothing', async () => {
    const id = await created();
    const { settings } = await provider(id);
    const before = upstream.paths.length;
    await kernel.run(updateIdentityProvider, { identityProviderId: id, name: 'Customer' });
    expect((await provider(id)).settings).toEqual(settings);
    expect(upstream.paths).toHaveLength(before);
  });

  it('is a CONFLICT with another entity, or another subject, while there are identities', async () => {
    const id = await created();
    await linkTo(id);
    upstream.announce({ entityId: 'https://elsewhere.example/saml' });
    const read = { metadataUrl: upstream.metadataUrl };
    expect(await refusalOf(update(id, read))).toMatchObject({ code: 'CONFLICT', paths: ['saml.metadataUrl'] });
    expect(await refusalOf(update(id, { metadata: await metadata() }))).toMatchObject({ paths: ['saml.metadata'] });
    const byName = { metadataUrl: null, entityId: 'https://elsewhere.example/saml' };
    expect(await refusalOf(update(id, byName))).toMatchObject({ code: 'CONFLICT', paths: ['saml.entityId'] });
    const subject = { subjectAttribute: 'employeeId' };
    expect(await refusalOf(update(id, subject))).toMatchObject({ code: 'CONFLICT', paths: ['saml.subjectAttribute'] });
    await kernel.database.prisma.userIdentity.update({ where: { id: w.identity }, data: { unlinkedAt: kernel.now() } });
    await update(id, read);
    expect((await provider(id)).settings).toMatchObject({ entityId: 'https://elsewhere.example/saml' });
  });

  it('takes single values only if no metadata is read any more', async () => {
    const id = await created();
    const change = { certificatesPem: ofStranger.certificate };
    expect(await refusalOf(update(id, change))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['saml.certificatesPem'],
    });
    await update(id, { metadataUrl: null, ...change });
    expect(await pems(id)).toEqual([pem(ofStranger)]);
    expect((await provider(id)).metadataDueAt).toBeNull();
    await update(id, { metadata: await metadata() });
    expect(await pems(id)).toEqual([pem(ofProvider)]);
  });

  it('signs requests from then on, keeps the key, removes it with the signatures, and has a new one afterwards', async () => {
    const id = await created();
    const { events } = await update(id, { signsRequests: true });
    const changed = ['saml.signsRequests', 'saml.signingCertificate', 'secrets'];
    expect(events).toMatchObject([{ data: { changed: expect.arrayContaining(changed) } }]);
    expect(JSON.stringify(events)).not.toContain('PRIVATE');
    const first = await secretsOf(id);
    expect((await update(id, { signsRequests: true })).events).toEqual([]);
    await update(id, { subjectAttribute: 'employeeId' });
    expect(await secretsOf(id)).toEqual(first);
    await update(id, { signsRequests: false });
    expect(await provider(id)).toMatchObject({ secretNames: [], settings: { signingCertificate: null } });
    await update(id, { signsRequests: true });
    expect((await secretsOf(id))?.privateKey).toEqual(expect.stringContaining('PRIVATE KEY'));
  });

  it('makes a new key if that of SECRETS_KEY is lost; without one it is not enabled', async () => {
    const id = await created({ signsRequests: true });
    const lost = { encryptedSecrets: new Uint8Array(64) };
    await kernel.database.prisma.identityProvider.update({ where: { id }, data: lost });
    const enable = () => kernel.run(setIdentityProviderEnabled, { identityProviderId: id, isEnabled: true });
    expect(await refusalOf(enable())).toMatchObject({ code: 'CONFLICT', paths: ['isEnabled'] });
    await update(id, { subjectAttribute: 'employeeId' });
    expect(await secretsOf(id)).toBeUndefined();
    await update(id, { signsRequests: true });
    expect((await secretsOf(id))?.privateKey).toEqual(expect.any(String));
    await enable();
  });

  it('takes no secret of others', async () => {
    const id = await created({ signsRequests: true });
    expect(await refusalOf(update(id, {}, { secrets: { privateKey: null } }))).toMatchObject({
      code: 'BAD_USER_INPUT',
      paths: ['secrets.privateKey'],
    });
  });
});

describe('the test of an identity provider by SAML', () => {
  const stepsOf = async (identityProviderId: string) => {
    const { output } = await kernel.run(testIdentityProvider, { identityProviderId });
    return output.steps.map(({ step, isPassed }) => `${step} ${isPassed}`);
  };

  it('reads the metadata, and checks its entity, the address and the certificates', async () => {
    const { id } = await create({ metadataUrl: upstream.metadataUrl });
    expect(await stepsOf(id)).toEqual(['discovery true', 'issuer true', 'endpoints true', 'keys true']);
    upstream.announce({ entityId: 'https://elsewhere.example/saml' });
    expect(await stepsOf(id)).toEqual(['discovery true', 'issuer false']);
    upstream.intercept('/metadata', (_, response) => void response.writeHead(404).end());
    expect(await stepsOf(id)).toEqual(['discovery false']);
  });

  it('reads no metadata where there is no address', async () => {
    const { id } = await create({ metadata: await metadata() });
    expect(await stepsOf(id)).toEqual(['endpoints true', 'keys true']);
  });
});
