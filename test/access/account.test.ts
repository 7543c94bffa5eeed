import { describe, expect, it, test } from 'vitest';
import type { Actor } from '../../src/kernel/actor.ts';
import { flowCalls } from '../../src/kernel/my-flows.ts';
import { accountOperations } from '../../src/operations/index.ts';
import { accountApi } from '../../src/rest/account/account-api.ts';
import { accountScopeNames, type AccountScope } from '../../src/vocabulary/account/account-scopes.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { addresses } from '../rest/api.ts';
import { startAccountPlatform } from '../support/accounts/account.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';
import { accountFlowCalls, accountReads, accountTable } from './account-table.ts';

const kernel = perFile(startKernel);
const platform = perFile(startAccountPlatform);
const named = accountOperations.map((operation) => [operation.name, operation] as const);

/** All calls: of operations, and the answers to flows. */
const calls = Object.values({ ...accountTable, ...accountFlowCalls });

/** A person with a token for the Account API. */
const owner = (id: string, ...scopes: AccountScope[]): Actor => ({
  ...actorWith(),
  kind: 'user',
  id,
  authenticatedAt: kernel.now(),
  account: { scopes: new Set(scopes), level: 1, highestLevel: 1 },
});

describe('the table of the Account API', () => {
  it('has a row for every operation, and states what it needs', () => {
    const needed = accountOperations.map(({ name, permission, route, recentSignIn }) => {
      const recent = typeof recentSignIn === 'boolean' ? (recentSignIn ? 'always' : 'never') : recentSignIn;
      return [name, [permission.account, `${route.method} ${route.path}`, recent]];
    });
    expect(Object.fromEntries(needed)).toEqual(accountTable);
  });

  it('has a row for every route', () => {
    const there = accountApi(addresses).routes.map(({ method, path }) => `${method} ${path}`);
    const open = ['GET /openapi.json', 'GET /docs', 'GET /docs/page.js', 'GET /docs/page.css'];
    const writes = calls.map(([, route]) => route);
    expect(there.toSorted()).toEqual([...writes, ...accountReads, ...open].sort());
  });
});

test('the calls of flows need what their table states', () => {
  const needed = Object.values(flowCalls).map(({ name, route, requiresRecentSignIn }) => {
    const recent = requiresRecentSignIn ? 'always' : 'never';
    return [name, ['account:write', `${route.method} ${route.path}`, recent]];
  });
  expect(Object.fromEntries(needed)).toEqual(accountFlowCalls);
});

describe('an operation of the Account API', () => {
  it.each(named)('%s is FORBIDDEN with every permission of the Management API', async (_name, operation) => {
    const refusal = await refusalOf(kernel.run(operation, {}, actorWith(...permissionNames)));
    expect(refusal).toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each(named)('%s is FORBIDDEN with all other scopes of the Account API', async (name, operation) => {
    const { user } = await makeRecords(kernel);
    const others = accountScopeNames.filter((scope) => scope !== accountTable[name]?.[0]);
    expect(await refusalOf(kernel.run(operation, {}, owner(user, ...others)))).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a route of the Account API', () => {
  const ask = async (route: string, token?: string) => {
    const [method = '', path = ''] = route.split(' ');
    const address = `${platform.issuer.url}/account/api${path.replaceAll(/:\w+/g, 'none')}`;
    const response = await fetch(address, { method, ...(token && { headers: { authorization: `Bearer ${token}` } }) });
    const { code } = (await response.json()) as { code?: string };
    return [response.status, code, response.headers.get('www-authenticate')] as const;
  };
  const every = [...calls.map(([, route]) => route), ...accountReads];

  it.each(every)('%s needs a token, and names where its metadata is', async (route) => {
    const metadata = `${platform.issuer.publicUrl}/.well-known/oauth-protected-resource/account`;
    expect(await ask(route)).toEqual([401, 'UNAUTHENTICATED', `Bearer resource_metadata="${metadata}"`]);
  });

  it('refuses a token for the Management API, whatever it may do there', async () => {
    const { prisma } = platform.issuer.database;
    const scopes = await prisma.scope.findMany({ where: { resource: { isBuiltIn: true } } });
    const admin = await platform.person({ scopeIds: scopes.map(({ id }) => id) });
    const signedIn = await platform.web.signIn(admin.username, {
      scope: `openid ${permissionNames.join(' ')}`,
      resource: `${platform.issuer.publicUrl}/api`,
    });
    for (const route of every) {
      const [status, code] = await ask(route, signedIn.tokens.access_token);
      expect([route, status, code]).toEqual([route, 401, 'UNAUTHENTICATED']);
    }
  });

  it('needs the scope that the table states', async () => {
    const [reader, writer] = [
      await platform.person({}, 'openid account:read'),
      await platform.person({}, 'openid account:write'),
    ];
    for (const [scope, route] of calls) {
      const token = scope === 'account:write' ? reader.token : writer.token;
      expect([route, (await ask(route, token))[1]]).toEqual([route, 'FORBIDDEN']);
    }
    for (const route of accountReads) {
      expect([route, (await ask(route, writer.token))[1]]).toEqual([route, 'FORBIDDEN']);
      expect([route, (await ask(route, reader.token))[0]]).toEqual([route, route.includes(':') ? 404 : 200]);
    }
  });
});
