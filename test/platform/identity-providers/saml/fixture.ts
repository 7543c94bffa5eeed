import { SAML } from '@node-saml/node-saml';
import { vi } from 'vitest';
import type { SamlConnection } from '../../../../src/platform/identity-providers/identity-provider.ts';
import { openProviders } from '../fixture.ts';
import {
  acsUrl,
  entityId,
  formOf,
  ourEntityId,
  sign,
  type SamlStatement,
  type Signing,
  singleSignOnUrl,
  writeResponse,
} from '../../../support/upstreams/saml.ts';
import { ofProvider } from '../../../support/upstreams/saml-keys.ts';

/** Any time: files of one process share it, whenever they run. */
export const now = new Date('2026-03-01T12:00:00Z');
const openSaml = () => openProviders({ now: () => now });
export const state = 'a-state-of-one-sign-in';
export const requestId = '_0123456789abcdef';

export const connection: SamlConnection = {
  id: 'idp_1',
  version: 1,
  protocol: 'saml',
  settings: {
    metadataUrl: null,
    entityId,
    singleSignOnUrl,
    certificates: [ofProvider.certificate],
    signsRequests: false,
    subjectAttribute: null,
  },
  secrets: {},
  ourEntityId,
  acceptsEmailNameId: false,
};

export const withSettings = (settings: Partial<SamlConnection['settings']>): SamlConnection => ({
  ...connection,
  settings: { ...connection.settings, ...settings },
});

/** A signed response, for the request with `requestId`. */
export const respond = (statement: Partial<SamlStatement> = {}, signing: Signing = {}): string =>
  sign(writeResponse({ requestId, now, ...statement }), signing);

export const finish = (document: string, provider = connection, form = formOf(document, state)) =>
  openSaml().finish(provider, { requestId, signsInSince: null }, acsUrl, state, form);

export const begin = (provider = connection, forcesSignIn = false) =>
  openSaml().begin(provider, { redirectUri: acsUrl, state, forcesSignIn });

/** Whether the library alone accepts a response at that time, with the settings that its documentation recommends. */
export async function isAcceptedByLibrary(document: string, certificates = [ofProvider.certificate]): Promise<boolean> {
  const library = new SAML({
    idpCert: certificates,
    entryPoint: singleSignOnUrl,
    issuer: ourEntityId,
    audience: ourEntityId,
    callbackUrl: acsUrl,
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
  });
  const SAMLResponse = Buffer.from(document).toString('base64');
  vi.useFakeTimers({ now, toFake: ['Date'] });
  try {
    const { profile } = await library.validatePostResponseAsync({ SAMLResponse });
    return profile !== null;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}
