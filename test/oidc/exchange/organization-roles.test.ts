import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addUser } from '../../support/issuer.ts';
import { claimsOf, mint, signInRecords } from '../../support/exchanges/token-endpoint.ts';
import { refused, startManagementExchanges } from './requests/management-exchanges.ts';

/**
 * The reach of an administrator of one organization who gives organization roles, themselves included: scopes of other
 * API resources, in tokens with and without an organization.
 */
const { endpoint, prisma, resource, backend, ...fixture } = await startManagementExchanges();
const { exchange, graphql, scopeId } = fixture;
const { acme, globex, orders } = endpoint.records;
const ordersApi = { resource: 'https://orders.example/api' };
/** orders:list, orders:read, orders:write */
const [, , write = ''] = orders.scopeIds;
let userId: string;
/** The token of the administrator of Acme: for the orders API, and for the Management API. */
let token: string;
let managing: string;
/** Grants orders:write. Defined by an administrator of the platform; no member of Acme has it. */
let manager: string;

async function newOrganizationRole(...scopeIds: string[]): Promise<string> {
  const id = ids.next('organizationRole');
  const apiScopes = { create: scopeIds.map((one) => ({ scopeId: one })) };
  await prisma.organizationRole.create({ data: { id, name: id, apiScopes } });
  return id;
}

let administrator: string;
beforeAll(async () => {
  userId = (await addUser(prisma)).id;
  administrator = await newOrganizationRole(scopeId('organizations:write'));
  manager = await newOrganizationRole(write);
  await prisma.organizationUser.create({ data: { organizationId: acme, userId } });
  const held = { organizationId: acme, userId, organizationRoleId: administrator };
  await prisma.organizationUserRole.create({ data: held });
  const claims = claimsOf(endpoint, await signInRecords(endpoint, userId, endpoint.records.shop.id));
  token = await mint(endpoint, claims);
  managing = await mint(endpoint, { ...claims, aud: resource, scope: 'organizations:write' });
});

const codesOf = async (query: string, variables: object): Promise<string[]> =>
  ((await graphql(managing, query, variables)).errors ?? []).map(({ extensions }) => extensions.code);
const give = (organizationId: string, member: string, organizationRoleIds: string[]) =>
  codesOf(
    `mutation ($input: SetOrganizationMemberRolesInput!) {
      setOrganizationMemberRoles(input: $input) { organization { id } }
    }`,
    { input: { organizationId, userId: member, organizationRoleIds } },
  );

describe('an administrator of one organization', () => {
  test('gives themselves any organization role there, and so its scopes of other API resources', async () => {
    const asked = { ...ordersApi, scope: 'orders:write' };
    const none = refused('invalid_scope', 'the user holds none of these scopes on this resource');
    expect(await exchange(backend, token, asked)).toEqual(none);
    expect(await give(acme, userId, [administrator, manager])).toEqual([]);
    expect(await exchange(backend, token, asked)).toMatchObject({ status: 200, scope: 'orders:write' });
  });

  test('has these scopes in a token without an organization, which does not state where they are held', async () => {
    const { token: exchanged } = await exchange(backend, token, ordersApi);
    expect(decodeJwt(exchanged)).toMatchObject({ scope: 'orders:write', aud: ordersApi.resource });
    expect(decodeJwt(exchanged)).not.toHaveProperty('organization_id');
  });

  test('has them in a token of that organization, which names it, and in none of another one', async () => {
    const { token: exchanged } = await exchange(backend, token, { ...ordersApi, organization_id: acme });
    expect(decodeJwt(exchanged)).toMatchObject({ scope: 'orders:write', organization_id: acme });
    expect(await exchange(backend, token, { ...ordersApi, organization_id: globex })).toEqual(
      refused('access_denied', 'the user is not a member of this organization'),
    );
    await prisma.organizationUser.create({ data: { organizationId: globex, userId } });
    expect(await exchange(backend, token, { ...ordersApi, organization_id: globex })).toMatchObject({ scope: '' });
  });

  test('gives nothing in another organization', async () => {
    expect(await give(globex, userId, [manager])).toEqual(['FORBIDDEN']);
  });

  test('gives no permission of the Management API that they lack there', async () => {
    const reader = await newOrganizationRole(scopeId('users:read'));
    expect(await give(acme, userId, [administrator, manager, reader])).toEqual(['FORBIDDEN']);
    const writer = await newOrganizationRole(scopeId('users:write'));
    expect(await give(acme, userId, [administrator, manager, writer])).toEqual([]);
    const { data } = await graphql(managing, '{ viewer { permissions organizations { permissions } } }');
    expect(data.viewer).toEqual({ permissions: [], organizations: [{ permissions: ['ORGANIZATIONS_WRITE'] }] });
  });

  test('cannot put scopes into organization roles, nor give roles that count everywhere', async () => {
    const add = `mutation ($input: AddOrganizationRoleApiScopesInput!) {
      addOrganizationRoleApiScopes(input: $input) { organizationRole { id } }
    }`;
    const assign = 'mutation ($input: AssignUserRolesInput!) { assignUserRoles(input: $input) { user { id } } }';
    expect(await codesOf(add, { input: { organizationRoleId: manager, scopeIds: orders.scopeIds } })).toEqual([
      'FORBIDDEN',
    ]);
    expect(await codesOf(assign, { input: { userId, roleIds: [ids.next('role')] } })).toEqual(['FORBIDDEN']);
  });

  test('loses them with the organization role, at once', async () => {
    expect(await give(acme, userId, [administrator])).toEqual([]);
    expect(await exchange(backend, token, ordersApi)).toMatchObject({ status: 200, scope: '' });
  });
});
