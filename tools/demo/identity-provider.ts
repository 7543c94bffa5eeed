import type { Management } from './management.ts';

/** A platform, and an application with all permissions there. */
export interface Managed {
  url: string;
  management: Management;
}

interface CreatedRecords {
  createApplication: { application: { id: string }; secret: string };
  createIdentityProvider: { identityProvider: { id: string } };
}

/** Creates an identity provider by OpenID Connect, and enables it. Returns its id. */
export async function addIdentityProvider({ call }: Management, input: object): Promise<string> {
  const { createIdentityProvider: made } = await call<CreatedRecords>(
    'mutation ($input: CreateIdentityProviderInput!) { createIdentityProvider(input: $input) { identityProvider { id } } }',
    { input: { preset: 'OIDC', ...input } },
  );
  const identityProviderId = made.identityProvider.id;
  await call(
    'mutation ($input: SetIdentityProviderEnabledInput!) { setIdentityProviderEnabled(input: $input) { __typename } }',
    { input: { identityProviderId, isEnabled: true } },
  );
  return identityProviderId;
}

/** Makes one platform an identity provider of another one: a client there, a record here. Returns the id of both. */
export async function connectPlatforms(here: Managed, there: Managed, settings: object = {}) {
  const { createApplication: client } = await there.management.call<CreatedRecords>(
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } secret } }',
    { input: { name: 'Another platform', type: 'TRADITIONAL_WEB', secret: { name: 'first' } } },
  );
  const applicationId = client.application.id;
  const identityProviderId = await addIdentityProvider(here.management, {
    name: 'Customer login',
    oidc: { issuer: `${there.url}/oidc`, clientId: applicationId },
    secrets: { clientSecret: client.secret },
    ...settings,
  });
  const redirectUris = [`${here.url}/sign-in/return/${identityProviderId}`];
  await there.management.call(
    'mutation ($input: UpdateApplicationInput!) { updateApplication(input: $input) { application { id } } }',
    { input: { applicationId, redirectUris } },
  );
  return { applicationId, identityProviderId };
}
