import { X509Certificate } from 'node:crypto';
import type { SamlCertificate, SamlMetadata } from '../../../vocabulary/identity-providers/identity-provider-shapes.ts';
import { Invalid } from '../invalid.ts';
import { readCertificate, usableOf } from './certificates.ts';
import { readTime } from './check-assertion.ts';
import { bindings, namespaces, persistent } from './names.ts';
import { elementsIn, readXml, textIn, type XmlElement } from './read-xml.ts';

/** Reads the metadata of one provider. Throws `Invalid` with a message for administrators. */
export function readMetadata(document: string, now: Date): SamlMetadata {
  // Some providers publish a file that people have edited.
  const root = readXml(document, { takesComments: true });
  if (root.namespace !== namespaces.metadata || root.name !== 'EntityDescriptor') refuse('it is not of one entity');
  const [descriptor] = elementsIn(root, namespaces.metadata, 'IDPSSODescriptor');
  if (!descriptor) return refuse('it is not of an identity provider');
  for (const { attributes } of [root, descriptor]) checkValidity(attributes.get('validUntil'), now);
  const certificates = elementsIn(descriptor, namespaces.metadata, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.get('use') !== 'encryption')
    .flatMap(certificatesIn);
  return {
    entityId: root.attributes.get('entityID') ?? refuse('it has no entityID'),
    singleSignOnUrl: singleSignOnUrl(descriptor) ?? refuse('it has no address for single sign-on by redirect'),
    certificates: usableOf(certificates),
    wantsSignedRequests: ['true', '1'].includes(descriptor.attributes.get('WantAuthnRequestsSigned') ?? ''),
  };
}

const refuse = (reason: string): never => {
  throw new Invalid(`The metadata is not accepted: ${reason}.`);
};

/** SAML Metadata §2.3.2: who reads it must not use it afterwards. */
function checkValidity(validUntil: string | undefined, now: Date): void {
  if (validUntil !== undefined && !(readTime(validUntil) > now.getTime())) refuse('it has expired');
}

const singleSignOnUrl = (descriptor: XmlElement): string | undefined =>
  elementsIn(descriptor, namespaces.metadata, 'SingleSignOnService')
    .find(({ attributes }) => attributes.get('Binding') === bindings.redirect)
    ?.attributes.get('Location');

function certificatesIn(key: XmlElement) {
  const certificates = elementsIn(key, namespaces.signature, 'KeyInfo')
    .flatMap((info) => elementsIn(info, namespaces.signature, 'X509Data'))
    .flatMap((data) => elementsIn(data, namespaces.signature, 'X509Certificate'));
  return certificates.map((certificate) => readCertificate(Buffer.from(textIn(certificate), 'base64')));
}

interface OurMetadata {
  entityId: string;
  /** Assertion consumer service: where responses are posted. */
  acsUrl: string;
  /** Of the key that signs our requests; null if they are not signed. */
  certificate: SamlCertificate | null;
}

/** Our metadata, for the provider. */
export function ourMetadata({ entityId, acsUrl, certificate }: OurMetadata): string {
  const key =
    certificate === null
      ? ''
      : `<KeyDescriptor use="signing"><KeyInfo xmlns="${namespaces.signature}"><X509Data><X509Certificate>${new X509Certificate(certificate.pem).raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="${namespaces.metadata}" entityID="${escapeXml(entityId)}">`,
    `<SPSSODescriptor AuthnRequestsSigned="${certificate !== null}" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">`,
    `${key}<NameIDFormat>${persistent}</NameIDFormat>`,
    `<AssertionConsumerService index="0" isDefault="true" Binding="${bindings.post}" Location="${escapeXml(acsUrl)}"/>`,
    '</SPSSODescriptor></EntityDescriptor>',
  ].join('');
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
