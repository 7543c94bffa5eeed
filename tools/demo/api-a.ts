import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { basic } from './management.ts';
import { listen, type Service } from './service.ts';

interface ApiASettings {
  issuer: string;
  audience: string;
  clientId: string;
  clientSecret: string;
  downstream: { audience: string; url: string };
}

/** The response of API A: that of the token endpoint, the new token, and the response of API B to it. */
export interface ApiAAnswer {
  exchange: { status: number; body: Record<string, unknown> };
  downstream?: { status: number; body: unknown };
}

/**
 * The upstream service. It verifies the user's token, exchanges it for one for API B, and calls API B with that. The
 * user's own token goes no further. `GET /?scope=…` selects the requested scopes.
 */
export function startApiA(settings: ApiASettings): Promise<Service> {
  const keys = createRemoteJWKSet(new URL(`${settings.issuer}/jwks`));

  async function answer(token: string, scope: string): Promise<ApiAAnswer> {
    await jwtVerify(token, keys, { issuer: settings.issuer, audience: settings.audience, typ: 'at+jwt' });
    const exchange = await exchangeToken(settings, token, scope);
    if (exchange.status !== 200) return { exchange };
    const response = await fetch(settings.downstream.url, {
      headers: { authorization: `Bearer ${String(exchange.body['access_token'])}` },
    });
    return { exchange, downstream: { status: response.status, body: await response.json() } };
  }

  return listen(
    createServer((request, response) => {
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      const scope = new URL(request.url ?? '/', 'http://api-a').searchParams.get('scope') ?? '';
      answer(token, scope).then(
        (body) => response.writeHead(200).end(JSON.stringify(body)),
        (error: Error) => response.writeHead(401).end(JSON.stringify({ error: error.message })),
      );
    }),
  );
}

/** Calls it as an application does, with the access token of a person. */
export async function callApiA(url: string, token: string, scope: string): Promise<ApiAAnswer> {
  const response = await fetch(`${url}?scope=${scope}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as ApiAAnswer;
}

/** OAuth 2.0 Token Exchange (RFC 8693 §2.1). */
async function exchangeToken(
  settings: ApiASettings,
  subjectToken: string,
  scope: string,
): Promise<ApiAAnswer['exchange']> {
  const response = await fetch(`${settings.issuer}/token`, {
    method: 'POST',
    headers: { authorization: basic(settings.clientId, settings.clientSecret) },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: subjectToken,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      resource: settings.downstream.audience,
      scope,
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
