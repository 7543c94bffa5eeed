import { randomBytes } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import type { Clock } from '../../clock.ts';
import type { AllowedHosts } from '../../network/allowed-hosts.ts';
import type { SafeFetch } from '../../network/safe-fetch.ts';
import type { SamlMetadata } from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { type Check, reach, runChecks } from '../checks.ts';
import type {
  BegunRequest,
  KeptSamlRequest,
  ProviderProblem,
  ProviderRequest,
  ReadIdentity,
  Return,
  SamlConnection,
  TestResult,
} from '../identity-provider.ts';
import { Invalid } from '../invalid.ts';
import { requireTls } from '../upstream-fetch.ts';
import { checkAssertion } from './check-assertion.ts';
import { checkCertificates } from './certificates.ts';
import { namespaces, persistent } from './names.ts';
import { problemOf } from './problem.ts';
import { readIdentity } from './read-identity.ts';
import { elementsIn, readXml, textIn, type XmlElement } from './read-xml.ts';
import { scanResponse } from './scan-response.ts';
import { createMetadataReader } from './setup.ts';

interface SamlServices extends Pick<AllowedHosts, 'isHttpAllowed'> {
  clock: Clock;
  safeFetch: SafeFetch;
}

/** SAML 2.0: requests by redirect, responses by form. */
export function createSaml({ clock, safeFetch, isHttpAllowed }: SamlServices) {
  const readMetadataAt = createMetadataReader({ clock, safeFetch, isHttpAllowed });
  return {
    async begin(provider: SamlConnection, request: ProviderRequest): Promise<BegunRequest> {
      const requestId = `_${randomBytes(16).toString('hex')}`;
      try {
        requireTls(new URL(provider.settings.singleSignOnUrl), { isHttpAllowed });
        const library = openLibrary(provider, request.redirectUri, { requestId, forcesSignIn: request.forcesSignIn });
        const url = await library.getAuthorizeUrlAsync(request.state, undefined, {});
        const signsInSince = request.forcesSignIn ? clock.now().toISOString() : null;
        return { url, kept: { requestId, signsInSince } };
      } catch (error) {
        return problemOf(error);
      }
    },
    async finish(provider: SamlConnection, person: Return<KeptSamlRequest>): Promise<ReadIdentity> {
      try {
        return await readPerson(provider, person, clock.now());
      } catch (error) {
        return problemOf(error);
      }
    },
    test: ({ settings }: SamlConnection): Promise<TestResult> =>
      runChecks(
        [
          ...(settings.metadataUrl === null ? [] : metadataChecks(settings, settings.metadataUrl, readMetadataAt)),
          [
            'endpoints',
            async () => {
              await reach(settings.singleSignOnUrl, safeFetch);
              return 'The address for single sign-on responds.';
            },
          ],
          ['keys', () => checkCertificates(settings, clock.now())],
        ],
        (error) => problemOf(error).message,
      ),
  };
}

/** Whether the metadata is still that of the provider. */
function metadataChecks(
  { entityId }: SamlConnection['settings'],
  url: string,
  readMetadataAt: (url: string) => Promise<SamlMetadata>,
): Check[] {
  let read: SamlMetadata | undefined;
  return [
    [
      'discovery',
      async () => {
        read = await readMetadataAt(url);
        return 'The metadata was read.';
      },
    ],
    [
      'issuer',
      () => {
        if (read?.entityId !== entityId) throw new Invalid(`The metadata is of another entity: ${read?.entityId}.`);
        return `Entity ID: ${entityId}.`;
      },
    ],
  ];
}

/** Verifies and checks a response, and reads the person. */
async function readPerson(
  provider: SamlConnection,
  { kept: { requestId }, redirectUri, state, response: form }: Return<KeptSamlRequest>,
  now: Date,
): Promise<ReadIdentity> {
  if (form.get('RelayState') !== state) throw new Invalid('The response has another RelayState than the request.');
  const document = decodeForm(form.get('SAMLResponse') ?? '');
  const response = scanResponse(document);
  const refusal = refusalIn(response);
  if (refusal) return refusal;
  checkResponse(response, provider, { redirectUri, requestId });
  const assertion = await verifiedAssertion(provider, redirectUri, document);
  const { entityId: issuer } = provider.settings;
  checkAssertion(assertion, { issuer, audience: provider.ourEntityId, recipient: redirectUri, requestId, now });
  return { identity: readIdentity(assertion, provider) };
}

/** The library verifies signatures. The times and the request of an assertion are checked by our clock afterwards. */
function openLibrary(
  { settings, secrets, ourEntityId }: SamlConnection,
  redirectUri: string,
  { requestId = '', forcesSignIn = false } = {},
): SAML {
  if (settings.certificates.length === 0) throw new Invalid('The provider has no certificate.');
  if (settings.signsRequests && secrets.privateKey === undefined)
    throw new Invalid('The key that signs requests is lost: set saml.signsRequests to true again for a new one.');
  return new SAML({
    idpCert: [...settings.certificates],
    entryPoint: settings.singleSignOnUrl,
    issuer: ourEntityId,
    audience: ourEntityId,
    callbackUrl: redirectUri,
    identifierFormat: settings.subjectAttribute === null ? persistent : null,
    disableRequestedAuthnContext: true,
    forceAuthn: forcesSignIn,
    generateUniqueId: () => requestId,
    wantAssertionsSigned: false,
    wantAuthnResponseSigned: false,
    acceptedClockSkewMs: -1,
    ...(settings.signsRequests && { privateKey: secrets.privateKey, signatureAlgorithm: 'sha256' }),
  });
}

function decodeForm(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    throw new Invalid('The response is not UTF-8.');
  }
}

/** Checks the statements of a response without a signature: they are only more reason to refuse. */
function checkResponse(
  response: XmlElement,
  { settings }: SamlConnection,
  { redirectUri, requestId }: { redirectUri: string; requestId: string },
): void {
  const { attributes } = response;
  const [issuer] = elementsIn(response, namespaces.assertion, 'Issuer');
  const isOther = (name: string, value: string): boolean => attributes.has(name) && attributes.get(name) !== value;
  if (issuer && textIn(issuer).trim() !== settings.entityId) throw new Invalid('The response is of another issuer.');
  if (isOther('Destination', redirectUri)) throw new Invalid('The response is for another destination.');
  if (isOther('InResponseTo', requestId)) throw new Invalid('The response is for another request.');
}

/** The status of a response without a person, such as `AuthnFailed` (SAML Core §3.2.2.2). */
function refusalIn(response: XmlElement): ProviderProblem | undefined {
  const [status] = elementsIn(response, namespaces.protocol, 'Status');
  const [first] = status ? elementsIn(status, namespaces.protocol, 'StatusCode') : [];
  const [second] = first ? elementsIn(first, namespaces.protocol, 'StatusCode') : [];
  const nameOf = (code: XmlElement | undefined): string => code?.attributes.get('Value')?.split(':').at(-1) ?? '';
  if (nameOf(first) === 'Success') return undefined;
  const error = (nameOf(second) || nameOf(first)).replaceAll(/\W/g, '').slice(0, 64);
  return { problem: 'identity-refused', message: `The provider responded with the status "${error}".`, error };
}

/** The assertion, read from the bytes that were signed. */
async function verifiedAssertion(provider: SamlConnection, redirectUri: string, document: string): Promise<XmlElement> {
  const SAMLResponse = Buffer.from(document).toString('base64');
  const { profile } = await openLibrary(provider, redirectUri).validatePostResponseAsync({ SAMLResponse });
  const signed = profile?.getAssertionXml?.();
  if (signed === undefined) throw new Invalid('The response has no signed assertion.');
  return readXml(signed);
}
