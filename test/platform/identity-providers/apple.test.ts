import { decodeJwt, decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { perTest } from '../../support/per-file.ts';
import { startApple } from '../../support/upstreams/apple.ts';
import { appleConnection, begin, identityOf, openProviders, signIn } from './fixture.ts';

const apple = perTest(startApple);

test('a person of Apple has the address of the ID token and, the first time, the name of the form', async () => {
  const providers = openProviders();
  const first = await identityOf(providers, appleConnection(apple));
  expect(first.claims).toMatchObject({
    sub: '000123.abc',
    email: 'ada@privaterelay.example',
    email_verified: 'true',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
  });
  const second = await identityOf(providers, appleConnection(apple));
  expect(second.subject).toBe(first.subject);
  expect(second.claims).not.toHaveProperty('name');
});

test('the form is not signed: only the name is taken from it, and only from Apple', async () => {
  apple.user = JSON.stringify({
    name: { firstName: 'Eve', sub: 'eve' },
    sub: 'eve',
    email: 'root@example.com',
    email_verified: true,
  });
  const { subject, claims } = await identityOf(openProviders(), appleConnection(apple));
  expect([subject, claims['email']]).toEqual(['000123.abc', 'ada@privaterelay.example']);
});

test.each(['{', '[]', 'null', '"text"', '{"name":null}', '{"name":"Ada"}', '{"name":{"firstName":{}}}'])(
  'a name that is none is ignored: %s',
  async (user) => {
    apple.user = user;
    expect((await identityOf(openProviders(), appleConnection(apple))).claims).not.toHaveProperty('name');
  },
);

test('the response is requested as a form', async () => {
  const { url } = await begin(openProviders(), appleConnection(apple));
  expect(url.searchParams.get('response_mode')).toBe('form_post');
});

test('the client secret is a JWT of five minutes, signed with the key of the team', async () => {
  const now = new Date('2026-11-28T10:00:00Z');
  await signIn(openProviders({ now: () => now }), appleConnection(apple));
  const [secret = ''] = apple.clientSecrets;
  expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY0000001' });
  const issuedAt = now.getTime() / 1000;
  expect(decodeJwt(secret)).toEqual({
    iss: 'TEAM000001',
    sub: 'com.example.mandate',
    aud: apple.origin,
    iat: issuedAt,
    exp: issuedAt + 300,
  });
});

test.each([
  ['none', ''],
  ['no PEM', 'secret-key-material'],
  [
    'of another kind',
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIBl2DG0jCJjNhfZ3zGmAhnaJc1pCoTpsaLKJ0qGZz0rB\n-----END PRIVATE KEY-----\n',
  ],
])('a private key that is %s is a problem that does not show it', async (_, privateKey) => {
  const connection = { ...appleConnection(apple), secrets: { privateKey } };
  const result = await signIn(openProviders(), connection);
  expect(result).toEqual({
    problem: 'identity-invalid',
    message: 'The private key of Apple is not a key for ES256 in PEM.',
  });
});
