import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  createSigner,
  newKeyPair,
  newSecret,
  publicKeyOf,
  type SigningSecret,
} from '../../../src/domain/webhooks/webhook-signature.ts';

const now = new Date(); // The published verifier uses its own clock.
const id = 'evt_01jd3wz3zce1wtrb8vmh0ve2fx';
const body = JSON.stringify({ id, type: 'User.Created', data: { user: { name: 'Zoë 🦊', email: 'zoe@example.com' } } });
const secret = newSecret(randomBytes(32));
const keyPair = newKeyPair(randomBytes(32));

const isAccepted = (by: SigningSecret, headers: Record<string, string>, text: string = body): boolean => {
  try {
    new Webhook(by).verify(text, headers);
    return true;
  } catch {
    return false;
  }
};

/** The verification of a v1a receiver, with the published key in the form of RFC 8410. */
function isAcceptedByKey(published: string | undefined, signature: string | undefined, text: string): boolean {
  const raw = Buffer.from(published?.replace(/^whpk_/, '') ?? '', 'base64');
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  const content = `${id}.${Math.floor(now.getTime() / 1000)}.${text}`;
  return verify(null, Buffer.from(content), key, Buffer.from(signature?.replace(/^v1a,/, '') ?? '', 'base64'));
}

describe('a signature with a shared secret (v1)', () => {
  test('is accepted by the published verifier', () =>
    expect(isAccepted(secret, createSigner([secret])(id, now, body))).toBe(true));

  test('equals that of the specification for its own example', () => {
    const example = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw');
    const time = new Date(1_614_265_330_000);
    const signed = createSigner(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'])(
      'msg_p5jXN8AQM9LWM0D4loKWxJek',
      time,
      '{"test": 2432232314}',
    );
    expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
    expect(example.sign('msg_p5jXN8AQM9LWM0D4loKWxJek', time, '{"test": 2432232314}')).toContain('g0hM9SsE');
  });

  test('covers the body, the id and the time', () => {
    const headers = createSigner([secret])(id, now, body);
    expect(isAccepted(secret, headers, `${body} `)).toBe(false);
    expect(isAccepted(secret, { ...headers, 'webhook-id': `${id}x` })).toBe(false);
    expect(
      isAccepted(secret, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
    ).toBe(false);
    expect(isAccepted(newSecret(randomBytes(32)), headers)).toBe(false);
  });

  test('contains the time in whole seconds, the same in the header as in the signed content', () => {
    const late = new Date(Math.floor(now.getTime() / 1000) * 1000 + 999);
    expect(createSigner([secret])(id, late, body)['webhook-timestamp']).toBe(String(Math.floor(now.getTime() / 1000)));
    expect(isAccepted(secret, createSigner([secret])(id, late, body))).toBe(true);
  });
});

describe('a signature with a key pair (v1a)', () => {
  const signature = createSigner([keyPair])(id, now, body)['webhook-signature'];

  test('is accepted with the published key, and covers the body', () => {
    expect(signature).toMatch(/^v1a,[\w+/]{86}==$/);
    expect(isAcceptedByKey(publicKeyOf(keyPair), signature, body)).toBe(true);
    expect(isAcceptedByKey(publicKeyOf(keyPair), signature, `${body} `)).toBe(false);
    expect(isAcceptedByKey(publicKeyOf(newKeyPair(randomBytes(32))), signature, body)).toBe(false);
  });

  // RFC 8032 §7.1, test 1.
  test('uses the key pair that RFC 8032 derives from a seed', () => {
    const pair = newKeyPair(Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex'));
    const known = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
    expect(publicKeyOf(pair)).toBe(`whpk_${known.toString('base64')}`);
  });

  test('is not possible with a shared secret, which has no public key', () =>
    expect(publicKeyOf(secret)).toBeUndefined());
});

describe('several secrets', () => {
  test('each sign, so that a receiver with any of them can verify', () => {
    const younger = newSecret(randomBytes(32));
    const headers = createSigner([younger, secret, keyPair])(id, now, body);
    expect(isAccepted(secret, headers)).toBe(true);
    expect(isAccepted(younger, headers)).toBe(true);
    const [, , third] = headers['webhook-signature'].split(' ');
    expect(isAcceptedByKey(publicKeyOf(keyPair), third, body)).toBe(true);
  });
});

describe('a secret', () => {
  test('is serialized as in Standard Webhooks', () => {
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(keyPair).toMatch(/^whsk_[\w+/]{86}==$/);
    expect(publicKeyOf(keyPair)).toMatch(/^whpk_[\w+/]{43}=$/);
  });

  test.each([0, 16, 31, 33])('cannot have %i bytes', (length) => {
    expect(() => newSecret(randomBytes(length))).toThrow('32 random bytes');
    expect(() => newKeyPair(randomBytes(length))).toThrow('32 random bytes');
  });
});

test('an id with a dot, which would be ambiguous in the signed content, is not signed', () => {
  expect(() => createSigner([secret])('evt.1', now, body)).toThrow('must not contain a dot');
});
