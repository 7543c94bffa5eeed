import { createServer, type IncomingMessage } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { listen, type Service } from './service.ts';

/**
 * The downstream service. It verifies everything: signature with the published keys, issuer, audience, expiry, scope,
 * and which upstream service makes the delegated call.
 */
export function startApiB(settings: { issuer: string; audience: string; upstreamClientId: string }): Promise<Service> {
  const keys = createRemoteJWKSet(new URL(`${settings.issuer}/jwks`));

  async function authorize(request: IncomingMessage, scope: string) {
    const token = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const { payload } = await jwtVerify(token, keys, {
      issuer: settings.issuer,
      audience: settings.audience,
      typ: 'at+jwt',
      requiredClaims: ['exp', 'sub', 'scope'],
    });
    if (!String(payload['scope']).split(' ').includes(scope)) throw new Error(`the scope ${scope} is missing`);
    if (payload['client_id'] !== settings.upstreamClientId) throw new Error('this client must not call API B');
    return payload;
  }

  return listen(
    createServer((request, response) => {
      authorize(request, 'orders:read').then(
        ({ sub }) =>
          response.writeHead(200).end(JSON.stringify({ ordersOf: sub, orders: ['order 1001', 'order 1002'] })),
        (error: Error) => response.writeHead(401).end(JSON.stringify({ error: error.message })),
      );
    }),
  );
}
