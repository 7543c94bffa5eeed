import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { credentialIdOf } from '../../src/domain/people/credential-id.ts';
import { createWebAuthn, type Passkey, type WebAuthn } from '../../src/platform/webauthn.ts';
import { addAuthenticator } from '../support/browsers/authenticator.ts';
import { launchChromium } from '../support/browsers/chromium.ts';

const user = { id: ids.next('user'), name: 'ada@example.com', displayName: 'Ada Lovelace' };
const warnings: string[] = [];
const onWarning = ({ message }: Error): void => void warnings.push(message);
let server: Server;
let publicUrl: string;
let browser: Browser;
let webauthn: WebAuthn;
beforeAll(async () => {
  process.on('warning', onWarning);
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<title>Page</title>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  publicUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  webauthn = createWebAuthn({ publicUrl, name: 'Mandate' });
  browser = await launchChromium();
});
afterAll(async () => {
  await browser.close();
  server.close();
  process.off('warning', onWarning);
  if (warnings.length) throw new Error(warnings.join('\n'));
});

let context: BrowserContext;
let page: Page;
let devtools: CDPSession;
let authenticatorId: string;
beforeEach(async () => {
  context = await browser.newContext();
  page = await context.newPage();
  await page.goto(publicUrl);
  ({ devtools, authenticatorId } = await addAuthenticator(page));
});
afterEach(() => context.close());

/** The result in the page: the response, or the name of the error. */
const create = (options: object): Promise<unknown> =>
  page.evaluate(async (json) => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
    const created = await navigator.credentials.create({ publicKey }).catch((error: Error) => error.name);
    return created instanceof PublicKeyCredential ? created.toJSON() : created;
  }, options);
const get = (options: object, more: CredentialRequestOptions = {}): Promise<unknown> =>
  page.evaluate(
    async ([json, extra]) => {
      const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
      const found = await navigator.credentials.get({ ...extra, publicKey }).catch((error: Error) => error.name);
      return found instanceof PublicKeyCredential ? found.toJSON() : found;
    },
    [options, more] as const,
  );

async function register(): Promise<Passkey> {
  const challenge = ids.secret();
  const response = await create(await webauthn.registrationOptions({ challenge, user, existing: [] }));
  const result = await webauthn.verifyRegistration(response, challenge);
  if (!result.ok) throw new Error(result.problem);
  return result.passkey;
}

/** Signs in, by default at once and with any passkey. */
async function signIn(passkey: Passkey, changes: object = {}) {
  const challenge = ids.secret();
  const response = await get({ ...(await webauthn.authenticationOptions({ challenge })), ...changes });
  return webauthn.verifyAuthentication(response, challenge, { ...passkey, userId: user.id });
}

describe('registration', () => {
  test('requires a discoverable credential and user verification, and no attestation', async () => {
    const existing = [{ credentialId: 'AAAA', transports: ['internal'] }];
    const challenge = ids.secret();
    expect(await webauthn.registrationOptions({ challenge, user, existing })).toMatchObject({
      challenge,
      rp: { id: 'localhost', name: 'Mandate' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: 'ada@example.com', displayName: 'Ada Lovelace' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: 'AAAA', transports: ['internal'], type: 'public-key' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  test('returns what is stored', async () => {
    const passkey = await register();
    expect(passkey).toMatchObject({ counter: 1, transports: ['internal'], isBackedUp: false });
    expect(passkey.aaguid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(credentialIdOf({ id: passkey.credentialId })).toBe(passkey.credentialId);
  });

  test('the browser refuses to register the same authenticator again', async () => {
    const existing = [await register()];
    const options = await webauthn.registrationOptions({ challenge: ids.secret(), user, existing });
    expect(await create(options)).toBe('InvalidStateError');
  });

  test('the browser refuses to register without user verification, and if a page does not require it, the server does', async () => {
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    ({ devtools, authenticatorId } = await addAuthenticator(page, {
      hasUserVerification: false,
      isUserVerified: false,
    }));
    const challenge = ids.secret();
    const options = await webauthn.registrationOptions({ challenge, user, existing: [] });
    expect(await create(options)).toBe('NotAllowedError');
    const response = await create({ ...options, authenticatorSelection: { userVerification: 'discouraged' } });
    expect(await webauthn.verifyRegistration(response, challenge)).toEqual({ ok: false, problem: 'user-not-verified' });
  });

  test('ignores an attestation, which was not requested', async () => {
    const challenge = ids.secret();
    const options = await webauthn.registrationOptions({ challenge, user, existing: [] });
    const response = (await create({ ...options, attestation: 'direct' })) as {
      response: { attestationObject: string };
    };
    // The statement has a certificate; the library would look for its revocation list.
    expect(Buffer.from(response.response.attestationObject, 'base64url').toString('latin1')).toContain('x5c');
    expect(await webauthn.verifyRegistration(response, challenge)).toMatchObject({ ok: true });
  });

  test('is valid for its challenge and this host only, and not from a frame of another origin', async () => {
    const challenge = ids.secret();
    const options = await webauthn.registrationOptions({ challenge, user, existing: [] });
    const response = (await create(options)) as { response: { clientDataJSON: string } };
    const invalid = { ok: false, problem: 'invalid' };
    expect(await webauthn.verifyRegistration(response, ids.secret())).toEqual(invalid);
    const elsewhere = createWebAuthn({ publicUrl: 'https://id.example.com', name: 'Mandate' });
    expect(await elsewhere.verifyRegistration(response, challenge)).toEqual(invalid);
    const client: object = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString());
    const clientDataJSON = Buffer.from(JSON.stringify({ ...client, crossOrigin: true })).toString('base64url');
    const framed = { ...response, response: { ...response.response, clientDataJSON } };
    expect(await webauthn.verifyRegistration(framed, challenge)).toEqual(invalid);
    expect(await webauthn.verifyRegistration(response, challenge)).toMatchObject({ ok: true });
  });

  test.each([undefined, null, 1, 'x', [], {}, { id: 'AA', rawId: 'AA', type: 'public-key', response: {} }])(
    'refuses what is no response: %j',
    async (response) => {
      const passkey = { credentialId: 'AA', publicKey: new Uint8Array(), counter: 0, userId: user.id };
      const invalid = { ok: false, problem: 'invalid' };
      expect(await webauthn.verifyRegistration(response, ids.secret())).toEqual(invalid);
      expect(await webauthn.verifyAuthentication(response, ids.secret(), passkey)).toEqual(invalid);
    },
  );
});

describe('authentication', () => {
  test('names no credentials, so that it reveals no account', async () => {
    const challenge = ids.secret();
    const options = await webauthn.authenticationOptions({ challenge });
    expect(options).toMatchObject({ challenge, rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    expect(options.allowCredentials).toEqual([]);
  });

  test('returns a larger counter each time', async () => {
    const passkey = await register();
    expect(await signIn(passkey)).toEqual({ ok: true, counter: 2, isBackedUp: false, isCounterStale: false });
    expect(await signIn({ ...passkey, counter: 2 })).toMatchObject({ ok: true, counter: 3, isCounterStale: false });
  });

  test('works in autofill', async () => {
    const passkey = await register();
    const challenge = ids.secret();
    await page.setContent('<input autocomplete="username webauthn" autofocus>');
    const response = await get(await webauthn.authenticationOptions({ challenge }), { mediation: 'conditional' });
    expect(credentialIdOf(response)).toBe(passkey.credentialId);
    const result = await webauthn.verifyAuthentication(response, challenge, { ...passkey, userId: user.id });
    expect(result).toMatchObject({ ok: true });
  });

  test('an authentication without user verification is refused, also if a page does not require it', async () => {
    const passkey = await register();
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await get(await webauthn.authenticationOptions({ challenge: ids.secret() }))).toBe('NotAllowedError');
    const result = await signIn(passkey, { userVerification: 'discouraged' });
    expect(result).toEqual({ ok: false, problem: 'user-not-verified' });
  });

  test('is impossible with a credential that was removed from the authenticator', async () => {
    const { credentialId } = await register();
    await devtools.send('WebAuthn.removeCredential', {
      authenticatorId,
      credentialId: Buffer.from(credentialId, 'base64url').toString('base64'),
    });
    const allowed = [{ credentialId, transports: ['internal'] }];
    const options = await webauthn.authenticationOptions({ challenge: ids.secret(), allowed });
    expect(await get(options)).toBe('NotAllowedError');
  });

  test('a copy of the authenticator shows a stale counter', async () => {
    const passkey = await register();
    const copies = await devtools.send('WebAuthn.getCredentials', { authenticatorId });
    await signIn(passkey);
    await signIn(passkey);
    await devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
    ({ devtools, authenticatorId } = await addAuthenticator(page));
    for (const credential of copies.credentials)
      await devtools.send('WebAuthn.addCredential', { authenticatorId, credential });
    expect(await signIn({ ...passkey, counter: 3 })).toMatchObject({ ok: true, counter: 2, isCounterStale: true });
  });

  test('is valid for its challenge, its passkey, its owner and this host only', async () => {
    const passkey = await register();
    const owned = { ...passkey, userId: user.id };
    const challenge = ids.secret();
    const response = (await get(await webauthn.authenticationOptions({ challenge }))) as {
      response: { signature: string };
    };
    const forged = {
      ...response,
      response: { ...response.response, signature: `AA${response.response.signature.slice(2)}` },
    };
    const elsewhere = createWebAuthn({ publicUrl: 'https://id.example.com', name: 'Mandate' });
    const results = [
      webauthn.verifyAuthentication(response, ids.secret(), owned),
      webauthn.verifyAuthentication(forged, challenge, owned),
      webauthn.verifyAuthentication(response, challenge, { ...owned, userId: ids.next('user') }),
      webauthn.verifyAuthentication(response, challenge, { ...owned, credentialId: 'AAAA' }),
      elsewhere.verifyAuthentication(response, challenge, owned),
    ];
    for (const result of results) expect(await result).toEqual({ ok: false, problem: 'invalid' });
    expect(await webauthn.verifyAuthentication(response, challenge, owned)).toMatchObject({ ok: true });
  });
});
