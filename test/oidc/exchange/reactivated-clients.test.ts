import { decodeJwt } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { platformActor } from '../../../src/kernel/actor.ts';
import { setApplicationTokenExchange } from '../../../src/operations/applications/set-application-token-exchange.ts';
import { addApplication } from '../../support/issuer.ts';
import {
  basic,
  form,
  formHeaders,
  sendTokenRequest,
  type TokenRequest,
} from '../../support/exchanges/token-requests.ts';
import { startFixture } from './fixture.ts';
import { origin, suspensions } from './suspensions.ts';

const fixture = await startFixture();
const { endpoint } = fixture;
afterAll(() => fixture[Symbol.asyncDispose]());
const { suspendAndReactivate, setSuspended, during } = suspensions(endpoint);

describe('an application that is suspended and reactivated', async () => {
  const { prisma } = endpoint.app.services.database;
  const { indicator: resource } = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true } });
  const add = () =>
    addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true, managementApiAllowed: true });
  type Client = Awaited<ReturnType<typeof add>>;
  const exchangeRequest = (client: Client, subject_token: string) =>
    fixture.askAs(client, { subject_token, resource, scope: undefined });
  const ownRequest = (client: Client): TokenRequest => ({
    headers: { ...formHeaders, authorization: basic(client) },
    body: form({ grant_type: 'client_credentials', resource }),
  });
  const issue = async (request: TokenRequest, url = endpoint.on) =>
    (await sendTokenRequest(url, request)).json.access_token ?? '';

  /** The results of the Management API and of introspection by the application that obtained the token. */
  async function statusOf(client: Client, token: string) {
    const call = await fetch(new URL('/graphql', endpoint.on), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { permissions } }' }),
    });
    const headers = { ...formHeaders, authorization: basic(client) };
    const introspection = await sendTokenRequest(`${endpoint.on}/introspection`, { headers, body: form({ token }) });
    const { errors } = (await call.json()) as { errors?: [{ message: string }] };
    return { management: errors?.[0].message ?? call.status, active: introspection.json['active'] };
  }
  const good = { management: 200, active: true };
  const revoked = {
    management: 'The access token was revoked.',
    active: false,
  };

  test.each([
    ['that it exchanged', 1],
    ['that another application exchanged after it', 0],
  ])('has ended the tokens of users %s', async (_title, place) => {
    const [first, second] = [await add(), await add()];
    const exchanged = async () => issue(exchangeRequest(second, await issue(exchangeRequest(first, fixture.token))));
    const token = await exchanged();
    expect(await statusOf(second, token)).toEqual(good);
    await suspendAndReactivate([first, second][place]?.id ?? '');
    expect(await statusOf(second, token)).toEqual(revoked);
    expect(await statusOf(second, await exchanged())).toEqual(good);
  });

  test.each(['on', 'off'] as const)('has ended its own tokens (fast path %s)', async (path) => {
    const client = await add();
    const request = ownRequest(client);
    const token = await issue(request, endpoint[path]);
    expect(decodeJwt(token)).not.toHaveProperty('session_epoch');
    expect(await statusOf(client, token)).toEqual(good);
    await suspendAndReactivate(client.id);
    expect(await statusOf(client, token)).toEqual(revoked);
    const next = await issue(request, endpoint[path]);
    expect([decodeJwt(next)['session_epoch'], await statusOf(client, next)]).toEqual([{ [client.id]: 1 }, good]);
  });

  test('gets no token for a request that was authenticated before', async () => {
    const client = await add();
    for (const request of [exchangeRequest(client, fixture.token), ownRequest(client)]) {
      await issue(request, endpoint.off);
      const answer = await during(() => suspendAndReactivate(client.id), request, endpoint.off);
      expect(answer).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
      expect(await statusOf(client, await issue(request, endpoint.off))).toEqual(good);
    }
  });

  test('is authenticated again by a request during that, if its record was cached, and gets a valid token', async () => {
    const client = await add();
    for (const request of [exchangeRequest(client, fixture.token), ownRequest(client)]) {
      await issue(request);
      const { status, json } = await during(() => suspendAndReactivate(client.id), request, endpoint.on);
      expect(status).toBe(200);
      expect(await statusOf(client, json.access_token ?? '')).toEqual(good);
    }
  });

  test('an application that another process reactivated gets a token for its next request', async () => {
    const client = await add();
    for (const request of [exchangeRequest(client, fixture.token), ownRequest(client)]) {
      await issue(request);
      await suspendAndReactivate(client.id, endpoint.other);
      const { status, json } = await sendTokenRequest(endpoint.on, request);
      expect(status).toBe(200);
      expect(await statusOf(client, json.access_token ?? '')).toEqual(good);
    }
  });

  test('an application that may no longer exchange afterwards is refused for that reason', async () => {
    const client = await add();
    const request = exchangeRequest(client, fixture.token);
    await issue(request);
    await suspendAndReactivate(client.id, endpoint.other);
    const input = { applicationId: client.id, tokenExchangeAllowed: false };
    await endpoint.other.services.execute(setApplicationTokenExchange, platformActor, input, origin);
    expect(await sendTokenRequest(endpoint.on, request)).toMatchObject({
      status: 400,
      json: { error: 'unauthorized_client' },
    });
  });

  test('is refused while it is suspended on another process', async () => {
    const client = await add();
    for (const request of [exchangeRequest(client, fixture.token), ownRequest(client)]) {
      await issue(request);
      await setSuspended(client.id, true, endpoint.other);
      const answer = await sendTokenRequest(endpoint.on, request);
      expect(answer).toMatchObject({ status: 401, json: { error: 'invalid_client' } });
      await setSuspended(client.id, false, endpoint.other);
    }
  });
});
