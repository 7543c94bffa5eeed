import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { schema } from '../../src/graphql/schema.ts';
import type { OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { managementApi } from '../../src/rest/management-api.ts';
import { type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { examples } from '../operations/examples/index.ts';
import { addresses } from '../rest/api.ts';
import {
  administratorOf,
  bulkInput,
  type Answer,
  type Caller,
  holder,
  mutationOf,
  requestOf,
  startManagementApi,
} from '../support/management-api.ts';
import { actorWith, refusalOf } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { accountFlowCalls, accountTable } from './account-table.ts';
import {
  bulkOperations as bulkTable,
  openQueries,
  openRoutes,
  tokenRoutes,
  operations as operationTable,
  ownOperations,
  otherRoutes,
  queries,
  routes,
} from './table.ts';

const api = perFile(startManagementApi);

const allBut = (...left: string[]): Caller => holder(...permissionNames.filter((name) => !left.includes(name)));
const refusals = ['UNAUTHENTICATED', 'FORBIDDEN'];
/** The refusal for a missing permission, or "allowed" for any other result. */
const verdict = ({ codes }: Answer): string => codes.find((code) => refusals.includes(code)) ?? 'allowed';

describe('the table', () => {
  it('has a row for every exposed operation', () => {
    const surfaced = exposedOperations.map(({ name }) => name);
    const listed = [...Object.keys(operationTable), ...Object.keys(ownOperations)];
    expect(listed.toSorted()).toEqual(surfaced.sort());
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
    const ofAccount = Object.keys({ ...accountTable, ...accountFlowCalls });
    expect([...listed, ...ofAccount, ...Object.keys(bulkTable)].sort()).toEqual(mutations.sort());
    expect(
      bulkOperations.map(({ name, operation, route }) => [name, [operation.name, `${route.method} ${route.path}`]]),
    ).toEqual(Object.entries(bulkTable));
  });

  it('has a row for every field of Query', () => {
    const fields = Object.keys(schema.getQueryType()?.getFields() ?? {});
    expect([...Object.keys(queries), ...openQueries].sort()).toEqual(fields.sort());
  });

  it('has a row for every route', () => {
    const own = [
      ...Object.values(operationTable).map(([, , route]) => route),
      ...Object.values(ownOperations).map(([route]) => route),
      ...Object.values(bulkTable).map(([, route]) => route),
    ];
    const there = managementApi(addresses).routes.map(({ method, path }) => `${method} ${path}`);
    const asDryRun = (route: string) => route.replace(' ', ' /dry-run');
    const withoutQuery = (route: string) => route.replace(/\?.*/, '');
    const isAsset = (route: string) => route.startsWith('GET /docs/');
    expect(there.filter((route) => !isAsset(route)).sort()).toEqual(
      [
        ...own,
        ...own.map(asDryRun),
        ...Object.keys(routes),
        ...Object.keys(otherRoutes),
        asDryRun('POST /users/import'),
        ...tokenRoutes.map(withoutQuery),
        ...openRoutes,
      ].sort(),
    );
  });
});

/** The query of an explanation or of totals. */
function questionOf(path: string, { n, service, user }: typeof api.ours): string {
  if (/\/(body|holders|:trialId|exchange-policy)$/.test(path)) return '';
  if (/\/(totals|figures)$/.test(path)) return '?since=2026-01-01T00:00:00Z';
  const resource = path.startsWith('/token-exchange') ? `&resource=https://orders.example/${n}` : '';
  return `?applicationId=${service}&userId=${user}${resource}`;
}

describe('a hand-written route', () => {
  it.each(Object.entries(otherRoutes))('%s is permitted for the callers in the table', async (route, needed) => {
    const [method = '', path = ''] = route.split(' ');
    const { ours } = api;
    const filled = path
      .replace(':webhookId', ours.webhook)
      .replace(':deliveryId', ours.delivery)
      .replace(':eventId', ours.toldEvent);
    const target = method === 'GET' ? filled + questionOf(path, ours) : path;
    const ask = (caller: Caller | null) => api.rest(method, target, caller, method === 'GET' ? undefined : {});
    expect((await ask(null)).codes).toEqual(['UNAUTHENTICATED']);
    expect(verdict(await ask(holder(...needed)))).toBe('allowed');
    for (const missing of needed) expect((await ask(allBut(missing))).codes).toEqual(['FORBIDDEN']);
    for (const caller of [holder(), administratorOf(ours), administratorOf(api.theirs)]) {
      expect((await ask(caller)).codes).toEqual(['FORBIDDEN']);
    }
  });

  it.each(tokenRoutes)('%s requires a token and no permission', async (route) => {
    const ask = (caller: Caller | null) => api.rest('GET', route.slice('GET '.length), caller);
    expect((await ask(null)).codes).toEqual(['UNAUTHENTICATED']);
    expect((await ask(holder())).codes).toEqual([]);
  });

  it.each(openRoutes)('%s is public', async (route) => {
    const response = await fetch(`${api.restUrl}${route.slice('GET '.length)}`);
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });
});

/** A valid input for our organization, in the name of its administrator. */
function inputFor(name: string): Record<string, unknown> {
  const input = examples[name]?.(api.ours).input;
  if (!input) throw new Error(`there is no example of ${name}`);
  // Only a caller with every permission turns it on.
  if (name === 'setApplicationImpersonation') return { ...input, impersonationAllowed: false };
  return name === 'setOrganizationInvitationStatus' ? { ...input, status: 'Revoked', acceptedUserId: null } : input;
}

describe.each(['GraphQL', 'REST'])('through %s', (channel) => {
  const call = (name: string, caller: Caller | null, input: Record<string, unknown>): Promise<Answer> => {
    if (channel === 'REST') {
      const route = operationTable[name]?.[2] ?? bulkTable[name]?.[1] ?? ownOperations[name]?.[0] ?? '';
      const [method, path, body] = requestOf(route, input);
      return api.rest(method, path, caller, body);
    }
    const { query, variables } = mutationOf(name, input);
    return api.graphql(query, caller, variables);
  };

  it.each(Object.entries(operationTable))(
    '%s is permitted for the callers in the table',
    async (name, [permission, where]) => {
      const input = inputFor(name);
      // The callers are no users who exist.
      const allowed = name === 'createSubjectToken' ? ['NOT_FOUND'] : [];
      expect(verdict(await call(name, null, input))).toBe('UNAUTHENTICATED');
      expect(verdict(await call(name, holder(), input))).toBe('FORBIDDEN');
      expect(verdict(await call(name, allBut(permission), input))).toBe('FORBIDDEN');
      expect((await call(name, holder(permission), input)).codes).toEqual(allowed);
      const ours = where === 'in its organization' ? [] : ['FORBIDDEN'];
      expect((await call(name, administratorOf(api.ours), input)).codes).toEqual(ours);
      expect((await call(name, administratorOf(api.theirs), input)).codes).toEqual(['FORBIDDEN']);
      expect(api.logged).toEqual([]);
    },
  );

  it.each(Object.entries(ownOperations))(
    '%s is permitted for a user with any permission, everywhere or in an organization',
    async (name, [, input]) => {
      const { user: id } = api.ours;
      expect((await call(name, null, input)).codes).toEqual(['UNAUTHENTICATED']);
      expect((await call(name, { id, permissions: [] }, input)).codes).toEqual(['FORBIDDEN']);
      for (const single of permissionNames) {
        expect([single, ...(await call(name, { id, permissions: [single] }, input)).codes]).toEqual([single]);
      }
      expect((await call(name, administratorOf(api.ours), input)).codes).toEqual([]);
    },
  );

  it.each(bulkOperations)('$name is permitted for the callers of its single operation', async (bulk) => {
    const { name, operation } = bulk;
    const [permission, where] = operationTable[operation.name] ?? [];
    const input = { ...bulkInput(bulk, inputFor(operation.name)), mode: 'ALL' };
    expect((await call(name, null, input)).codes).toEqual(['UNAUTHENTICATED']);
    expect((await call(name, holder(...(permission ? [permission] : [])), input)).codes).toEqual([]);
    const ours = where === 'in its organization' ? [] : ['FORBIDDEN'];
    expect((await call(name, administratorOf(api.ours), input)).codes).toEqual(ours);
    for (const caller of [holder(), allBut(permission ?? ''), administratorOf(api.theirs)]) {
      expect((await call(name, caller, input)).codes).toEqual(['FORBIDDEN']);
    }
  });
});

/** The kernel decides for both APIs. A request for each permission would take a hundred times as long. */
describe('in the kernel', () => {
  const origin = { channel: 'graphql', requestId: 'req_1' } as const;
  const alone = (permission: Permission | undefined) =>
    permissionNames.filter((name) => name !== permission).map((name) => actorWith(name));

  type Callable = TypedOperation<z.ZodType, OutputShape>;
  const callable = exposedOperations.filter(({ name }) => operationTable[name]) as unknown as Callable[];
  it.each(callable)('$name is FORBIDDEN with any other permission alone', async (operation) => {
    const [permission] = operationTable[operation.name] ?? [];
    const input = inputFor(operation.name);
    for (const actor of alone(permission))
      expect(await refusalOf(api.kernel.execute(operation, actor, input, origin))).toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each(bulkOperations)('$name is FORBIDDEN with any other permission alone', async (bulk) => {
    const [permission] = operationTable[bulk.operation.name] ?? [];
    const input = bulkInput(bulk, inputFor(bulk.operation.name));
    for (const actor of alone(permission))
      expect(await refusalOf(api.kernel.executeBulk(bulk, actor, input, origin))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
