import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** COSE identifiers of EdDSA, ES256 and RS256, in the order of preference (IANA COSE Algorithms). */
const algorithms = [-8, -7, -257];
/** Milliseconds that the browser waits for the person; WebAuthn Level 3 §15.1 recommends five minutes. */
const timeout = 300_000;
/** Bytes of a credential id (WebAuthn Level 3 §4). */
const longestCredentialId = 1023;
/** WebAuthn Level 3 §5.8.4, and the former name of "hybrid". */
const knownTransports = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** A passkey as it is stored. */
export interface Passkey {
  /** Base64url. */
  credentialId: string;
  /** COSE_Key (RFC 9052). */
  publicKey: Uint8Array<ArrayBuffer>;
  /** The authenticator's count of signatures; 0 if it does not count. */
  counter: number;
  /** Transports between the browser and the authenticator. */
  transports: string[];
  /** Model of the authenticator; zeros if it does not disclose it. */
  aaguid: string;
  /** Whether it is synchronized to other devices. */
  isBackedUp: boolean;
}

/** The response is malformed or for other options, or the person was not verified by PIN or biometrics. */
type WebAuthnProblem = 'invalid' | 'user-not-verified';

type RegistrationResult = { ok: true; passkey: Passkey } | { ok: false; problem: WebAuthnProblem };

type AuthenticationResult =
  | {
      ok: true;
      counter: number;
      isBackedUp: boolean;
      /** The counter did not increase: there may be a copy of the authenticator (WebAuthn Level 3 §6.1.1). */
      isCounterStale: boolean;
    }
  | { ok: false; problem: WebAuthnProblem };

interface RegistrationRequest {
  /** Random bytes in base64url, to be used once. */
  challenge: string;
  user: { id: string; name: string; displayName: string };
  /** Passkeys of the user, which are not registered a second time. */
  existing: readonly Pick<Passkey, 'credentialId' | 'transports'>[];
}

interface AuthenticationRequest {
  challenge: string;
  /** Empty unless the account is verified: the browser then offers all passkeys, also in autofill. */
  allowed?: readonly Pick<Passkey, 'credentialId' | 'transports'>[];
}

/** The ceremonies of WebAuthn. Options and responses are the JSON of WebAuthn Level 3 §5.1.8 to §5.1.10. */
export interface WebAuthn {
  registrationOptions(request: RegistrationRequest): Promise<PublicKeyCredentialCreationOptionsJSON>;
  verifyRegistration(response: unknown, challenge: string): Promise<RegistrationResult>;
  authenticationOptions(request: AuthenticationRequest): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** `passkey` is the one with the id of the response (src/domain/people/credential-id.ts), and `userId` its owner. */
  verifyAuthentication(
    response: unknown,
    challenge: string,
    passkey: Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> & { userId: string },
  ): Promise<AuthenticationResult>;
}

/** The library takes 250 ms and 13 MB, so the first call loads it. */
const load = () => import('@simplewebauthn/server');

/** Passkeys belong to the host of the public URL: they are lost if it changes. */
export function createWebAuthn({ publicUrl, name }: { publicUrl: string; name: string }): WebAuthn {
  const site = { origin: publicUrl, rpID: new URL(publicUrl).hostname, name };
  return { ...createRegistration(site), ...createAuthentication(site) };
}

/** The relying party. */
interface Site {
  origin: string;
  rpID: string;
  name: string;
}

// Without user verification the library would throw; here it is a result.
const expected = ({ origin, rpID }: Site) => ({
  expectedOrigin: origin,
  expectedRPID: rpID,
  requireUserVerification: false,
});

function createRegistration(site: Site): Pick<WebAuthn, 'registrationOptions' | 'verifyRegistration'> {
  return {
    async registrationOptions({ challenge, user, existing }) {
      const { generateRegistrationOptions } = await load();
      return generateRegistrationOptions({
        rpID: site.rpID,
        rpName: site.name,
        challenge: Buffer.from(challenge, 'base64url'),
        userID: Buffer.from(user.id),
        userName: user.name,
        userDisplayName: user.displayName,
        timeout,
        attestationType: 'none',
        excludeCredentials: existing.map(descriptor),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      });
    },
    async verifyRegistration(answer, challenge) {
      const { verifyRegistrationResponse } = await load();
      const options = { ...expected(site), expectedChallenge: challenge, supportedAlgorithmIDs: algorithms };
      const verification = await valueOf(async () => {
        const response = await withoutStatement(answer as RegistrationResponseJSON);
        return !isFramed(response) && verifyRegistrationResponse({ ...options, response });
      });
      if (!verification || !verification.verified) return { ok: false, problem: 'invalid' };
      const { credential, aaguid, userVerified, credentialBackedUp: isBackedUp } = verification.registrationInfo;
      const { id: credentialId, publicKey, counter, transports = [] } = credential;
      if (Buffer.from(credentialId, 'base64url').length > longestCredentialId) return { ok: false, problem: 'invalid' };
      if (!userVerified) return { ok: false, problem: 'user-not-verified' };
      const usable = [...knownTransports].filter((transport) => transports.includes(transport));
      return { ok: true, passkey: { credentialId, publicKey, counter, transports: usable, aaguid, isBackedUp } };
    },
  };
}

function createAuthentication(site: Site): Pick<WebAuthn, 'authenticationOptions' | 'verifyAuthentication'> {
  return {
    async authenticationOptions({ challenge, allowed = [] }) {
      const { generateAuthenticationOptions } = await load();
      return generateAuthenticationOptions({
        rpID: site.rpID,
        challenge: Buffer.from(challenge, 'base64url'),
        allowCredentials: allowed.map(descriptor),
        userVerification: 'required',
        timeout,
      });
    },
    async verifyAuthentication(answer, challenge, { credentialId: id, publicKey, counter: last, userId }) {
      const { verifyAuthenticationResponse } = await load();
      const response = answer as AuthenticationResponseJSON;
      // With the last counter the library would throw if it did not increase; here it is a result.
      const credential = { id, publicKey: Uint8Array.from(publicKey), counter: 0 };
      const options = { ...expected(site), response, expectedChallenge: challenge, credential };
      const isOf = (): boolean =>
        response.id === id && isOwner(response.response.userHandle, userId) && !isFramed(response);
      const verification = await valueOf(async () => isOf() && verifyAuthenticationResponse(options));
      if (!verification || !verification.verified) return { ok: false, problem: 'invalid' };
      const { newCounter: counter, userVerified, credentialBackedUp: isBackedUp } = verification.authenticationInfo;
      if (!userVerified) return { ok: false, problem: 'user-not-verified' };
      return { ok: true, counter, isBackedUp, isCounterStale: (counter > 0 || last > 0) && counter <= last };
    },
  };
}

const descriptor = ({ credentialId, transports }: Pick<Passkey, 'credentialId' | 'transports'>) => ({
  id: credentialId,
  transports: [...transports],
});

/**
 * The response without its attestation statement, which no one requested: the library would verify it, and may fetch
 * revocation lists from the addresses in it.
 */
async function withoutStatement(registration: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const { response } = registration;
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject)).get('authData');
  const attestation = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', authData],
    ]),
  );
  return { ...registration, response: { ...response, attestationObject: isoBase64URL.fromBuffer(attestation) } };
}

/** A security key may omit the user handle. */
const isOwner = (userHandle: unknown, userId: string): boolean =>
  userHandle === undefined || userHandle === null || userHandle === Buffer.from(userId).toString('base64url');

/** Whether the page was in a frame of another origin. The library accepts that. */
function isFramed({ response }: RegistrationResponseJSON | AuthenticationResponseJSON): boolean {
  const client: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
  return typeof client === 'object' && client !== null && 'crossOrigin' in client && client.crossOrigin !== false;
}

/** The library throws for every response that it refuses, also for a malformed one. */
const valueOf = <T>(verify: () => Promise<T>): Promise<T | undefined> => verify().catch(() => undefined);
