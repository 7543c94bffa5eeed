import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import type { ClientAuth } from 'openid-client';
import type { Clock } from '../clock.ts';
import type { OidcConnection } from './identity-provider.ts';
import { Invalid } from './invalid.ts';

/** Seconds for which a client secret is valid. */
const lifetime = 300;

/**
 * Apple's client secrets are JWTs
 * (https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret).
 */
export function appleAuthentication({ settings, secrets }: OidcConnection, clock: Clock): ClientAuth {
  // The library awaits it, as it does its own functions of this type.
  // oxlint-disable-next-line typescript/no-misused-promises
  return async (_, __, body) => {
    body.set('client_id', settings.clientId);
    body.set('client_secret', await clientSecret(settings, secrets.privateKey ?? '', clock.now()));
  };
}

async function clientSecret({ apple, clientId, issuer }: OidcConnection['settings'], pem: string, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const token = new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: apple?.keyId ?? '' })
    .setIssuer(apple?.teamId ?? '')
    .setSubject(clientId)
    .setAudience(issuer)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime);
  try {
    return await token.sign(createPrivateKey(pem));
  } catch {
    throw new Invalid('The private key of Apple is not a key for ES256 in PEM.');
  }
}

/**
 * The name that Apple sends with the form, once, when the person first signs in. It is not signed: only the name is
 * taken from it, as if the person had typed it.
 */
export function nameInForm(response: URLSearchParams): Record<string, string> {
  const { firstName, lastName } = parseName(response.get('user'));
  const [givenName, familyName] = [firstName, lastName].map((part) => (typeof part === 'string' ? part.trim() : ''));
  const claims = { name: [givenName, familyName].join(' ').trim(), given_name: givenName, family_name: familyName };
  return Object.fromEntries(Object.entries(claims).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function parseName(text: string | null): { firstName?: unknown; lastName?: unknown } {
  try {
    return (JSON.parse(text ?? '{}') as { name?: object | null } | null)?.name ?? {};
  } catch {
    return {};
  }
}
