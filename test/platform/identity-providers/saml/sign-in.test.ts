import { createVerify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { acsUrl, formOf, ourEntityId, requestIn, type Signing } from '../../../support/upstreams/saml.ts';
import { ofProvider, ofStranger } from '../../../support/upstreams/saml-keys.ts';
import { begin, connection, finish, now, respond, state, withSettings } from './fixture.ts';

describe('the address to which a person goes', () => {
  const requestOf = async (...request: Parameters<typeof begin>) => {
    const begun = await begin(...request);
    if ('problem' in begun) throw new Error(begun.message);
    return begun;
  };

  test('is that of the provider, with a request for a persistent NameID and our state', async () => {
    const { url, kept } = await requestOf();
    const { searchParams, origin, pathname } = new URL(url);
    expect(`${origin}${pathname}`).toBe('https://login.example.com/saml/sign-in');
    expect([...searchParams.keys()]).toEqual(['tenant', 'SAMLRequest', 'RelayState']);
    expect(searchParams.get('RelayState')).toBe(state);
    const request = requestIn(url);
    expect(request).toContain(`ID="${'requestId' in kept && kept.requestId}"`);
    expect(request).toContain(`AssertionConsumerServiceURL="${acsUrl}"`);
    expect(request).toContain(`>${ourEntityId}</saml:Issuer>`);
    expect(request).toContain('Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"');
    expect(request).not.toMatch(/ForceAuthn|RequestedAuthnContext/);
    expect(kept).toEqual({ requestId: expect.stringMatching(/^_[0-9a-f]{32}$/), signsInSince: null });
  });

  test('requests a new sign-in where one is required', async () => {
    const { url, kept } = await requestOf(connection, true);
    expect(requestIn(url)).toContain('ForceAuthn="true"');
    expect(kept.signsInSince).toBe(now.toISOString());
  });

  test('leaves the format of the NameID open if an attribute identifies the person', async () => {
    expect(requestIn((await requestOf(withSettings({ subjectAttribute: 'employeeId' }))).url)).not.toContain('Format=');
  });

  test('has a signature of RSA with SHA-256 if the provider wants one', async () => {
    const provider = { ...withSettings({ signsRequests: true }), secrets: { privateKey: ofStranger.privateKey } };
    const { search } = new URL((await requestOf(provider)).url);
    const [, signed = '', signature = ''] = /(SAMLRequest=.*)&Signature=(.*)$/.exec(search) ?? [];
    expect(signed).toContain(encodeURIComponent('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'));
    const verify = createVerify('RSA-SHA256').update(signed);
    expect(verify.verify(ofStranger.certificate, decodeURIComponent(signature), 'base64')).toBe(true);
  });

  test('does not exist without the key for its signature, or without a certificate of the provider', async () => {
    for (const settings of [{ signsRequests: true }, { certificates: [] }])
      expect(await begin(withSettings(settings))).toMatchObject({ problem: 'identity-invalid' });
  });
});

test('the address to which a person goes has TLS', async () => {
  for (const singleSignOnUrl of ['http://login.example.com/saml', 'javascript:alert(1)'])
    expect(await begin(withSettings({ singleSignOnUrl }))).toMatchObject({ problem: 'provider-unreachable' });
});

describe('a person who comes back', () => {
  const attributes = [
    ['email', 'ada@example.com'],
    ['groups', 'mathematicians', 'programmers'],
    ['urn:oid:2.16.840.1.113730.3.1.241', 'Ada & <Lovelace>'],
  ] as const;

  test.each<[string, Signing]>([
    ['the assertion is signed', { signs: 'Assertion' }],
    ['the response is signed', { signs: 'Response' }],
    ['the signature has SHA-512', { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }],
    ['the signature has RSA-PSS', { signature: 'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1' }],
    ['the digest has SHA-512', { digest: 'http://www.w3.org/2001/04/xmlenc#sha512' }],
  ])('is the one of the assertion, with its attributes: %s', async (_, signing) => {
    expect(await finish(respond({ attributes }, signing))).toEqual({
      identity: {
        subject: 'ada-1',
        claims: {
          email: 'ada@example.com',
          groups: ['mathematicians', 'programmers'],
          'urn:oid:2.16.840.1.113730.3.1.241': 'Ada & <Lovelace>',
          NameID: 'ada-1',
        },
        authenticatedAt: new Date(now.getTime() - 2000),
        acr: 'urn:oasis:names:tc:SAML:2.0:ac:classes:Password',
        amr: [],
      },
    });
  });

  test('is the one whom an attribute identifies, if one is set', async () => {
    const provider = withSettings({ subjectAttribute: 'employeeId' });
    const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
    const document = respond({ attributes: [['employeeId', 'e-17']], nameIdFormat: transient });
    expect(await finish(document, provider)).toMatchObject({ identity: { subject: 'e-17' } });
    for (const other of [respond(), respond({ attributes: [['employeeId', 'e-17', 'e-18']] })])
      expect(await finish(other, provider)).toMatchObject({ problem: 'identity-invalid' });
  });

  test('is unknown with a transient NameID, even if the setting names it', async () => {
    const provider = withSettings({ subjectAttribute: 'NameID' });
    const formatOf = (name: string) => ({ nameIdFormat: `urn:oasis:names:tc:SAML:${name}` });
    expect(await finish(respond(formatOf('2.0:nameid-format:transient')), provider)).toEqual({
      problem: 'identity-invalid',
      message: expect.stringContaining('NameID is transient'),
    });
    expect(await finish(respond(formatOf('1.1:nameid-format:unspecified')), provider)).toHaveProperty('identity');
  });

  test.each(['2.0:nameid-format:transient', '1.1:nameid-format:emailAddress', '1.1:nameid-format:unspecified'])(
    'is unknown with a NameID that changes: %s',
    async (format) => {
      expect(await finish(respond({ nameIdFormat: `urn:oasis:names:tc:SAML:${format}` }))).toEqual({
        problem: 'identity-invalid',
        message: expect.stringContaining('NameID is not persistent'),
      });
    },
  );

  test('is the one of an address in the NameID, if the addresses of the provider are trusted', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
    const document = respond({ nameId: 'ada@example.com', nameIdFormat });
    expect(await finish(document, { ...connection, acceptsEmailNameId: true })).toMatchObject({
      identity: { subject: 'ada@example.com', claims: { NameID: 'ada@example.com' } },
    });
  });

  test('is verified with any of the certificates: the provider changes from one to the next', async () => {
    const certificates = [ofStranger.certificate, ofProvider.certificate];
    for (const key of [ofProvider, ofStranger])
      expect(await finish(respond({}, { key }), withSettings({ certificates }))).toHaveProperty('identity');
  });

  test('comes back with the state of the request only', async () => {
    for (const form of [formOf(respond(), 'another'), new URLSearchParams({ SAMLResponse: 'eA==' })])
      expect(await finish('', connection, form)).toMatchObject({ problem: 'identity-invalid' });
  });

  test('was refused there: the status has a name', async () => {
    const document = respond({ status: 'Responder' }).replace(
      'status:Responder"/>',
      'status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>',
    );
    expect(await finish(document)).toEqual({
      problem: 'identity-refused',
      error: 'AuthnFailed',
      message: 'The provider responded with the status "AuthnFailed".',
    });
  });

  test.each([
    ['not valid yet', { notBefore: 31 }],
    ['expired', { notOnOrAfter: -31 }],
  ])('has an assertion of this time: one that is %s is refused', async (_, times) => {
    expect(await finish(respond(times))).toMatchObject({ problem: 'identity-invalid' });
  });

  test('has half a minute of difference between the clocks', async () => {
    expect(await finish(respond({ notBefore: 29 }))).toHaveProperty('identity');
    expect(await finish(respond({ notOnOrAfter: -29 }))).toHaveProperty('identity');
  });
});

describe('a response of an honest provider', () => {
  /** Texts that XML can have, but for line breaks, which it changes. */
  const text = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((one) => !/\p{Cc}|\u2028|\uFFFE|\uFFFF/u.test(one));
  const attributes = fc.uniqueArray(fc.tuple(text, text), { maxLength: 8, selector: ([name]) => name });
  const signers = {
    'with prefixes, the assertion signed': { prefixes: ['samlp', 'saml'], signs: 'Assertion' },
    'with other prefixes, the response signed': { prefixes: ['saml2p', 'saml2'], signs: 'Response' },
    'with the assertion in the default namespace': { prefixes: ['samlp', ''], signs: 'Assertion' },
  } as const;

  test.each(Object.entries(signers))('is accepted, whatever it states: %s', async (_, { prefixes, signs }) => {
    await fc.assert(
      fc.asyncProperty(attributes, text, async (list, nameId) => {
        const result = await finish(respond({ attributes: list, nameId: `x${nameId}x`, prefixes }, { signs }));
        const claims = Object.fromEntries(list.map(([name, value]) => [name, value.trim()]));
        expect(result).toMatchObject({ identity: { subject: `x${nameId}x`, claims } });
      }),
      { numRuns: 30 },
    );
  });
});
