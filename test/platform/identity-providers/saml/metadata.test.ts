import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ourMetadata, readMetadata } from '../../../../src/platform/identity-providers/saml/metadata.ts';
import { readXml } from '../../../../src/platform/identity-providers/saml/read-xml.ts';
import { acsUrl, entityId, ourEntityId, singleSignOnUrl } from '../../../support/upstreams/saml.ts';
import { ofProvider, ofStranger } from '../../../support/upstreams/saml-keys.ts';
import { now } from './fixture.ts';

const base64 = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----/g, '');

const key = (pem: string, use: string): string =>
  `<KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pem}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>`;

const service = (binding: string, location: string): string =>
  `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`;

const descriptor = (content: string, attributes = ''): string =>
  `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"${attributes}>${content}</IDPSSODescriptor>`;

const metadata = (content: string, attribute = `entityID="${entityId}"`): string =>
  `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" ${attribute}>${content}</EntityDescriptor>`;

const redirect = service('HTTP-Redirect', singleSignOnUrl);
const signing = key(base64(ofProvider.certificate), ' use="signing"');

describe('the metadata of a provider', () => {
  test('has the entity, the address for redirects, and the certificates for signatures with their end', () => {
    const keys = signing + key(base64(ofStranger.certificate), '') + key('AAAA', ' use="encryption"');
    const document = metadata(descriptor(keys + service('HTTP-POST', 'https://other.example') + redirect));
    const endOf = (certificate: string): string => new X509Certificate(certificate).validToDate.toISOString();
    expect(readMetadata(document, now)).toEqual({
      entityId,
      singleSignOnUrl,
      certificates: [
        { pem: `${ofProvider.certificate}\n`, expiresAt: endOf(ofProvider.certificate) },
        { pem: `${ofStranger.certificate}\n`, expiresAt: endOf(ofStranger.certificate) },
      ],
      wantsSignedRequests: false,
    });
  });

  test('can have comments, which are skipped', () => {
    const document = metadata(`<!-- <EntityDescriptor> -->${descriptor(`${signing}<!----><!-- a -->${redirect}`)}`);
    expect(readMetadata(document, now)).toMatchObject({ entityId, singleSignOnUrl });
  });

  test.each(['true', '1'])('states whether it wants signed requests: %s', (value) => {
    const document = metadata(descriptor(signing + redirect, ` WantAuthnRequestsSigned="${value}"`));
    expect(readMetadata(document, now).wantsSignedRequests).toBe(true);
  });

  test.each([
    ['no entity', `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata"/>`, 'not of one entity'],
    ['no entity ID', metadata(descriptor(signing + redirect), ''), 'no entityID'],
    ['no identity provider', metadata('<SPSSODescriptor/>'), 'not of an identity provider'],
    [
      'no address for redirects',
      metadata(descriptor(signing + service('HTTP-POST', 'https://a.example'))),
      'no address',
    ],
    ['no certificate', metadata(descriptor(redirect)), 'no certificate'],
    ['a certificate that is none', metadata(descriptor(key('AAAA', '') + redirect)), 'cannot be read'],
    ['a comment that does not end', metadata(`<!-- a -- b -->${descriptor(signing + redirect)}`), 'a comment'],
    ['an instruction', metadata(`<?a?>${descriptor(signing + redirect)}`), 'an instruction'],
    [
      'an end in the past',
      metadata(descriptor(signing + redirect), `entityID="${entityId}" validUntil="2020-01-01T00:00:00Z"`),
      'has expired',
    ],
    [
      'a past end of its part',
      metadata(descriptor(signing + redirect, ' validUntil="2020-01-01T00:00:00Z"')),
      'expired',
    ],
    ['an end that is no time', metadata(descriptor(signing + redirect, ' validUntil="tomorrow"')), 'expired'],
    ['no XML', 'https://login.example.com/metadata', 'text outside'],
  ])('is refused with %s', (_, document, message) => {
    expect(() => readMetadata(document, now)).toThrow(message);
  });
});

describe('our metadata', () => {
  test('has our entity and the address for responses', () => {
    const root = readXml(ourMetadata({ entityId: `${ourEntityId}?a=1&b="2"`, acsUrl, certificate: null }));
    expect(root.attributes.get('entityID')).toBe(`${ourEntityId}?a=1&b="2"`);
    const [role] = root.elements;
    expect(Object.fromEntries(role?.attributes ?? [])).toEqual({
      AuthnRequestsSigned: 'false',
      WantAssertionsSigned: 'true',
      protocolSupportEnumeration: 'urn:oasis:names:tc:SAML:2.0:protocol',
    });
    expect(role?.elements.map(({ name }) => name)).toEqual(['NameIDFormat', 'AssertionConsumerService']);
    expect(role?.elements[1]?.attributes.get('Location')).toBe(acsUrl);
  });

  test('has the certificate of the key that signs our requests', () => {
    const certificate = { pem: ofStranger.certificate, expiresAt: now.toISOString() };
    const document = ourMetadata({ entityId: ourEntityId, acsUrl, certificate });
    expect(document).toContain('AuthnRequestsSigned="true"');
    expect(document).toContain(base64(ofStranger.certificate).replaceAll('\n', ''));
    expect(readXml(document).elements[0]?.elements[0]?.name).toBe('KeyDescriptor');
  });
});
