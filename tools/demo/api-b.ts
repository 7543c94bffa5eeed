import { createServer, type IncomingMessage } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { listen, type Service } from './service.ts';

/**
 * The downstream service. It trusts nothing but what it verifies: signature by the published keys, issuer, audience,
 * expiry, scope, and which upstream service may make delegated calls.
 */
export function startApiB(settings: { issuer: string; audience: string; upstreamClientId: string }): Promise<Service> {
  const keys = createRemoteJWKSet(new URL(`${settings.issuer}/jwks`));

  async function authorise(request: IncomingMessage, scope: string) {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const { payload } = await jwtVerify(token, keys, {
      issuer: settings.issuer,
      audience: settings.audience,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub', 'scope'],
    });
    if (!String(payload['scope']).split(' ').includes(scope)) throw new Error(`the scope ${scope} is missing`);
    if (payload['client_id'] !== settings.upstreamClientId) throw new Error('this service may not call here');
    return payload;
  }

  return listen(
    createServer((request, response) => {
      authorise(request, 'orders:read').then(
        ({ sub }) =>
          response.writeHead(200).end(JSON.stringify({ ordersOf: sub, orders: ['order 1001', 'order 1002'] })),
        (error: Error) => response.writeHead(401).end(JSON.stringify({ error: error.message })),
      );
    }),
  );
}
