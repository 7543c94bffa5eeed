import { describe, expect, test } from 'vitest';
import { actorOfStarter } from '../../../src/app/jobs/actor-of-starter.ts';
import { readStarter } from '../../../src/domain/jobs.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { openLiveClient } from '../../support/browsers/live-client.ts';
import { addUser } from '../../support/issuer.ts';
import { until } from '../../support/until.ts';
import { basic, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { all, notAllowed, startManagementExchanges } from './requests/management-exchanges.ts';

const { endpoint, backend, trusted, ordinary, ...fixture } = await startManagementExchanges();
const { prisma, resource, newBackend, exchange, managing, call, change } = fixture;

async function introspect(client: typeof backend, token: string): Promise<unknown> {
  const headers = { ...formHeaders, authorization: basic(client) };
  return (await sendTokenRequest(`${endpoint.on}/introspection`, { headers, body: form({ token }) })).json;
}

/** Starts a job with a token, and returns what reads its current actor. */
async function jobOf(token: string) {
  const mutation =
    'mutation { startJob(input: { operation: END_USER_SESSIONS, filter: { isSuspended: true } }) { job { id } } }';
  const { data } = await fixture.graphql(token, mutation);
  const { starter } = await prisma.job.findUniqueOrThrow({ where: { id: data.startJob.job.id } });
  return () => actorOfStarter(prisma, readStarter(starter), { managementResource: resource, now: new Date() });
}

describe('turning the setting off', () => {
  const orders = { resource: 'https://orders.example/api' };
  const ended = 'The access token was exchanged by an application that may not exchange tokens for the Management API.';

  test.each([
    ['SetApplicationManagementApi', { managementApiAllowed: false }],
    ['SetApplicationTokenExchange', { tokenExchangeAllowed: false }],
  ])(
    'counts from the next request on, also for tokens that the application got before (%s)',
    async (operation, off) => {
      const client = await newBackend(true);
      const { token } = await exchange(client, ordinary);
      expect(await call(token)).toBe(permissionNames.length);
      await change(operation, { applicationId: client.id, ...off });
      expect(await call(token)).toBe(ended);
      expect(await exchange(client, ordinary)).toMatchObject({ status: 400 });
      await change('SetApplicationTokenExchange', { applicationId: client.id, tokenExchangeAllowed: true });
      expect(await exchange(client, ordinary)).toEqual(notAllowed);
      expect(await call(token)).toBe(ended);
      await change('SetApplicationManagementApi', { applicationId: client.id, managementApiAllowed: true });
      expect(await exchange(client, ordinary)).toMatchObject({ status: 200 });
    },
  );

  test('ends no other tokens: those of the sign-in, those of other applications, and those for other APIs', async () => {
    const client = await newBackend(true);
    const itsOther = (await exchange(client, ordinary, orders)).token;
    const after = (await exchange(trusted, (await exchange(client, ordinary)).token)).token;
    const signIn = await managing(all);
    await change('SetApplicationManagementApi', { applicationId: client.id, managementApiAllowed: false });
    expect(await call(signIn)).toBe(permissionNames.length);
    expect(await call(after)).toBe(permissionNames.length);
    expect(await exchange(backend, itsOther, orders)).toMatchObject({ status: 200 });
  });

  test('is seen by introspection', async () => {
    const client = await newBackend(true);
    const { token } = await exchange(client, ordinary);
    expect(await introspect(client, token)).toMatchObject({ active: true, scope: all });
    await change('SetApplicationManagementApi', { applicationId: client.id, managementApiAllowed: false });
    expect(await introspect(client, token)).toEqual({ active: false });
  });

  test('ends the jobs that its tokens started', async () => {
    const client = await newBackend(true);
    const { token } = await exchange(client, ordinary);
    const current = await jobOf(token);
    expect((await current())?.permissions.size).toBe(permissionNames.length);
    await change('SetApplicationManagementApi', { applicationId: client.id, managementApiAllowed: false });
    expect(await current()).toBeUndefined();
  });

  test('ends a subscription that its token opened', async () => {
    const client = await newBackend(true);
    const { token } = await exchange(client, ordinary);
    const live = openLiveClient({ url: new URL('/graphql', endpoint.on).href }, token);
    const watch = live.watch('subscription { viewer { permissions } }');
    await watch.until(1);
    await change('SetApplicationManagementApi', { applicationId: client.id, managementApiAllowed: false });
    await watch.end();
    await until(() => live.closed.length > 0);
    expect(live.closed).toMatchObject([{ code: 4403 }]);
    await live.client.dispose();
  });
});

describe('an owner who is suspended or deleted', () => {
  const ended = 'The access token was exchanged by an application whose owner is suspended or was deleted.';
  const leave = {
    suspended: (id: string) => prisma.user.update({ where: { id }, data: { suspendedAt: new Date() } }),
    deleted: (id: string) => prisma.user.delete({ where: { id } }),
  };

  test.each(Object.entries(leave))(
    'ends what the application got for the Management API, and the jobs started with it (%s)',
    async (_title, leaves) => {
      const client = await newBackend(true);
      const owner = await addUser(prisma);
      await change('UpdateApplication', { applicationId: client.id, ownerId: owner.id });
      const { token } = await exchange(client, ordinary);
      const current = await jobOf(token);
      expect(await call(token)).toBe(permissionNames.length);
      expect(await introspect(client, token)).toMatchObject({ active: true });
      expect((await current())?.permissions.size).toBe(permissionNames.length);
      await leaves(owner.id);
      expect(await call(token)).toBe(ended);
      expect(await introspect(client, token)).toEqual({ active: false });
      expect(await current()).toBeUndefined();
      await change('UpdateApplication', { applicationId: client.id, ownerId: null });
      expect(await call(token)).toBe(permissionNames.length);
      expect((await current())?.permissions.size).toBe(permissionNames.length);
    },
  );

  test('ends neither its tokens for other APIs nor those of its own', async () => {
    const owner = await addUser(prisma);
    const client = await newBackend(true);
    await change('UpdateApplication', { applicationId: client.id, ownerId: owner.id });
    const itsOther = (await exchange(client, ordinary, { resource: 'https://orders.example/api' })).token;
    const own = await fixture.ownToken(client);
    await leave.suspended(owner.id);
    expect(await introspect(client, itsOther)).toMatchObject({ active: true });
    expect(await call(own)).toBe(0);
  });
});

test('no request of this file caused an internal error', () => {
  expect(endpoint.faults).toEqual([]);
});
