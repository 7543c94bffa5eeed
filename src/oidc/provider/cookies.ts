import { cookieName } from '../../http/cookies.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';

export interface CookieOptions {
  httpOnly: true;
  /** Sent when someone comes from an application by a link or redirect, not with a form that another site posts. */
  sameSite: 'lax';
  secure: boolean;
  signed: true;
}

/** Cookies of the issuer. Over https, the session's is bound to exactly this host. */
export function createCookies(publicUrl: string, secretBox: SecretBox) {
  const secure = publicUrl.startsWith('https:');
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, signed: true };
  return {
    names: {
      session: cookieName(publicUrl, 'mandate_session'),
      // Bound to the path of one sign-in, so that several can go on in one browser.
      interaction: cookieName(publicUrl, 'mandate_sign_in', 'path'),
      resume: cookieName(publicUrl, 'mandate_resume', 'path'),
    },
    long: options,
    short: options,
    // The first key signs, the others still verify: they follow the rotation of SECRETS_KEY.
    keys: secretBox.deriveAll('cookies').map((key) => key.toString('base64url')),
  };
}
