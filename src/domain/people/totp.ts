import { HOTP, Secret, TOTP } from 'otpauth';
import { areEqual } from '../equal-texts.ts';

/**
 * RFC 6238 with what every authenticator app supports: HMAC-SHA-1, 6 digits, 30 seconds. RFC 4226 §4 recommends 160
 * bits for the secret.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Bytes of a new secret, from a random source. */
export const totpSecretLength = 20;

/** Steps that the clock of the app may be early or late (RFC 6238 §5.2). */
const tolerance = [-1, 0, 1] as const;

interface TotpAccount {
  secret: Uint8Array;
  /** Name of the installation, shown above the account. */
  issuer: string;
  /** Email address or username. */
  account: string;
}

/** The URI in the QR code, which authenticator apps read ("Key URI Format" of Google Authenticator). */
export function totpKeyUri({ secret, issuer, account }: TotpAccount): string {
  const names = { issuer: withoutColon(issuer), label: withoutColon(account) };
  return new TOTP({ ...settings, ...names, secret: secretOf(secret) }).toString();
}

/** In the URI a colon separates issuer and account, also if it is percent-encoded. */
const withoutColon = (name: string): string => name.replaceAll(':', ' ');

/** The secret for people who type it: base32 in groups of four. */
export const totpKeyText = (secret: Uint8Array): string => secretOf(secret).base32.replaceAll(/.{4}(?=.)/g, '$& ');

interface TypedTotpCode {
  secret: Uint8Array;
  /** As typed: spaces are ignored. */
  code: string;
  now: Date;
  /** The step of the last accepted code; null if none was. */
  lastStep: number | null;
}

/**
 * The step of a valid code, to be stored as the last one; undefined if the code is wrong, or its step is not later than
 * the last one: a code is accepted once (RFC 6238 §5.2). The time does not depend on the code.
 */
export function totpStep({ secret, code, now, lastStep }: TypedTotpCode): number | undefined {
  const typed = code.normalize('NFKC').replaceAll(/\s/gu, '');
  const current = TOTP.counter({ period: settings.period, timestamp: now.getTime() });
  const matching = tolerance
    .map((offset) => current + offset)
    .filter((step) => areEqual(typed, HOTP.generate({ ...settings, secret: secretOf(secret), counter: step })));
  return matching.find((step) => lastStep === null || step > lastStep);
}

/** A copy: a Buffer can be part of a larger one. */
const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer });
