import { describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { rotateSigningKeys } from '../../../src/operations/signing-keys/rotate-signing-keys.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { perFile } from '../../support/per-file.ts';
import { claimsOf, mint } from '../../support/exchanges/token-endpoint.ts';
import { sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { startFixture } from './fixture.ts';

const fixture = perFile(startFixture);

/** Requests to the Management API with tokens that name unknown keys. */
function flood(url: string, clients: number) {
  let answered = 0;
  const over = new AbortController();
  const call = async () => {
    const kid = ids.next('signingKey');
    const token = await mint(fixture.endpoint, claimsOf(fixture.endpoint, fixture.ada), { kid });
    const { status } = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(401);
    answered += 1;
  };
  const one = async () => {
    while (!over.signal.aborted) await call();
  };
  const all = Promise.all(Array.from({ length: clients }, one));
  return {
    answered: () => answered,
    async [Symbol.asyncDispose]() {
      over.abort();
      await all;
    },
  };
}

describe('while requests name unknown key ids', () => {
  test('a token signed with the newest key of another process is accepted', async () => {
    const { endpoint, ada } = fixture;
    const { execute, tokens } = endpoint.app.services;
    await using requests = flood(new URL('/api/users', endpoint.off).href, 24);
    await expect.poll(requests.answered).toBeGreaterThan(24);
    // Without Redis the other process is not notified.
    const origin = { channel: 'graphql' as const, requestId: ids.next('request') };
    await execute(rotateSigningKeys, platformActor, { delaySeconds: 0 }, origin);
    await tokens.keyRing.reload();
    const fresh = await mint(endpoint, claimsOf(endpoint, ada));
    const answer = await sendTokenRequest(endpoint.off, fixture.ask({ subject_token: fresh }));
    expect([answer.status, answer.json['error_description']]).toEqual([200, undefined]);
  });
});
