import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { addApplication, addUser, startIssuer } from '../../support/issuer.ts';
import { perFile } from '../../support/per-file.ts';
import { redirectUri, relyingParty } from '../../support/browsers/relying-party.ts';

const origin = 'https://spa.example';
const issuer = perFile(startIssuer);

async function token(parameters: Record<string, string>, headers: Record<string, string>) {
  const body = new URLSearchParams(parameters);
  const response = await fetch(`${issuer.issuer}/token`, { method: 'POST', headers, body });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

test('CORS allows the origins of the application and of the platform, and no others', async () => {
  const spa = await addApplication(issuer.database.prisma, 'SINGLE_PAGE', {
    redirectUris: [redirectUri],
    corsOrigins: [origin],
  });
  const user = await addUser(issuer.database.prisma);
  const party = await relyingParty(issuer.issuer, spa, client.None());
  const { tokens } = await party.signIn(user.username);
  const body = { grant_type: 'refresh_token', client_id: spa.id, refresh_token: tokens.refresh_token ?? '' };
  const refused = await token(body, { origin: 'https://evil.example' });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, null]);
  expect(JSON.stringify(refused.body)).not.toContain('evil');
  const allowed = await token(body, { origin });
  expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  const own = await token(
    { ...body, refresh_token: String(allowed.body['refresh_token']) },
    { origin: issuer.publicUrl },
  );
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([200, issuer.publicUrl]);
  const headers = { authorization: `Bearer ${String(allowed.body['access_token'])}`, origin };
  const userinfo = await fetch(`${issuer.issuer}/me`, { headers });
  expect([userinfo.status, userinfo.headers.get('access-control-allow-origin')]).toEqual([200, origin]);
  const foreign = await fetch(`${issuer.issuer}/me`, { headers: { ...headers, origin: 'https://evil.example' } });
  expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([400, null]);
});

test('CORS answers a preflight, and allows every origin for discovery and keys', async () => {
  const preflight = await fetch(`${issuer.issuer}/token`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
  for (const path of ['/.well-known/openid-configuration', '/jwks']) {
    const answer = await fetch(issuer.issuer + path, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  }
});

test('CORS never allows credentials', async () => {
  const answer = await fetch(`${issuer.issuer}/jwks`, { headers: { origin } });
  expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
});
test('no request of this file caused an internal error', () => {
  expect(issuer.faults).toEqual([]);
});
