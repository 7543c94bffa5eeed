import { beforeAll, describe, expect, it } from 'vitest';
import { exchangeEdgesShape, exchangeUseShape } from '../../../src/vocabulary/exchanges/edge-shapes.ts';
import { permissionNames } from '../../../src/vocabulary/permissions.ts';
import { addExchanges, sumUp } from '../../support/exchanges/exchange-rows.ts';
import { holder, startManagementApi } from '../../support/management-api.ts';
import { perFile } from '../../support/per-file.ts';

const api = perFile(startManagementApi);
const everything = holder(...permissionNames);
const reader = holder('exchanges:read');
const day = 24 * 3600 * 1000;
const at = (days: number): Date => new Date(api.kernel.now().getTime() - days * day);
const from = (days: number): string => at(days).toISOString();

beforeAll(async () => {
  const { ours, kernel } = api;
  await kernel.database.pool.query('TRUNCATE exchanges, exchange_days, exchange_people, delegations');
  const edge = { applicationId: ours.service, apiResourceId: ours.resource, subjectApplicationId: ours.application };
  const refused = { granted: null, reason: 'SCOPE_NOT_HELD' } as const;
  await addExchanges(kernel.database, [{ ...edge, at: at(40), userId: 'user_1' }]);
  await addExchanges(kernel.database, [
    { ...edge, at: at(2), userId: 'user_1', granted: 'orders:read orders:write' },
    { ...edge, at: at(1), userId: 'user_2', chain: 'app_before impersonation' },
    { ...edge, at: at(1), ...refused },
    { ...edge, at: at(1), ...refused, reason: 'NOT_A_MEMBER' },
    { ...edge, at: at(0), ...refused },
    {
      at: at(0),
      applicationId: 'app_gone',
      apiResourceId: '',
      subjectApplicationId: '',
      chain: 'impersonation',
      ...refused,
    },
  ]);
  await sumUp(kernel.database);
});

const fields = `applicationId subjectApplicationId actorIds isImpersonated subjectResource apiResourceId granted refused
  refusals { reason error count } scopes people firstAt lastAt isNew
  application { id } subjectApplication { id } apiResource { id }`;

const edges = async (range: string, caller = everything) => {
  const { data, codes } = await api.graphql(`{ exchangeEdges${range} { hasMore edges { ${fields} } } }`, caller);
  expect(codes).toEqual([]);
  return data.exchangeEdges.edges;
};

describe('exchangeEdges', () => {
  it('has the exchanges of the last 30 days by application and API resource, the most used first', async () => {
    const { ours } = api;
    const [first, second, ...more] = await edges('');
    expect(first).toEqual({
      applicationId: ours.service,
      subjectApplicationId: null,
      actorIds: [ours.service],
      isImpersonated: true,
      subjectResource: null,
      apiResourceId: ours.resource,
      granted: 2,
      refused: 3,
      refusals: [
        { reason: 'SCOPE_NOT_HELD', error: 'invalid_scope', count: 2 },
        { reason: 'NOT_A_MEMBER', error: 'access_denied', count: 1 },
      ],
      scopes: ['orders:read', 'orders:write'],
      people: 2,
      firstAt: from(2),
      lastAt: from(0),
      isNew: false,
      application: { id: ours.service },
      subjectApplication: null,
      apiResource: { id: ours.resource },
    });
    const unknown = { applicationId: 'app_gone', application: null, apiResourceId: null, isNew: true };
    // Someone only tried to act as a person.
    expect(second).toMatchObject({ ...unknown, isImpersonated: true, granted: 0, refused: 1 });
    expect(more).toEqual([]);
  });

  it('is divided by path, if that is selected', async () => {
    const { ours } = api;
    const paths = await edges('(groupBy: PATH)');
    const ofOurs = paths.filter(({ applicationId }: { applicationId: string }) => applicationId === ours.service);
    expect(ofOurs).toMatchObject([
      {
        actorIds: [ours.service],
        subjectApplicationId: ours.application,
        subjectResource: 'urn:shop',
        isImpersonated: false,
        granted: 1,
        isNew: false,
      },
      { actorIds: [ours.service, 'app_before'], isImpersonated: true, granted: 1, refused: 0, people: 1, isNew: true },
    ]);
  });

  it('has whole days of a range', async () => {
    expect(await edges(`(since: "${from(45)}", until: "${from(35)}")`)).toMatchObject([
      { granted: 1, refused: 0, firstAt: from(40), isNew: true },
    ]);
    expect(await edges(`(since: "${from(30)}", until: "${from(20)}")`)).toEqual([]);
    expect(await edges('(since: "0001-01-01T00:00:00Z", until: "9999-12-31T00:00:00Z")')).toHaveLength(2);
  });

  it('is the same over REST', async () => {
    const rest = await api.rest('GET', '/exchange-edges?groupBy=PATH', everything);
    expect(exchangeEdgesShape.parse(rest.data)).toEqual(rest.data);
    expect(rest.data.edges).toHaveLength(3);
  });

  it('requires the permission everywhere, because edges cross organizations', async () => {
    const { ours } = api;
    const administrator = {
      id: ours.user,
      permissions: [],
      organizations: { [ours.organization]: ['exchanges:read'] as const },
    };
    for (const caller of [administrator, holder('applications:read')]) {
      expect((await api.graphql('{ exchangeEdges { hasMore } }', caller)).codes).toEqual(['FORBIDDEN']);
      expect((await api.rest('GET', '/exchange-edges', caller)).codes).toEqual(['FORBIDDEN']);
    }
    const { data, codes } = await api.graphql('{ exchangeEdges { edges { granted application { id } } } }', reader);
    expect([data.exchangeEdges.edges, codes]).toEqual([
      [
        { granted: 2, application: null },
        { granted: 0, application: null },
      ],
      ['FORBIDDEN', 'FORBIDDEN'],
    ]);
  });

  it('refuses what is not valid, at its place', async () => {
    for (const [query, place] of [
      ['since=yesterday', 'since'],
      ['since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'until'],
      ['groupBy=PERSON', 'groupBy'],
    ]) {
      const { status, data } = await api.rest('GET', `/exchange-edges?${query}`, everything);
      expect([status, data.problems?.[0]?.path?.[0] ?? data.errors?.[0]?.path?.[0]]).toEqual([422, place]);
    }
  });
});

describe('exchangeUse', () => {
  it('has only the edges of its application or API resource', async () => {
    const { ours } = api;
    const query = `{ application(id: "${ours.service}") { exchangeUse { granted apiResourceId } }
      apiResource(id: "${ours.resource}") { exchangeUse(groupBy: PATH) { applicationId } } }`;
    const { data } = await api.graphql(query, everything);
    expect(data.application.exchangeUse).toEqual([{ granted: 2, apiResourceId: ours.resource }]);
    expect(data.apiResource.exchangeUse).toEqual([{ applicationId: ours.service }, { applicationId: ours.service }]);
    const rest = await api.rest('GET', `/applications/${ours.service}/exchange-use`, everything);
    expect(rest.data.items.map((item: unknown) => exchangeUseShape.parse(item))).toMatchObject([{ granted: 2 }]);
    const ofResource = await api.rest('GET', `/resources/${ours.resource}/exchange-use?groupBy=PATH`, everything);
    expect(ofResource.data.items).toHaveLength(2);
  });

  it('is read in as many statements for many records as for one', async () => {
    const query = '{ applications(first: 100) { nodes { id exchangeUse { granted } } } }';
    const { data } = await api.graphql(query, everything);
    const used = data.applications.nodes.filter(({ exchangeUse }: { exchangeUse: unknown[] }) => exchangeUse.length);
    expect(used).toEqual([{ id: api.ours.service, exchangeUse: [{ granted: 2 }] }]);
    const one = `{ application(id: "${api.ours.service}") { exchangeUse { granted } } }`;
    const statementsOf = (text: string) => api.statementsOf(() => api.graphql(text, everything));
    expect(await statementsOf(query)).toBe(await statementsOf(one));
  });
});

it('none of this is logged as an internal error', () => {
  expect(api.logged).toEqual([]);
});
