import * as client from 'openid-client';

// Signs a person in to a dashboard in the browser: authorization code with PKCE, and no secret.

export interface Dashboard {
  /** Address of the platform, for example https://id.example.com. */
  platform: string;
  clientId: string;
  /** Address of the dashboard, as registered. */
  redirectUri: string;
  /** The permissions that the dashboard needs, for example "users:read events:read". */
  scope: string;
  /** Seconds for which a sign-in counts: those of an error INSUFFICIENT_USER_AUTHENTICATION. */
  maxAge?: number;
}

/** The key under which the browser keeps the checks of the sign-in that it has begun. */
const place = 'sign-in';

/** The access token for the Management API; undefined while the browser leaves for the sign-in page. */
export async function signIn(dashboard: Dashboard): Promise<string | undefined> {
  const { platform, clientId, redirectUri, scope, maxAge } = dashboard;
  const resource = `${platform}/api`;
  // A platform on this machine has no https.
  const options = platform.startsWith('http://localhost') ? { execute: [client.allowInsecureRequests] } : {};
  const config = await client.discovery(new URL(`${platform}/oidc`), clientId, undefined, client.None(), options);
  const kept = sessionStorage.getItem(place);
  if (kept && new URLSearchParams(location.search).has('state')) {
    sessionStorage.removeItem(place);
    const tokens = await client.authorizationCodeGrant(config, new URL(location.href), JSON.parse(kept), { resource });
    history.replaceState(null, '', redirectUri);
    return tokens.access_token;
  }
  const checks = { pkceCodeVerifier: client.randomPKCECodeVerifier(), expectedState: client.randomState() };
  sessionStorage.setItem(place, JSON.stringify(checks));
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: `openid ${scope}`,
    resource,
    ...(maxAge !== undefined && { max_age: String(maxAge) }),
    state: checks.expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
  });
  location.assign(address);
  return undefined;
}
