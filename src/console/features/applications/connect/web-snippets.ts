import { scopesOf, type SnippetValues } from './connect-snippets.ts';
import { goWebSnippet, type WebSnippetValues } from './web-go-snippets.ts';

/**
 * Programs that sign people in on a server, which keeps the secret. The first line of each is its file, the libraries,
 * and the command that starts it.
 */
export const webSnippets = (values: SnippetValues): Record<string, string> => {
  const { port, pathname } = new URL(values.redirectUri);
  const all = { ...values, port: port || '8080', path: pathname, scopes: scopesOf(values) };
  return { Node: node(all), Python: python(all), Go: goWebSnippet(all) };
};

/** The library refuses an issuer without TLS, as on one's own machine, unless it is allowed. */
const overHttp = (issuer: string): string =>
  issuer.startsWith('http:') ? ', undefined, {\n  execute: [client.allowInsecureRequests], // without TLS\n}' : '';

const node = ({
  issuer,
  clientId,
  redirectUri,
  port,
  path,
  scopes,
  served,
}: WebSnippetValues): string => `// app.mjs, with openid-client: node app.mjs
import { createServer } from 'node:http';
import * as client from 'openid-client';

const config = await client.discovery(new URL('${issuer}'), '${clientId}', process.env.CLIENT_SECRET${overHttp(issuer)});
const started = new Map(); // of each browser: what its return is checked with

async function signIn(response) {
  const [browser, state, verifier] = [client.randomState(), client.randomState(), client.randomPKCECodeVerifier()];
  started.set(browser, { expectedState: state, pkceCodeVerifier: verifier });
  const { href } = client.buildAuthorizationUrl(config, {
    redirect_uri: '${redirectUri}',
    scope: '${scopes}',${served ? `\n    resource: '${served.indicator}',` : ''}
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  response.setHeader('set-cookie', \`browser=\${browser}; HttpOnly; SameSite=Lax; Path=/\`);
  response.writeHead(302, { location: href }).end();
}

async function callback(request, response) {
  const browser = request.headers.cookie?.match(/(?:^|; )browser=([\\w-]+)/)?.[1];
  const checks = started.get(browser);
  if (!checks) throw new Error('this browser has not started to sign in');
  started.delete(browser);
  const url = new URL(request.url, '${redirectUri}');
  const tokens = await client.authorizationCodeGrant(config, url, checks${served ? `, { resource: '${served.indicator}' }` : ''});
  const person = ${served ? 'tokens.claims(); // tokens.access_token is for your API' : 'await client.fetchUserInfo(config, tokens.access_token, tokens.claims().sub);'}
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(person));
}

createServer(async (request, response) => {
  try {
    const { pathname } = new URL(request.url, '${redirectUri}');
    if (pathname === '/sign-in') await signIn(response);
    else if (pathname === '${path}') await callback(request, response);
    else response.writeHead(404).end();
  } catch (error) {
    console.error(error);
    response.writeHead(400).end();
  }
}).listen(${port});`;

const python = ({
  issuer,
  clientId,
  redirectUri,
  port,
  path,
  scopes,
  served,
}: WebSnippetValues): string => `# app.py, with authlib, flask, requests: python3 app.py
import os
from authlib.integrations.flask_client import OAuth
from flask import Flask, jsonify

app = Flask(__name__)
app.secret_key = os.urandom(32)  # signs the cookie that has state and verifier
issuer = OAuth(app).register(
    "issuer",
    server_metadata_url="${issuer}/.well-known/openid-configuration",
    client_id="${clientId}",
    client_secret=os.environ["CLIENT_SECRET"],
    client_kwargs={"scope": "${scopes}", "code_challenge_method": "S256"},
)

@app.get("/sign-in")
def sign_in():
    return issuer.authorize_redirect("${redirectUri}"${served ? `, resource="${served.indicator}"` : ''})

@app.get("${path}")
def callback():
    token = issuer.authorize_access_token(${served ? `resource="${served.indicator}"` : ''})
    return jsonify(${served ? 'token["userinfo"])  # token["access_token"] is for your API' : 'issuer.userinfo(token=token))'}

app.run(port=${port})`;
