import * as openid from 'openid-client';

export interface Credentials {
  email: string;
  password: string;
}

/**
 * A person with a browser: opens the sign-in link of the application, submits the page, and returns with a code, which
 * the application redeems (authorization code with PKCE). Returns the user's access token for `resource`.
 */
export async function signIn(
  application: { issuer: string; clientId: string; redirectUri: string; resource: string; scope: string },
  credentials: Credentials,
): Promise<string> {
  const { issuer, clientId, redirectUri, resource, scope } = application;
  const insecure = issuer.startsWith('http:') ? { execute: [openid.allowInsecureRequests] } : {};
  const configuration = await openid.discovery(new URL(issuer), clientId, {}, openid.None(), insecure);
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const link = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: `openid ${scope}`,
    resource,
    state,
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await fillIn(await openPage(link, new Map()), credentials, redirectUri);
  const tokens = await openid.authorizationCodeGrant(
    configuration,
    back,
    { pkceCodeVerifier: verifier, expectedState: state },
    { resource },
  );
  return tokens.access_token;
}

interface Page {
  url: URL;
  html: string;
  cookies: Map<string, string>;
  /** The target of the last redirect outside the platform: the application. */
  left?: URL;
}

/** Follows redirects with cookies like a browser, but not to the application. */
async function openPage(url: URL, cookies: Map<string, string>, form?: URLSearchParams): Promise<Page> {
  let next = url;
  let body = form;
  for (let redirects = 0; redirects < 10; redirects++) {
    const headers = {
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      origin: next.origin,
    };
    const response = await fetch(next, {
      method: body ? 'POST' : 'GET',
      redirect: 'manual',
      headers,
      ...(body && { body }),
    });
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    const location = response.headers.get('location');
    if (!location) return { url: next, html: await response.text(), cookies };
    next = new URL(location, next);
    body = undefined;
    if (next.origin !== url.origin) return { url: next, html: '', cookies, left: next };
  }
  throw new Error('too many redirects');
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';');
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  if (value) cookies.set(name, value);
  else cookies.delete(name);
}

/** Submits the only form of the page with its hidden fields. */
async function fillIn(page: Page, credentials: Credentials, redirectUri: string): Promise<URL> {
  const action = /<form[^>]*action="([^"]*)"/.exec(page.html)?.[1] ?? page.url.href;
  const form = new URLSearchParams({ identifier: credentials.email, password: credentials.password });
  for (const [input] of page.html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    form.set(/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  const { left } = await openPage(new URL(action, page.url), page.cookies, form);
  if (!left?.href.startsWith(redirectUri)) throw new Error('the sign-in failed');
  return left;
}
