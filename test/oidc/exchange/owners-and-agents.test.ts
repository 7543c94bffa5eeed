import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, test } from 'vitest';
import { addUser } from '../../support/issuer.ts';
import { basic, form, formHeaders, sendTokenRequest } from '../../support/exchanges/token-requests.ts';
import { explainer } from '../explain/explainer.ts';
import { writeLedger } from './ledger/ledger-rows.ts';
import { refused } from './requests/management-exchanges.ts';
import { forOrders, startRuledExchanges } from './rules/ruled-exchanges.ts';

/** Owners, agents and expiry at the token endpoint, with and without the fast path. */
const fixture = await startRuledExchanges();
const { endpoint, prisma, ada, change, exchange } = fixture;
const explain = await explainer(endpoint.app);
beforeEach(fixture.renew);

/** A token of the first application, which has every permission. */
function administratorToken(): Promise<string> {
  const { clientId = '', clientSecret } = endpoint.app.services.firstStart ?? {};
  return fixture.ownToken({ id: clientId, clientSecret: clientSecret ?? '' });
}

const update = (settings: object) => change('UpdateApplication', { applicationId: fixture.backend().id, ...settings });

describe('an application with an owner', () => {
  const inactive = refused('unauthorized_client', 'the owner of this application is suspended or was deleted');

  test('exchanges tokens while its owner is active, and none while the owner is suspended', async () => {
    const owner = await addUser(prisma);
    await update({ ownerId: owner.id });
    expect(await exchange(forOrders)).toMatchObject({ status: 200 });
    const suspend = (suspendedAt: Date | null) =>
      prisma.user.update({ where: { id: owner.id }, data: { suspendedAt } });
    await suspend(new Date());
    expect(await exchange(forOrders)).toEqual(inactive);
    await suspend(null);
    expect(await exchange(forOrders)).toMatchObject({ status: 200 });
  });

  test('exchanges none after its owner was deleted, until it has another one or none', async () => {
    const owner = await addUser(prisma);
    await update({ ownerId: owner.id });
    await prisma.user.delete({ where: { id: owner.id } });
    expect(await exchange(forOrders)).toEqual(inactive);
    const query = `query ($id: ID!) {
      application(id: $id) { ownerId owner { id } tokenExchange { isAllowed reasons } }
    }`;
    const { data } = await fixture.graphql(await administratorToken(), query, { id: fixture.backend().id });
    expect(data.application).toEqual({
      ownerId: owner.id,
      owner: null,
      tokenExchange: { isAllowed: false, reasons: ['OWNER_INACTIVE'] },
    });
    await update({ ownerId: ada.id });
    expect(await exchange(forOrders)).toMatchObject({ status: 200 });
    await update({ ownerId: null });
    expect(await exchange(forOrders)).toMatchObject({ status: 200 });
  });

  test('is refused for its owner before a revoked token and an unknown resource, but after a token that is malformed', async () => {
    const owner = await addUser(prisma, { suspendedAt: new Date() });
    await prisma.application.update({ where: { id: fixture.backend().id }, data: { ownerId: owner.id } });
    const ended = await fixture.tokenWith({ grant_id: 'ended' });
    expect(await exchange(forOrders, undefined, {}, ended)).toEqual(inactive);
    expect(await exchange('urn:none')).toEqual(inactive);
    await writeLedger({ endpoint });
    const { rows } = await endpoint.app.services.database.pool.query<{ reason: string }>(
      'SELECT DISTINCT reason FROM exchanges JOIN delegations ON delegations.id = delegation_id WHERE application_id = $1',
      [fixture.backend().id],
    );
    expect(rows).toEqual([{ reason: 'OWNER_INACTIVE' }]);
    expect(await exchange(forOrders, undefined, {}, 'a.b.c')).toMatchObject({ error: 'invalid_request' });
    const question = { applicationId: fixture.backend().id, userId: ada.id, resource: forOrders };
    const { outcome, rules } = await explain(question);
    expect(outcome).toMatchObject({ error: 'unauthorized_client', reason: 'OWNER_INACTIVE' });
    expect(rules[0]).toMatchObject({ rule: 'OWNER', applies: true, isMet: false });
  });

  test('shows in a dry run that it would exchange none without its owner', async () => {
    const owner = await addUser(prisma);
    await update({ ownerId: owner.id });
    const query = `mutation ($owner: ID!, $question: ExplainTokenExchangeInput!) {
      setUserSuspended(input: { userId: $owner, isSuspended: true }, dryRun: true) {
        query { explainTokenExchange(input: $question) { outcome { reason } } }
      }
    }`;
    const question = { applicationId: fixture.backend().id, userId: ada.id, resource: forOrders };
    const { data } = await fixture.graphql(await administratorToken(), query, { owner: owner.id, question });
    expect(data.setUserSuspended.query.explainTokenExchange.outcome).toEqual({ reason: 'OWNER_INACTIVE' });
    expect(await exchange(forOrders)).toMatchObject({ status: 200 });
  });

  test('still obtains tokens of its own', async () => {
    const owner = await addUser(prisma, { suspendedAt: new Date() });
    await prisma.application.update({ where: { id: fixture.backend().id }, data: { ownerId: owner.id } });
    const headers = { ...formHeaders, authorization: basic(fixture.backend()) };
    const answer = await sendTokenRequest(endpoint.on, { headers, body: form({ grant_type: 'client_credentials' }) });
    expect(answer.status).toBe(200);
  });
});

describe('an agent', () => {
  const actOf = (token: string) => decodeJwt(token)['act'];
  const agent = { kind: 'AGENT', ownerId: ada.id };

  test('is named as one in tokens that it exchanges, and in those that others exchange from them', async () => {
    const id = fixture.backend().id;
    const first = await exchange(forOrders);
    expect(actOf(first.token)).toEqual({ sub: id });
    await update(agent);
    const second = await exchange(forOrders);
    expect(actOf(second.token)).toEqual({ sub: id, sub_profile: 'ai_agent' });
    await fixture.renew();
    const third = await exchange(forOrders, undefined, {}, second.token);
    const chain = { sub: fixture.backend().id, act: { sub: id, sub_profile: 'ai_agent' } };
    expect(actOf(third.token)).toEqual(chain);
    await update(agent);
    const fourth = await exchange(forOrders, undefined, {}, third.token);
    expect(actOf(fourth.token)).toEqual({ sub: fixture.backend().id, sub_profile: 'ai_agent', act: chain });
  });

  test('is shown by introspection', async () => {
    await update(agent);
    const { token } = await exchange(forOrders);
    const url = endpoint.on.replace(/token$/, 'token/introspection');
    const headers = { ...formHeaders, authorization: basic(fixture.backend()) };
    const { json } = await sendTokenRequest(url, { headers, body: form({ token }) });
    expect(json).toMatchObject({ active: true, act: { sub: fixture.backend().id, sub_profile: 'ai_agent' } });
  });

  test('is passed on with any profile that another version of the platform has written', async () => {
    const act = { sub: endpoint.records.shop.id, sub_profile: 'ai_agent acting' };
    const { token } = await exchange(forOrders, undefined, {}, await fixture.tokenWith({ act, scope: 'orders:read' }));
    expect(actOf(token)).toEqual({ sub: fixture.backend().id, act });
    const malformed = await fixture.tokenWith({ act: { ...act, sub_profile: 1 } });
    expect(await exchange(forOrders, undefined, {}, malformed)).toMatchObject({ error: 'invalid_request' });
  });

  test('is a service again with the next exchange', async () => {
    await update(agent);
    await exchange(forOrders);
    await update({ kind: 'SERVICE' });
    expect(actOf((await exchange(forOrders)).token)).toEqual({ sub: fixture.backend().id });
  });
});

describe('an application that expires', () => {
  const failed = { status: 401, error: 'invalid_client' };
  const inSeconds = (seconds: number) => new Date((endpoint.now() + seconds) * 1000).toISOString();

  test('gets no tokens from then on, although it is cached and was not suspended', async () => {
    await update({ expiresAt: inSeconds(60) });
    const { token } = await exchange(forOrders);
    endpoint.advance(59);
    expect(await exchange(forOrders)).toMatchObject({ status: 200 });
    endpoint.advance(1);
    expect(await exchange(forOrders)).toMatchObject(failed);
    const headers = { ...formHeaders, authorization: basic(fixture.backend()) };
    for (const url of [endpoint.on, endpoint.off]) {
      const own = await sendTokenRequest(url, { headers, body: form({ grant_type: 'client_credentials' }) });
      expect([own.status, own.json.error]).toEqual([401, 'invalid_client']);
    }
    // Its tokens are void, for others as well.
    const question = { applicationId: fixture.backend().id, userId: ada.id, resource: forOrders };
    expect(await explain(question)).toMatchObject({
      outcome: { error: 'invalid_client' },
      client: { isSuspended: true },
    });
    await fixture.renew();
    expect(await exchange(forOrders, undefined, {}, token)).toMatchObject({
      description: 'the subject token was obtained through an application that is suspended',
    });
  });

  test('gets no response from the Management API', async () => {
    await prisma.application.update({
      where: { id: fixture.backend().id },
      data: { expiresAt: new Date((endpoint.now() + 60) * 1000) },
    });
    const token = await fixture.ownToken(fixture.backend());
    expect(await fixture.call(token)).toBe(0);
    endpoint.advance(60);
    expect(await fixture.call(token)).toContain('suspended');
  });
});
