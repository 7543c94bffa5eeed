import { beforeAll, describe, expect, it } from 'vitest';
import { exchangeShape } from '../../../src/vocabulary/exchanges/exchange-shapes.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { type Caller, holder, startManagementApi } from '../../support/management-api.ts';
import { perFile } from '../../support/per-file.ts';
import { type Ledger, makeLedger } from './ledger-fixture.ts';

const api = perFile(startManagementApi);
const everything = holder(...permissionNames);
const reader = holder('exchanges:read');
let known: Ledger['known'];
let at: Ledger['at'];
beforeAll(async () => {
  ({ known, at } = await makeLedger(api));
});

const names = (ids: readonly string[]): string[] =>
  ids.map((id) => Object.keys(known).find((name) => known[name] === id) ?? id);

async function found(filter: string, caller: Caller = everything): Promise<string[]> {
  const { data, codes } = await api.graphql(`{ exchanges(filter: { ${filter} }) { totalCount nodes { id } } }`, caller);
  expect(codes).toEqual([]);
  const ids: string[] = data.exchanges.nodes.map(({ id }: { id: string }) => id);
  expect(data.exchanges.totalCount).toBe(ids.length);
  const query = new URLSearchParams(
    [...filter.matchAll(/(\w+): "?([^",]+)"?/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  );
  const rest = await api.rest('GET', `/exchanges?${query}`, caller);
  expect(rest.codes).toEqual([]);
  expect(rest.data.items.map(({ id }: { id: string }) => id)).toEqual(ids);
  return names(ids);
}

describe('the ledger of token exchanges', () => {
  it('is read newest first, in pages whose cursors continue where the one before ended', async () => {
    const order: string[] = [];
    let after = '';
    for (let page = 0; page < 5; page++) {
      const query = `{ exchanges(first: 3${after}) { ledger nodes { id } pageInfo { hasNextPage endCursor } } }`;
      const { data } = await api.graphql(query, reader);
      expect(data.exchanges.ledger).toBe('FAST');
      order.push(...data.exchanges.nodes.map(({ id }: { id: string }) => id));
      if (!data.exchanges.pageInfo.hasNextPage) break;
      after = `, after: "${data.exchanges.pageInfo.endCursor}"`;
    }
    expect(order).toEqual(Object.values(known).sort().reverse());
    const first = await api.rest('GET', '/exchanges?limit=4', reader);
    expect(first.data).toMatchObject({ totalCount: 7, totalCountIsExact: true, ledger: 'fast' });
    const second = await api.rest('GET', `/exchanges?limit=4&cursor=${first.data.nextCursor}`, reader);
    expect(second.data.nextCursor).toBeNull();
    const items: { id: string }[] = [...first.data.items, ...second.data.items];
    expect(items.map(({ id }) => id)).toEqual(order);
    expect(items.map((item) => exchangeShape.parse(item))).toEqual(items);
  });

  it('has filters for the parties, the chain, the outcome and the time, which can be combined', async () => {
    const { ours } = api;
    expect(await found(`userId: "${ours.user}"`)).toEqual(['refused', 'second', 'ours', 'oldest'].sort(byId));
    expect(await found(`applicationId: "${ours.service}"`)).toEqual(['ours']);
    expect(await found(`subjectApplicationId: "${ours.application}"`)).toEqual(['ours']);
    expect(await found(`actorId: "${ours.service}"`)).toEqual(['third', 'second', 'ours'].sort(byId));
    expect(await found(`apiResourceId: "${ours.resource}"`)).toEqual(['ours']);
    expect(await found(`organizationId: "${ours.organization}"`)).toEqual(['ours']);
    expect(await found(`transactionId: "${known['ours']}"`)).toEqual(['third', 'second', 'ours'].sort(byId));
    expect(await found('reason: SUBJECT_EXPIRED')).toEqual(['refused']);
    expect(await found('outcome: REFUSED')).toEqual(['unread', 'refused']);
    expect(
      await found(`outcome: GRANTED, since: "${at(3.5).toISOString()}", until: "${at(2.5).toISOString()}"`),
    ).toEqual(['theirs']);
    expect(await found(`userId: "${ours.user}", actorId: "${ours.service}"`)).toEqual(['second', 'ours'].sort(byId));
    expect(await found(`applicationId: "${api.theirs.service}"`)).toEqual([]);
  });

  const byId = (one: string, other: string): number => ((known[one] ?? '') < (known[other] ?? '') ? 1 : -1);

  it('describes an exchange, with the records that the caller may read', async () => {
    const { ours } = api;
    const query = `query ($id: ID!) { exchange(id: $id) {
      id outcome error reason description applicationId actorIds requestedScopes grantedScopes position traceId
      transactionId parentId application { id } subjectApplication { id } apiResource { id } user { id } organization { id }
    } }`;
    const { data } = await api.graphql(query, everything, { id: known['ours'] });
    expect(data.exchange).toEqual({
      id: known['ours'],
      outcome: 'GRANTED',
      error: null,
      reason: null,
      description: null,
      applicationId: ours.service,
      actorIds: [ours.service],
      requestedScopes: ['orders:read'],
      grantedScopes: ['orders:read'],
      position: 7,
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      transactionId: known['ours'],
      parentId: null,
      application: { id: ours.service },
      subjectApplication: { id: ours.application },
      apiResource: { id: ours.resource },
      user: { id: ours.user },
      organization: { id: ours.organization },
    });
    const refused = (await api.graphql(query, everything, { id: known['refused'] })).data.exchange;
    expect(refused).toMatchObject({
      outcome: 'REFUSED',
      error: 'invalid_request',
      reason: 'SUBJECT_EXPIRED',
      description: 'the subject token has expired',
      requestedScopes: null,
      grantedScopes: null,
      application: null,
    });
    const rest = await api.rest('GET', `/exchanges/${known['oldest']}`, everything);
    expect(exchangeShape.parse(rest.data)).toMatchObject({
      requestedScopes: ['orders:list', 'orders:read', 'orders:write'],
      grantedScopes: ['orders:list', 'orders:read'],
    });
    for (const id of ['019aa0c4-5b1e-7c3a-9d2f-0a1b2c3d4e5f', 'x', "'"]) {
      expect((await api.graphql(query, everything, { id })).data.exchange).toBeNull();
      expect((await api.rest('GET', `/exchanges/${encodeURIComponent(id)}`, everything)).status).toBe(404);
    }
  });

  it('shows the chain of an exchange, in which each names the one whose token it presented', async () => {
    const query = `{ exchange(id: "${known['third']}") { actorIds transaction { id parentId } } }`;
    const { data } = await api.graphql(query, everything);
    expect(data.exchange.actorIds).toEqual(['app_third', 'app_backend', api.ours.service]);
    const parents = new Map(
      data.exchange.transaction.map(({ id, parentId }: Record<string, string>) => [id, parentId]),
    );
    expect(parents).toEqual(
      new Map([
        [known['third'], known['ours']],
        [known['second'], known['ours']],
        [known['ours'], null],
      ]),
    );
  });

  it('shows an administrator of an organization its exchanges only, without their positions', async () => {
    const { ours } = api;
    const inside = ['exchanges:read', 'users:read', 'applications:read', 'organizations:read'] as const;
    const administrator = { id: ours.user, permissions: [], organizations: { [ours.organization]: inside } };
    const query = `{ exchanges { totalCount nodes { id position user { id } application { id } transaction { id } } } }`;
    const { data, codes } = await api.graphql(query, administrator);
    expect(codes).toEqual([]);
    expect(data.exchanges).toEqual({
      totalCount: 1,
      nodes: [
        {
          id: known['ours'],
          position: null,
          user: { id: ours.user },
          application: { id: ours.service },
          transaction: [{ id: known['ours'] }],
        },
      ],
    });
    expect(await found(`userId: "${ours.user}"`, administrator)).toEqual(['ours']);
    expect(await found(`organizationId: "${api.theirs.organization}"`, administrator)).toEqual([]);
    expect(await found(`transactionId: "${known['second']}"`, administrator)).toEqual([]);
    for (const id of [known['theirs'], known['second'], known['unread']]) {
      expect((await api.graphql(`{ exchange(id: "${id}") { id } }`, administrator)).data.exchange).toBeNull();
      expect((await api.rest('GET', `/exchanges/${id}`, administrator)).status).toBe(404);
    }
  });

  it('takes any time and any UUID as a filter', async () => {
    expect(await found('until: "0001-01-01T00:00:00Z"')).toEqual([]);
    expect(await found('since: "9999-12-31T00:00:00Z"')).toEqual([]);
    for (const id of ['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-8fff-ffffffffffff'])
      expect(await found(`transactionId: "${id}"`)).toEqual([]);
  });

  it('requires the permission of a kind to filter by a record of it', async () => {
    const filters = [
      ['userId', api.ours.user],
      ['applicationId', api.ours.service],
      ['actorId', api.ours.service],
      ['apiResourceId', api.ours.resource],
      ['organizationId', api.ours.organization],
    ];
    for (const [name, id] of filters) {
      expect((await api.graphql(`{ exchanges(filter: { ${name}: "${id}" }) { nodes { id } } }`, reader)).codes).toEqual(
        ['FORBIDDEN'],
      );
      expect((await api.rest('GET', `/exchanges?${name}=${id}`, reader)).codes).toEqual(['FORBIDDEN']);
    }
  });

  it('refuses what is not valid, at its place', async () => {
    const refusals = [
      ['/exchanges?transactionId=x', 'transactionId'],
      ['/exchanges?userId=app_x', 'userId'],
      ['/exchanges?since=yesterday', 'since'],
      ['/exchanges?limit=0', 'limit'],
      ['/exchanges?limit=101', 'limit'],
      ['/exchanges?cursor=x', 'cursor'],
      ['/exchanges?reason=NONE', 'reason'],
      [`/users/${api.ours.user}/acted-for?since=yesterday`, 'since'],
    ];
    for (const [path = '', place] of refusals) {
      const { status, data } = await api.rest('GET', path, everything);
      expect([path, status, data.problems?.[0]?.path?.[0] ?? data.errors?.[0]?.path?.[0]]).toEqual([path, 422, place]);
    }
    expect((await api.graphql('{ exchanges(after: "x") { nodes { id } } }', reader)).codes).toEqual(['INVALID_CURSOR']);
    expect((await api.graphql('{ exchanges(first: 101) { nodes { id } } }', reader)).codes).toEqual(['BAD_USER_INPUT']);
  });
});

it('none of this is logged as an internal error', () => {
  expect(api.logged).toEqual([]);
});
