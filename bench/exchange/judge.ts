import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Exchange } from './fixture/exchanges.ts';

/** Verifies the response to an exchange as API B would, with jose and the published keys. Throws if it is wrong. */
export type Judge = (exchange: Exchange, body: string) => Promise<void>;

/** A judge with the keys that the server at `port` publishes. */
export async function createJudge(port: number, issuer: string): Promise<Judge> {
  const published = await fetch(`http://127.0.0.1:${port}/oidc/jwks`);
  const keys = createLocalJWKSet((await published.json()) as JSONWebKeySet);
  return async (exchange, body) => {
    const answer = JSON.parse(body) as Record<string, unknown>;
    expectFields(answer, { token_type: 'Bearer', scope: exchange.scope, expires_in: 3600 });
    const { payload } = await jwtVerify(String(answer['access_token']), keys, {
      issuer,
      audience: exchange.resource,
      typ: 'at+jwt',
      algorithms: ['ES256'],
    });
    expectFields(payload, { sub: exchange.userId, client_id: exchange.clientId, scope: exchange.scope });
    expectFields(payload['act'] as Record<string, unknown>, { sub: exchange.clientId });
  };
}

function expectFields(found: Record<string, unknown>, wanted: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(wanted)) {
    if (sorted(found[name]) !== sorted(value)) {
      throw new Error(`Wrong response: ${name} is ${JSON.stringify(found[name])} instead of ${JSON.stringify(value)}.`);
    }
  }
}

/** The order of scopes is irrelevant (RFC 6749 §3.3). */
function sorted(value: unknown): string {
  return String(value).split(' ').sort().join(' ');
}
