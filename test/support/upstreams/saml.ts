import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { ofProvider } from './saml-keys.ts';

export const entityId = 'https://login.example.com/saml';
export const singleSignOnUrl = 'https://login.example.com/saml/sign-in?tenant=a';
export const acsUrl = 'https://platform.example/sign-in/return/idp_1';
export const ourEntityId = 'https://platform.example/saml/idp_1/metadata';

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ofAssertion = 'urn:oasis:names:tc:SAML:2.0:assertion';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export interface SamlStatement {
  requestId: string;
  now: Date;
  /** Null: it is left out. */
  inResponseTo?: string | null;
  issuer?: string;
  recipient?: string;
  audience?: string;
  nameId?: string;
  nameIdFormat?: string;
  /** Texts as they are, without entities. */
  attributes?: readonly (readonly [name: string, ...values: string[]])[];
  /** Prefixes of the namespaces of protocol and assertion; empty: the default namespace. */
  prefixes?: readonly [protocol: string, assertion: string];
  /** Seconds from now. */
  notBefore?: number;
  notOnOrAfter?: number;
  status?: string;
  authnContext?: string;
}

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** A response as a provider writes it, not signed yet. */
export function writeResponse(statement: SamlStatement): string {
  const { requestId, now, issuer = entityId, recipient = acsUrl, audience = ourEntityId } = statement;
  const { nameId = 'ada-1', nameIdFormat = persistent, attributes = [], prefixes = ['samlp', 'saml'] } = statement;
  const inResponseTo = statement.inResponseTo === undefined ? requestId : statement.inResponseTo;
  const { notBefore = -5, notOnOrAfter = 300, status = 'Success' } = statement;
  const { authnContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password' } = statement;
  const at = (seconds: number): string => new Date(now.getTime() + seconds * 1000).toISOString();
  const [p, a] = prefixes.map((prefix) => (prefix === '' ? '' : `${prefix}:`));
  const declare = (prefix: string, namespace: string): string => `xmlns${prefix ? `:${prefix}` : ''}="${namespace}"`;
  const response = inResponseTo === null ? '' : ` InResponseTo="${inResponseTo}"`;
  const issued = `Version="2.0" IssueInstant="${at(0)}"`;
  const values = attributes.map(([name, ...texts]) => {
    const inner = texts.map((text) => `<${a}AttributeValue>${escapeText(text)}</${a}AttributeValue>`).join('');
    return `<${a}Attribute Name="${escapeText(name)}">${inner}</${a}Attribute>`;
  });
  const statements = values.length === 0 ? '' : `<${a}AttributeStatement>${values.join('')}</${a}AttributeStatement>`;
  const ofIssuer = `<${a}Issuer>${escapeText(issuer)}</${a}Issuer>`;
  return [
    `<${p}Response ${declare(prefixes[0], protocol)} ID="_response" ${issued} Destination="${recipient}"${response}>`,
    ofIssuer.replace('Issuer>', `Issuer ${declare(prefixes[1], ofAssertion)}>`),
    `<${p}Status><${p}StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${status}"/></${p}Status>`,
    `<${a}Assertion ${declare(prefixes[1], ofAssertion)} ID="_assertion" ${issued}>${ofIssuer}`,
    `<${a}Subject><${a}NameID Format="${nameIdFormat}">${escapeText(nameId)}</${a}NameID>`,
    `<${a}SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">`,
    `<${a}SubjectConfirmationData NotOnOrAfter="${at(notOnOrAfter)}" Recipient="${recipient}"${response}/>`,
    `</${a}SubjectConfirmation></${a}Subject>`,
    `<${a}Conditions NotBefore="${at(notBefore)}" NotOnOrAfter="${at(notOnOrAfter)}">`,
    `<${a}AudienceRestriction><${a}Audience>${escapeText(audience)}</${a}Audience></${a}AudienceRestriction>`,
    `</${a}Conditions>`,
    `<${a}AuthnStatement AuthnInstant="${at(-2)}" SessionIndex="_session"><${a}AuthnContext>`,
    `<${a}AuthnContextClassRef>${authnContext}</${a}AuthnContextClassRef>`,
    `</${a}AuthnContext></${a}AuthnStatement>${statements}</${a}Assertion></${p}Response>`,
  ].join('');
}

export interface Signing {
  signs?: 'Assertion' | 'Response';
  key?: { privateKey: string; certificate: string };
  signature?: string;
  digest?: string;
  transforms?: string[];
}

/** Signs a part of a response, with RSA and SHA-256 unless told otherwise. */
export function sign(document: string, { signs = 'Assertion', key = ofProvider, ...options }: Signing = {}): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    publicCert: key.certificate,
    signatureAlgorithm: options.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusive,
  });
  const place = `//*[local-name(.)='${signs}']`;
  signer.addReference({
    xpath: place,
    transforms: options.transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
    digestAlgorithm: options.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  if (options.signature?.includes('hmac')) signer.enableHMAC();
  const reference = `${place}/*[local-name(.)='Issuer']`;
  signer.computeSignature(document, { prefix: 'ds', location: { reference, action: 'after' } });
  return signer.getSignedXml();
}

/** The form that a provider sends. */
export const formOf = (document: string, state: string): URLSearchParams =>
  new URLSearchParams({ SAMLResponse: Buffer.from(document).toString('base64'), RelayState: state });

/** The request in the address to which a person goes. */
export const requestIn = (url: string): string =>
  inflateRawSync(Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64')).toString();

/** A part of a document, with its tags. */
export function partOf(document: string, name: string): string {
  const [part] = new RegExp(`<(\\w+:)?${name}[ >].*</(\\w+:)?${name}>`, 's').exec(document) ?? [];
  if (part === undefined) throw new Error(`the document has no ${name}`);
  return part;
}
