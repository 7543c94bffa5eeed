import { X509Certificate } from 'node:crypto';
import { Invalid } from '../invalid.ts';
import { readCertificate, type SigningCertificate } from './certificates.ts';
import { bindings, namespaces, persistent } from './names.ts';
import { elementsIn, readXml, textIn, type XmlElement } from './read-xml.ts';

/** What the metadata of a provider states. */
interface ProviderMetadata {
  entityId: string;
  singleSignOnUrl: string;
  /** PEM, each with the end of its validity. At least one. */
  certificates: SigningCertificate[];
  wantsSignedRequests: boolean;
}

/** Reads the metadata of one provider. Throws `Invalid` with a message for administrators. */
export function readMetadata(document: string): ProviderMetadata {
  const root = readXml(document);
  if (root.namespace !== namespaces.metadata || root.name !== 'EntityDescriptor') refuse('it is not of one entity');
  const [descriptor] = elementsIn(root, namespaces.metadata, 'IDPSSODescriptor');
  if (!descriptor) return refuse('it is not of an identity provider');
  const certificates = elementsIn(descriptor, namespaces.metadata, 'KeyDescriptor')
    .filter(({ attributes }) => attributes.get('use') !== 'encryption')
    .flatMap(certificatesIn);
  if (certificates.length === 0) refuse('it has no certificate for signatures');
  return {
    entityId: root.attributes.get('entityID') ?? refuse('it has no entityID'),
    singleSignOnUrl: singleSignOnUrl(descriptor) ?? refuse('it has no address for single sign-on by redirect'),
    certificates,
    wantsSignedRequests: ['true', '1'].includes(descriptor.attributes.get('WantAuthnRequestsSigned') ?? ''),
  };
}

const refuse = (reason: string): never => {
  throw new Invalid(`The metadata is not accepted: ${reason}.`);
};

const singleSignOnUrl = (descriptor: XmlElement): string | undefined =>
  elementsIn(descriptor, namespaces.metadata, 'SingleSignOnService')
    .find(({ attributes }) => attributes.get('Binding') === bindings.redirect)
    ?.attributes.get('Location');

function certificatesIn(key: XmlElement): SigningCertificate[] {
  const certificates = elementsIn(key, namespaces.signature, 'KeyInfo')
    .flatMap((info) => elementsIn(info, namespaces.signature, 'X509Data'))
    .flatMap((data) => elementsIn(data, namespaces.signature, 'X509Certificate'));
  return certificates.map((certificate) => readCertificate(Buffer.from(textIn(certificate), 'base64')));
}

interface OurMetadata {
  entityId: string;
  /** Assertion consumer service: where responses are posted. */
  acsUrl: string;
  /** PEM, of the key that signs our requests. */
  certificate?: string;
}

/** Our metadata, for the provider. */
export function ourMetadata({ entityId, acsUrl, certificate }: OurMetadata): string {
  const key =
    certificate === undefined
      ? ''
      : `<KeyDescriptor use="signing"><KeyInfo xmlns="${namespaces.signature}"><X509Data><X509Certificate>${new X509Certificate(certificate).raw.toString('base64')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="${namespaces.metadata}" entityID="${escapeXml(entityId)}">`,
    `<SPSSODescriptor AuthnRequestsSigned="${certificate !== undefined}" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">`,
    `${key}<NameIDFormat>${persistent}</NameIDFormat>`,
    `<AssertionConsumerService index="0" isDefault="true" Binding="${bindings.post}" Location="${escapeXml(acsUrl)}"/>`,
    '</SPSSODescriptor></EntityDescriptor>',
  ].join('');
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
