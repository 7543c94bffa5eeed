import { X509Certificate } from 'node:crypto';
import type { Prisma } from '../../../src/generated/prisma/client.ts';
import { sealJson } from '../../../src/platform/crypto/secret-box.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { providerPresetOf } from '../../../src/vocabulary/identity-providers/identity-provider-presets.ts';
import type { Visitor } from '../browsers/browser.ts';
import type { ShownPage } from '../browsers/flow-pages.ts';
import type { TestIssuer } from '../issuer.ts';
import type { Upstream } from './upstream.ts';
import { visitUpstream } from './person.ts';
import { ofProvider } from './saml-keys.ts';
import type { SamlUpstream } from './saml-provider.ts';

/** Settings with which a platform of a test reaches identity providers on this machine. */
export const providerEnvironment = { IDENTITY_PROVIDER_ALLOWED_HOSTS: '127.0.0.1' };

type Data = Partial<Prisma.IdentityProviderUncheckedCreateInput> & { domains?: readonly string[] };

/** Adds an enabled identity provider by OpenID Connect, which trusts the claim `email_verified`. */
export async function addProvider(
  { database, secretBox }: Pick<TestIssuer, 'database' | 'secretBox'>,
  { settings, clientSecret }: Pick<Upstream, 'settings' | 'clientSecret'>,
  { domains = [], ...data }: Data = {},
) {
  const secrets = { clientSecret };
  return database.prisma.identityProvider.create({
    data: {
      id: ids.next('identityProvider'),
      name: 'Acme',
      preset: 'oidc',
      protocol: 'oidc',
      settings: { ...settings, tenant: null },
      secretNames: Object.keys(secrets),
      encryptedSecrets: sealJson(secretBox, secrets),
      claims: { ...providerPresetOf('oidc').claims },
      addressTrust: 'claim',
      linking: 'ask',
      isEnabled: true,
      ...data,
      domains: { create: domains.map((domain) => ({ domain })) },
    },
  });
}

/** Links an identity with an account, as a sign-in did earlier. */
export const linkTo = (
  { database }: Pick<TestIssuer, 'database'>,
  userId: string,
  identityProviderId: string,
  subject: string,
) =>
  database.prisma.userIdentity.create({
    data: { id: ids.next('userIdentity'), userId, identityProviderId, subject },
  });

/** Adds an enabled identity provider by SAML, which has read the metadata of the upstream. */
export async function addSamlProvider(
  { database, clock }: Pick<TestIssuer, 'database' | 'clock'>,
  { entityId, metadataUrl, singleSignOnUrl }: Pick<SamlUpstream, 'entityId' | 'metadataUrl' | 'singleSignOnUrl'>,
  { domains = [], settings, ...data }: Data = {},
) {
  const { validToDate } = new X509Certificate(ofProvider.certificate);
  const certificates = [{ pem: `${ofProvider.certificate}\n`, expiresAt: validToDate.toISOString() }];
  const read = { metadataUrl, entityId, singleSignOnUrl, certificates };
  const unsigned = { signsRequests: false, signingCertificate: null, subjectAttribute: null };
  return database.prisma.identityProvider.create({
    data: {
      id: ids.next('identityProvider'),
      name: 'Acme',
      preset: 'saml',
      protocol: 'saml',
      settings: { ...read, ...unsigned, ...(settings as object | undefined) },
      metadataDueAt: new Date(clock.now().getTime() + 86_400_000),
      claims: { ...providerPresetOf('saml').claims },
      addressTrust: 'never',
      linking: 'ask',
      isEnabled: true,
      ...data,
      domains: { create: domains.map((domain) => ({ domain })) },
    },
  });
}

interface Steps {
  visitor: Visitor;
  get(): Promise<ShownPage>;
  answer(fields: Record<string, string>): Promise<ShownPage>;
}

/** The address with which a person comes back, or what the browser posts there. */
export async function comeBack(visitor: Visitor, next: string | undefined): Promise<Response> {
  const { url, form } = await visitUpstream(next ?? '');
  return form ? visitor.fetch(url, { method: 'POST', body: form }) : visitor.fetch(url);
}

/** Signs in at a provider, and comes back. Returns what follows on the page. */
export async function goThrough(
  page: Steps,
  providerId: string,
  fields: Record<string, string> = {},
): Promise<ShownPage> {
  const begun = await page.answer({ way: `identity:${providerId}`, ...fields });
  await comeBack(page.visitor, begun.step?.details.next);
  const back = await page.get();
  return back.step?.name === 'upstream' && back.step.details.identity !== undefined ? page.answer({}) : back;
}
