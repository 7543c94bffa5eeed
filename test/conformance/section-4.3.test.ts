import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import type { Operation } from '../../src/kernel/operation.ts';
import { exposedOperations } from '../../src/operations/index.ts';
import { type ManagementApis, openManagementApis } from './fixture.ts';
import { type Call, calls } from './calls.ts';
import { besides, type Pair, pairs, section43 } from './section-4.3.ts';

const named = pairs.map((pair) => [pair.name, pair] as const);

/** Names of path parameters are irrelevant. */
const shapeOf = (path: string): string => path.replaceAll(/:\w+/g, ':');
function operationOf({ method, path }: Pair): Operation {
  const found = exposedOperations.filter(
    ({ route }) => route.method === method && shapeOf(route.path) === shapeOf(path),
  );
  const [operation] = found;
  if (!operation || found.length > 1) throw new Error(`${method} ${path} has ${found.length} operations`);
  return operation;
}

describe('the table of section 4.3', () => {
  it('has 31 rows with 34 pairs of method and path', () => {
    expect([section43.length, pairs.length]).toEqual([31, 34]);
    expect(new Set(pairs.map(({ name }) => name)).size).toBe(34);
    expect(Object.keys(calls)).toEqual(pairs.map(({ name }) => name));
  });

  test.each(named)('%s is one operation, which declares exactly its events', (name, pair) => {
    const { always, sometimes } = operationOf(pair);
    const others = besides[name] ?? [];
    expect(always.filter((type) => !others.includes(type))).toEqual(pair.always);
    expect(sometimes.filter((type) => !others.includes(type))).toEqual(pair.whenAsked);
    expect([...always, ...sometimes].toSorted()).toEqual([...pair.always, ...pair.whenAsked, ...others].toSorted());
  });
});

describe.each(['GraphQL', 'REST'] as const)('called through %s', (api) => {
  let apis: ManagementApis;
  beforeAll(async () => {
    apis = await openManagementApis();
  });
  afterAll(() => apis[Symbol.asyncDispose]());

  const callsOf = async ({ name }: Pair): Promise<Call[]> => {
    const records = await apis.records();
    return (calls[name] as (typeof calls)[string])(records);
  };

  test.each(named)('%s emits exactly its events', async (_name, pair) => {
    for (const call of await callsOf(pair)) {
      const expected = [...pair.always, ...(call.emits ?? [])];
      const emitted = await apis.call(api, operationOf(pair), call);
      expect(emitted.toSorted()).toEqual(expected.toSorted());
      expect((call.emits ?? []).filter((type) => pair.whenAsked.includes(type))).toEqual(
        call.emits ? pair.whenAsked : [],
      );
    }
  });

  const repeatable = named.filter(([, { method }]) => method === 'PATCH' || method === 'PUT' || method === 'POST');
  test.each(repeatable)('%s emits nothing if nothing changes', async (_name, pair) => {
    const emitted: string[] = [];
    for (const call of await callsOf(pair)) {
      await apis.call(api, operationOf(pair), call);
      if (call.again === 'nothing') emitted.push(...(await apis.call(api, operationOf(pair), call)));
    }
    expect(emitted).toEqual([]);
  });

  it('PUT /organization-invitations/:id/status with another status adds no member', async () => {
    const { invitation } = await apis.records();
    const pair = pairs.find(({ path }) => path === '/organization-invitations/:id/status') as Pair;
    const call = { ids: [invitation], body: { status: 'Revoked' } };
    expect(await apis.call(api, operationOf(pair), call)).toEqual(['OrganizationInvitation.Updated']);
  });
});
