import { beforeAll, describe, expect, it } from 'vitest';
import { exchangeExplanationSchema } from '../../src/domain/oauth/exchange-explanation.ts';
import { exchangeTotalsShape } from '../../src/vocabulary/exchanges/edge-shapes.ts';
import { addSums } from '../support/exchanges/exchange-rows.ts';
import { explanationPermissions } from '../../src/vocabulary/token-exchange.ts';
import { makeOrders, orders } from '../graphql/lists/orders.ts';
import { perFile } from '../support/per-file.ts';
import { refusal, startRest, tokenFor } from './api.ts';

const rest = perFile(startRest);
let records: Awaited<ReturnType<typeof makeOrders>>;
beforeAll(async () => {
  records = await makeOrders(rest.kernel.database);
});

const path = '/token-exchange/explanation';
const ask = (changed: [string, string][] = [], token?: string) => {
  const query = new URLSearchParams([...Object.entries(records.usual), ...changed]);
  return rest.send(`GET ${path}?${query}`, token === undefined ? {} : { token });
};

describe('GET /api/token-exchange/explanation', () => {
  it('returns the result of an exchange, scope by scope, in the documented form', async () => {
    const { status, json } = await ask([
      ['scopes', 'orders:read'],
      ['scopes', 'orders:write'],
      ['organizationId', records.globex],
    ]);
    expect(status).toBe(200);
    expect(exchangeExplanationSchema.parse(json)).toEqual(json);
    expect(json).toMatchObject({
      outcome: { isGranted: true, scope: 'orders:read', expiresIn: 900 },
      user: { userId: records.ada.id, state: 'active' },
      membership: { organizationId: records.globex, isMember: true },
      resource: { indicator: orders },
    });
    const [read, write] = json.scopes;
    expect([read.reason, read.through.length, read.inOtherOrganizations]).toEqual([null, 2, []]);
    expect(write).toMatchObject({
      reason: 'HELD_IN_OTHER_ORGANIZATION',
      through: [],
      inOtherOrganizations: [{ roleId: null, organizationId: records.acme }],
    });
  });

  it('covers all scopes of the API resource by default', async () => {
    const { json } = await ask();
    expect(json.scopes).toHaveLength(4);
    expect(json.membership).toBeNull();
  });

  it('requires several permissions, and lists the missing ones', async () => {
    expect((await ask([], tokenFor(explanationPermissions))).status).toBe(200);
    for (const missing of explanationPermissions) {
      const answer = await ask([], tokenFor(explanationPermissions.filter((permission) => permission !== missing)));
      expect([answer.status, answer.json.detail]).toEqual([403, `Requires the permission ${missing}.`]);
      expect(answer.json.permissions).toEqual([missing]);
    }
    const nothing = await ask([], tokenFor(['users:read']));
    expect([nothing.status, nothing.json.permissions]).toEqual([
      403,
      ['applications:read', 'roles:read', 'resources:read'],
    ]);
    expect((await rest.send(`GET ${path}`, { token: null })).status).toBe(401);
  });

  it.each([
    ['a parameter that there is not', [['color', 'blue']], 'color'],
    ['a parameter twice', [['resource', orders]], 'resource'],
    ['101 scopes', Array.from({ length: 101 }, (_, index) => ['scopes', `s${index}`]), 'scopes'],
    ['an id that can be none', [['organizationId', 'a b']], 'organizationId'],
    ['U+0000 in an id', [['organizationId', 'org_\0']], 'organizationId'],
  ] as [string, [string, string][], string][])('refuses %s with its path', async (_what, changed, place) => {
    expect(refusal(await ask(changed))).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: [place] });
  });

  it('names missing parameters', async () => {
    const answer = await rest.send(`GET ${path}`);
    expect(refusal(answer)).toMatchObject({ status: 422, paths: ['applicationId', 'userId', 'resource'] });
  });

  it('accepts identifiers that match nothing', async () => {
    const { status, json } = await ask([
      ['scopes', 'a\0b'],
      ['scopes', '\u{1F600}'],
    ]);
    expect([status, json.outcome.error]).toEqual([200, 'invalid_scope']);
    expect(json.scopes.map(({ reason }: { reason: string }) => reason)).toEqual(['MALFORMED', 'MALFORMED']);
  });
});

describe('GET /api/token-exchange/totals', () => {
  const now = () => rest.kernel.now();
  const count = {
    applicationId: 'app_x',
  } as const;
  const since = () => new Date(now().getTime() - 3600_000).toISOString();
  const totals = (query: string, token?: string) =>
    rest.send(`GET /token-exchange/totals?${query}`, token === undefined ? {} : { token });

  it('returns what was counted in the time range, in the documented form', async () => {
    const long = new Date(now().getTime() - 48 * 3600_000);
    await addSums(rest.kernel.database, [
      { ...count, at: now(), count: 3 },
      { ...count, at: long, count: 5 },
    ]);
    const { status, json } = await totals(`since=${since()}`);
    expect([status, exchangeTotalsShape.parse(json)]).toEqual([200, json]);
    expect(json).toMatchObject({ totals: [{ applicationId: 'app_x', granted: 3, refused: 0 }], hasMore: false });
    const until = new Date(long.getTime() + 3600_000).toISOString();
    expect((await totals(`since=${long.toISOString()}&until=${until}`)).json.totals).toMatchObject([{ granted: 5 }]);
  });

  it('requires both permissions, and lists the missing ones', async () => {
    const answer = await totals(`since=${since()}`, tokenFor(['applications:read']));
    expect([answer.status, answer.json.permissions]).toEqual([403, ['resources:read']]);
    expect((await totals(`since=${since()}`, tokenFor(['applications:read', 'resources:read']))).status).toBe(200);
  });

  it.each([
    ['no range', '', 'since'],
    ['a text that is no time', 'since=yesterday', 'since'],
    ['an end before the beginning', 'since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', 'until'],
  ])('refuses %s with its path', async (_what, query, place) => {
    expect(refusal(await totals(query))).toEqual({ status: 422, code: 'BAD_USER_INPUT', paths: [place] });
  });
});
