import { beforeEach, describe, expect, test } from 'vitest';
import { addResource } from '../../../support/issuer.ts';
import { opaqueToken } from '../../../support/exchanges/token-endpoint.ts';
import { writeLedger } from '../ledger/ledger-rows.ts';
import { refused } from '../requests/management-exchanges.ts';
import { forOrders, forStock, startRuledExchanges } from './ruled-exchanges.ts';

/** The rules of an application for its exchanges, at the token endpoint with and without the fast path. */
const fixture = await startRuledExchanges();
const { endpoint, prisma, change, reports, signedIn, tokenWith, setRules, exchange } = fixture;
const { orders, stock, acme, globex, initech } = endpoint.records;
beforeEach(fixture.renew);

test('an application without rules gets what the person holds, for any API resource and any token', async () => {
  const all = 'orders:list orders:read orders:write';
  expect(await exchange(forOrders)).toMatchObject({ status: 200, scope: all });
  expect(await exchange('urn:reports', undefined, { organization_id: acme })).toMatchObject({ status: 200 });
  await setRules({ targets: [], subjectAudience: 'SERVED', scopeRule: 'NEVER_WIDER', organizationRule: 'REQUIRED' });
  expect((await exchange(forOrders)).status).toBe(400);
  await setRules({});
  expect(await exchange(forOrders)).toMatchObject({ status: 200, scope: all });
});

describe('an application with targets', () => {
  const notAllowed = refused('invalid_target', 'this application may not exchange tokens for this resource');

  test('exchanges for them only, and without a target for nothing', async () => {
    await setRules({ targets: [{ apiResourceId: orders.id }] });
    expect(await exchange(forOrders, 'orders:write')).toMatchObject({ status: 200, scope: 'orders:write' });
    expect(await exchange(forStock)).toEqual(notAllowed);
    expect(await exchange('urn:none')).toEqual(refused('invalid_target', 'there is no such resource'));
    await setRules({ targets: [] });
    expect(await exchange(forOrders)).toEqual(notAllowed);
  });

  test('gets no other scopes of a target than those that it has, however it asks', async () => {
    await setRules({ targets: [{ apiResourceId: orders.id, scopes: ['orders:read', 'orders:list', 'unheard'] }] });
    expect(await exchange(forOrders)).toMatchObject({ scope: 'orders:list orders:read' });
    expect(await exchange(forOrders, 'orders:write orders:read')).toMatchObject({ scope: 'orders:read' });
    const not = refused('invalid_scope', 'this application may not obtain any of these scopes on this resource');
    expect(await exchange(forOrders, 'orders:write')).toEqual(not);
    const none = refused('invalid_scope', 'the user holds none of these scopes on this resource');
    expect(await exchange(forOrders, 'unheard')).toEqual(none);
  });

  test('gets nothing of a target whose scopes do not exist', async () => {
    await setRules({ targets: [{ apiResourceId: orders.id, scopes: ['unheard'] }] });
    expect(await exchange(forOrders)).toMatchObject({ status: 200, scope: '' });
  });

  test('needs managementApiAllowed besides, to exchange for the Management API', async () => {
    const api = await prisma.apiResource.findFirstOrThrow({ where: { isBuiltIn: true } });
    await setRules({ targets: [{ apiResourceId: api.id }] });
    const description =
      'exchanging tokens for the Management API is not allowed for this application: its setting managementApiAllowed is off';
    expect(await exchange(api.indicator)).toEqual(refused('invalid_target', description));
    await change('SetApplicationManagementApi', { applicationId: fixture.backend().id, managementApiAllowed: true });
    expect(await exchange(api.indicator)).toMatchObject({ status: 200 });
    await setRules({ targets: [{ apiResourceId: orders.id }] });
    expect(await exchange(api.indicator)).toEqual(notAllowed);
  });

  test('loses a target with its API resource, and exchanges for no other then', async () => {
    const passing = await addResource(prisma, 'urn:passing', []);
    await setRules({ targets: [{ apiResourceId: passing.id }] });
    expect(await exchange('urn:passing')).toMatchObject({ status: 200 });
    await prisma.apiResource.delete({ where: { id: passing.id } });
    expect(await exchange(forOrders)).toEqual(notAllowed);
  });
});

describe('an application that exchanges tokens for API resources that it serves', () => {
  const description = 'the subject token is for a resource that this application does not serve';
  const serves = (...apiResourceIds: string[]) =>
    change('SetServedResources', { applicationId: fixture.backend().id, apiResourceIds });

  test('is refused a token that was sent to another API', async () => {
    await setRules({ subjectAudience: 'SERVED' });
    expect(await exchange(forStock)).toEqual(refused('invalid_request', description));
    await serves(stock.id);
    expect(await exchange(forStock)).toEqual(refused('invalid_request', description));
    await serves(stock.id, orders.id);
    expect(await exchange(forStock)).toMatchObject({ status: 200 });
  });

  test('is refused a token without an API resource', async () => {
    await serves(orders.id);
    await setRules({ subjectAudience: 'SERVED' });
    const opaque = await opaqueToken(endpoint, 'AccessToken', signedIn);
    expect(await exchange(forStock, undefined, {}, opaque)).toEqual(refused('invalid_request', description));
  });

  test('learns by no other token who is a member of an organization', async () => {
    await setRules({ subjectAudience: 'SERVED' });
    for (const organization_id of [acme, initech, 'org_unknown']) {
      const answer = await exchange(forStock, undefined, { organization_id });
      expect(answer).toEqual(refused('invalid_request', description));
    }
  });

  test('exchanges any others as well without the rule', async () => {
    await serves(stock.id);
    expect(await exchange(forStock)).toMatchObject({ status: 200 });
  });
});

describe('an application that gets nothing wider than the subject token', () => {
  const wider = refused(
    'invalid_scope',
    'the subject token carries none of these scopes, nor one that is mapped to them',
  );

  test('gets scopes that the token carries by the same name', async () => {
    await setRules({ scopeRule: 'NEVER_WIDER' });
    expect(await exchange('urn:reports')).toMatchObject({ status: 200, scope: 'orders:read' });
    expect(await exchange('urn:reports', 'reports:read orders:read')).toMatchObject({ scope: 'orders:read' });
    expect(await exchange('urn:reports', 'reports:read')).toEqual(wider);
    expect(await exchange(forStock)).toMatchObject({ status: 200, scope: '' });
    const nothing = await tokenWith({ scope: '' });
    expect(await exchange('urn:reports', 'orders:read', {}, nothing)).toEqual(wider);
  });

  test('gets what a carried scope is mapped to by the target, of what the person holds', async () => {
    const mappings = [{ carried: 'orders:read', allows: ['stock:read', 'stock:burn'] }];
    await setRules({ scopeRule: 'NEVER_WIDER', targets: [{ apiResourceId: stock.id, mappings }] });
    expect(await exchange(forStock)).toMatchObject({ status: 200, scope: 'stock:read' });
    expect(await exchange(forStock, 'stock:count')).toEqual(wider);
    const other = await tokenWith({ scope: 'orders:list' });
    expect(await exchange(forStock, 'stock:read', {}, other)).toEqual(wider);
    const narrow = { apiResourceId: stock.id, scopes: ['stock:count'], mappings };
    await setRules({ scopeRule: 'NEVER_WIDER', targets: [narrow] });
    const not = 'this application may not obtain any of these scopes on this resource';
    expect(await exchange(forStock, 'stock:read')).toEqual(refused('invalid_scope', not));
  });
});

describe('an application with organizations', () => {
  test('must name one if it is required, or present a token of one', async () => {
    await setRules({ organizationRule: 'REQUIRED' });
    const description = 'this application must name an organization: organization_id is missing';
    expect(await exchange(forOrders)).toEqual(refused('invalid_request', description));
    expect(await exchange(forOrders, undefined, { organization_id: acme })).toMatchObject({ status: 200 });
    const confined = await tokenWith({ organization_id: globex });
    expect(await exchange(forOrders, undefined, {}, confined)).toMatchObject({ status: 200 });
  });

  test('names no other than its own, and learns nothing about the members of others', async () => {
    await setRules({ organizationIds: [acme, initech] });
    const not = refused('access_denied', 'this application may not exchange tokens for this organization');
    for (const organization_id of [globex, 'org_unknown']) {
      expect(await exchange(forOrders, undefined, { organization_id })).toEqual(not);
    }
    expect(await exchange(forOrders, undefined, { organization_id: acme })).toMatchObject({ status: 200 });
    const noMember = refused('access_denied', 'the user is not a member of this organization');
    expect(await exchange(forOrders, undefined, { organization_id: initech })).toEqual(noMember);
    expect(await exchange(forOrders)).toMatchObject({
      description: 'this application must name an organization: organization_id is missing',
    });
  });

  test('exchanges for none when those that it may name are deleted', async () => {
    const { id } = await prisma.organization.create({ data: { id: `${acme}x`, name: 'Passing' } });
    await setRules({ organizationIds: [id] });
    await prisma.organization.delete({ where: { id } });
    const not = refused('access_denied', 'this application may not exchange tokens for this organization');
    expect(await exchange(forOrders, undefined, { organization_id: acme })).toEqual(not);
    // An organization that was there can be saved again, beside other rules.
    await setRules({ organizationIds: [id], scopeRule: 'NEVER_WIDER' });
    expect(await exchange(forOrders, undefined, { organization_id: acme })).toEqual(not);
  });
});

describe('an exchange that several rules refuse', () => {
  const everything = { targets: [], subjectAudience: 'SERVED', scopeRule: 'NEVER_WIDER', organizationRule: 'REQUIRED' };

  test('is refused first for what is wrong with the token', async () => {
    await setRules(everything);
    const expired = await tokenWith({ exp: endpoint.now() - 1 });
    expect(await exchange(forOrders, undefined, {}, expired)).toMatchObject({
      description: 'the subject token has expired',
    });
  });

  test('is refused for the target, the organization, the token, and then the scopes', async () => {
    const errors = ['invalid_target', 'invalid_request', 'invalid_request', 'invalid_scope', undefined];
    const asked = async () => (await exchange('urn:reports', 'reports:read')).error;
    await setRules(everything);
    const seen = [await asked()];
    const target = { apiResourceId: reports.id };
    for (const lifted of [
      { targets: [target] },
      { targets: [target], organizationRule: 'OPTIONAL' },
      { targets: [target], organizationRule: 'OPTIONAL', subjectAudience: 'ANY' },
      { targets: [target], organizationRule: 'OPTIONAL', subjectAudience: 'ANY', scopeRule: 'HELD' },
    ]) {
      await setRules({ ...everything, ...lifted });
      seen.push(await asked());
    }
    expect(seen).toEqual(errors);
  });

  test('is in the ledger with its reason', async () => {
    await setRules({ targets: [] });
    await exchange(forOrders, 'orders:read');
    await writeLedger({ endpoint });
    const { rows } = await endpoint.app.services.database.pool.query<{ reason: string }>(
      'SELECT reason FROM exchanges JOIN delegations ON delegations.id = delegation_id WHERE application_id = $1',
      [fixture.backend().id],
    );
    expect(new Set(rows.map(({ reason }) => reason))).toEqual(new Set(['TARGET_NOT_ALLOWED']));
  });
});
