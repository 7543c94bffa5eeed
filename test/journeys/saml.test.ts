import { createVerify, X509Certificate } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { readXml } from '../../src/platform/identity-providers/saml/read-xml.ts';
import { accountBrowser } from '../support/browsers/account-pages.ts';
import { openPage } from '../support/browsers/flow-pages.ts';
import { type Administrator, openAdministration } from '../support/administrator.ts';
import { startAccounts } from '../support/accounts/account-flows.ts';
import { comeBack, goThrough, providerEnvironment } from '../support/upstreams/identity-providers.ts';
import { perFile } from '../support/per-file.ts';
import { ofProvider, ofStranger } from '../support/upstreams/saml-keys.ts';
import { startSamlUpstream } from '../support/upstreams/saml-provider.ts';

/** An administrator sets up SAML by the APIs and the metadata of both sides, and people sign in with it. */
const accounts = perFile(() => startAccounts({ environment: providerEnvironment }));
const administrator = perFile(async () => ({
  ...(await openAdministration(accounts.issuer)),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}));
const upstream = perFile(() => startSamlUpstream({ clock: accounts.issuer.clock }));
const rest: Administrator['rest'] = (...call) => administrator.rest(...call);
const ask: Administrator['ask'] = (...call) => administrator.ask(...call);

let people = 0;
let domain = '';
beforeEach(async () => {
  await accounts.policy({});
  await accounts.prisma.identityProvider.updateMany({ data: { isEnabled: false } });
  upstream.announce({});
  upstream.setKeys(ofProvider);
  domain = `customer${++people}.example`;
  upstream.person = { nameId: `subject ${people}`, attributes: [['email', `ada@${domain}`]] };
});

const input = () => ({
  preset: 'saml',
  name: 'Customer login',
  saml: { metadataUrl: upstream.metadataUrl },
  claims: { email: 'email' },
  addressTrust: 'domains',
  domains: [domain],
});
const enable = (id: string) => rest(`PATCH /identity-providers/${id}/is-enabled`, { isEnabled: true });

async function create(): Promise<string> {
  const { status, json } = await rest('POST /identity-providers', input());
  expect(status).toBe(201);
  expect((await enable(json.id)).status).toBe(200);
  return json.id;
}

async function signIn(id: string) {
  const page = await openPage(accounts.issuer, accounts.web);
  const shown = await goThrough(page, id);
  return { page, shown };
}
const signedInBy = async (id: string): Promise<string | undefined> => {
  const { page, shown } = await signIn(id);
  return shown.next === undefined ? undefined : (await page.finish())?.sub;
};

const metadataOf = (id: string, init: RequestInit = {}) => fetch(`${accounts.issuer.url}/saml/${id}/metadata`, init);

describe('an identity provider by SAML', () => {
  test('is created, read, changed, tested, enabled and deleted over REST', async () => {
    const { status, json } = await rest('POST /identity-providers', input());
    const { metadataUrl, entityId, singleSignOnUrl } = upstream;
    const certificates = [{ pem: `${ofProvider.certificate}\n`, expiresAt: expect.stringMatching(/^2126-/) }];
    const saml = { metadataUrl, entityId, singleSignOnUrl, certificates, signsRequests: false, subjectAttribute: null };
    expect(status).toBe(201);
    expect(json).toMatchObject({ protocol: 'saml', oidc: null, oauth2: null, saml, secretNames: [] });
    const path = `/identity-providers/${json.id}`;
    expect((await rest(`GET ${path}`)).json).toMatchObject({ saml });
    const changed = await rest(`PATCH ${path}`, { saml: { signsRequests: true } });
    expect(changed.json).toMatchObject({
      secretNames: ['privateKey'],
      saml: { signingCertificate: { pem: expect.any(String) } },
    });
    expect(JSON.stringify(changed.json)).not.toContain('PRIVATE');
    const { json: tested } = await rest(`POST ${path}/test`);
    expect(tested.steps.map(({ step }: { step: string }) => step)).toEqual([
      'discovery',
      'issuer',
      'endpoints',
      'keys',
    ]);
    expect((await rest('GET /identity-providers?preset=saml')).json.items).toContainEqual(
      expect.objectContaining({ id: json.id }),
    );
    expect((await rest(`DELETE ${path}`)).status).toBe(204);
    expect((await metadataOf(json.id)).status).toBe(404);
  });

  test('is the same over GraphQL', async () => {
    const { saml, domains } = input();
    const created = await ask(
      `mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { identityProvider {
        id preset protocol oidc { issuer } saml { metadataUrl entityId singleSignOnUrl certificates { pem expiresAt }
          signsRequests signingCertificate { expiresAt } subjectAttribute } } } }`,
      { input: { preset: 'SAML', saml, domains } },
    );
    const { id, ...shown } = created.createIdentityProvider.identityProvider;
    expect(shown).toMatchObject({
      preset: 'SAML',
      protocol: 'SAML',
      oidc: null,
      saml: { entityId: upstream.entityId, certificates: [{}], signsRequests: false, signingCertificate: null },
    });
    const updated = await ask(
      `mutation ($id: ID!) { updateIdentityProvider(input: { identityProviderId: $id, saml: { subjectAttribute: "id" } }) {
        identityProvider { saml { subjectAttribute entityId } } } }`,
      { id },
    );
    expect(updated.updateIdentityProvider.identityProvider.saml).toEqual({
      subjectAttribute: 'id',
      entityId: upstream.entityId,
    });
  });

  test('has a problem at its field if its metadata cannot be read', async () => {
    const saml = { metadataUrl: 'https://10.0.0.1/metadata' };
    expect(await rest('POST /identity-providers', { ...input(), saml })).toMatchObject({
      status: 422,
      json: { code: 'BAD_USER_INPUT', problems: [{ path: ['saml', 'metadataUrl'] }] },
    });
  });
});

describe('our metadata', () => {
  test('has our entity ID, which is its address, and where responses go; without a sign-in', async () => {
    const { issuer } = accounts;
    const { json } = await rest('POST /identity-providers', input());
    const response = await metadataOf(json.id);
    expect(response.headers.get('content-type')).toBe('application/samlmetadata+xml');
    const document = await response.text();
    const root = readXml(document);
    expect(root.attributes.get('entityID')).toBe(`${issuer.publicUrl}/saml/${json.id}/metadata`);
    expect(document).toContain(`Location="${issuer.publicUrl}/sign-in/return/${json.id}"`);
    expect(document).toContain('AuthnRequestsSigned="false"');
    expect(document).not.toContain('KeyDescriptor');
  });

  test('is of providers by SAML only', async () => {
    const oidc = { issuer: 'https://login.example.com', clientId: 'x' };
    const { json } = await rest('POST /identity-providers', { preset: 'oidc', oidc });
    for (const id of [json.id, 'idp_01h455vb4pex5vsknk084sn02q', 'x']) expect((await metadataOf(id)).status).toBe(404);
    expect((await metadataOf(json.id, { method: 'POST' })).status).toBe(405);
  });

  test('has the certificate with which the provider verifies our requests', async () => {
    upstream.announce({ wantsSignedRequests: true });
    const id = await create();
    const document = await (await metadataOf(id)).text();
    const [, content = ''] = /<X509Certificate>([^<]+)</.exec(document) ?? [];
    const certificate = new X509Certificate(Buffer.from(content, 'base64'));
    expect(await signedInBy(id)).toEqual(expect.stringMatching(/^user_/));
    const { search = '' } = upstream.requests.at(-1) ?? {};
    const [, signed = '', signature = ''] = /(SAMLRequest=.*)&Signature=(.*)$/.exec(search) ?? [];
    expect(signed).toContain('RelayState=');
    const verify = createVerify('RSA-SHA256').update(signed);
    expect(verify.verify(certificate.publicKey, decodeURIComponent(signature), 'base64')).toBe(true);
  });
});

describe('people of a provider by SAML', () => {
  test('get an account by the domain of their address, and sign in with it until it is disabled', async () => {
    const id = await create();
    const page = await openPage(accounts.issuer, accounts.web);
    const begun = await page.answer({ identifier: `ada@${domain}` });
    expect(begun.step?.name).toBe('upstream');
    await comeBack(page.visitor, begun.step?.details.next);
    await page.get();
    await page.answer({});
    const sub = (await page.finish())?.sub;
    expect(sub).toEqual(expect.stringMatching(/^user_/));
    expect(await signedInBy(id)).toBe(sub);
    await rest(`PATCH /identity-providers/${id}/is-enabled`, { isEnabled: false });
    const other = await openPage(accounts.issuer, accounts.web);
    expect((await other.answer({ way: `identity:${id}` })).step?.name).toBe('identify');
  });

  test('go on signing in while the provider changes its certificates, once both are known', async () => {
    const id = await create();
    const sub = await signedInBy(id);
    upstream.setKeys(ofStranger, ofProvider);
    expect(await signedInBy(id)).toBeUndefined();
    await rest(`PATCH /identity-providers/${id}`, { saml: { metadataUrl: upstream.metadataUrl } });
    expect(await signedInBy(id)).toBe(sub);
    upstream.setKeys(ofProvider);
    expect(await signedInBy(id)).toBe(sub);
  });

  test('link it at the security page of their account', async () => {
    const id = await create();
    const ada = await accounts.member();
    const pages = accountBrowser(accounts.issuer, ada.username, ada.visitor);
    expect((await pages.open('/security')).html).toContain('Link Customer login');
    const sent = await pages.send('security/link-identity', {}, `?id=${id}`);
    const [, next = ''] = /href="(http:\/\/127[^"]+)"/.exec(sent.html) ?? [];
    const back = await comeBack(ada.visitor, next.replaceAll('&amp;', '&'));
    expect(back.status).toBe(303);
    const ended = await pages.post(back.headers.get('location') ?? '', { step: 'upstream' });
    expect(ended.headers.get('location')).toMatch(/^\/account\/security\?notice=/);
    expect((await pages.open('/security')).html).toContain(`ada@${domain}`);
    expect(await signedInBy(id)).toBe(ada.id);
  });
});
