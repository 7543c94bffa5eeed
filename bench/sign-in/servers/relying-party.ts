import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as client from 'openid-client';

// The reference of upstream sign-ins: openid-client alone. It sends people to the issuer, and redeems and verifies what
// they come back with. No account, no database, and what it compares with is in memory.
const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', PORT } = process.env;
const redirectUri = `http://127.0.0.1:${PORT}/callback`;
const configuration = await client.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  undefined,
  client.ClientSecretBasic(CLIENT_SECRET),
  { execute: [client.allowInsecureRequests] },
);
// As the platform does: signatures are verified also where TLS protects the response.
client.enableNonRepudiationChecks(configuration);
const pending = new Map<string, { verifier: string; nonce: string }>();

async function begin(person: string, response: ServerResponse): Promise<void> {
  const [verifier, state, nonce] = [client.randomPKCECodeVerifier(), client.randomState(), client.randomNonce()];
  pending.set(state, { verifier, nonce });
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    login_hint: person,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  response.writeHead(303, { location: url.href }).end();
}

async function finish(url: URL, response: ServerResponse): Promise<void> {
  const state = url.searchParams.get('state') ?? '';
  const { verifier = '', nonce = '' } = pending.get(state) ?? {};
  pending.delete(state);
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tokens.claims()));
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', redirectUri);
  if (url.pathname === '/login') return begin(url.searchParams.get('person') ?? '', response);
  if (url.pathname === '/callback') return finish(url, response);
  response.end('ready');
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(Number(PORT), '127.0.0.1');
