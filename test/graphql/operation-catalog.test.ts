import { expect, it } from 'vitest';
import { flowCalls } from '../../src/kernel/my-flows.ts';
import { accountOperations, bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { perFile } from '../support/per-file.ts';
import { codesOf, type Data, startApi, tokenFor } from './api.ts';

const api = perFile(startApi);

const nothing = tokenFor([]);

it('the catalog has every mutation of the Management API, with its permission, events and REST route, for any caller', async () => {
  const { operations, __schema } = await api.ask(
    `{ operations { name description permission organizationField requiresRecentSignIn recentSignInFields subjectField hasIdempotencyKey isBulk alwaysEmits mayEmit method path }
      __schema { mutationType { fields { name args { name } } } } }`,
    {},
    nothing,
  );
  const ofAccount = [...accountOperations, ...Object.values(flowCalls)].map(({ name }): string => name);
  const mutations: Data[] = __schema.mutationType.fields.filter(({ name }: Data) => !ofAccount.includes(name));
  expect(new Set(operations.map(({ name }: Data) => name))).toEqual(new Set(mutations.map(({ name }) => name)));
  expect(operations).toHaveLength(exposedOperations.length + bulkOperations.length);
  expect(operations.find(({ name }: Data) => name === 'updateOrganization')).toEqual({
    name: 'updateOrganization',
    description: expect.stringMatching(/^Update .*\.$/),
    permission: 'ORGANIZATIONS_WRITE',
    organizationField: 'organizationId',
    requiresRecentSignIn: false,
    recentSignInFields: [],
    subjectField: 'organizationId',
    hasIdempotencyKey: false,
    isBulk: false,
    alwaysEmits: ['ORGANIZATION_DATA_UPDATED'],
    mayEmit: [],
    method: 'PATCH',
    path: '/organizations/:organizationId',
  });
  const recentSignInOf = (name: string) => {
    const { requiresRecentSignIn, recentSignInFields } = operations.find((one: Data) => one.name === name);
    return [requiresRecentSignIn, recentSignInFields];
  };
  expect(recentSignInOf('deleteUsers')).toEqual([true, []]);
  expect(recentSignInOf('updateWebhook')).toEqual([true, ['url', 'headers']]);
  const argumentsOf = (name: string): string[] =>
    mutations.find((field) => field.name === name)?.args.map((argument: Data) => argument.name);
  for (const { name, permission, subjectField, hasIdempotencyKey } of operations) {
    // A null permission: the record belongs to the caller, so no field of the input names it.
    const isVersioned = subjectField !== null || permission === null;
    expect([name, argumentsOf(name).includes('expectedVersion')]).toEqual([name, isVersioned]);
    expect([name, argumentsOf(name).includes('idempotencyKey')]).toEqual([name, hasIdempotencyKey]);
  }
});

it('a caller who leaves out what the map of permissions excludes is refused nothing', async () => {
  const user = (await api.ask('mutation { createUser(input: { name: "Ada" }) { user { id } } }')).createUser.user.id;
  const caller = tokenFor(['users:read']);
  const { fieldPermissions, viewer } = await api.ask(
    '{ fieldPermissions { typeName fieldName permissions isSufficientInOrganization } viewer { permissions } }',
    {},
    caller,
  );
  const mayRead = (type: string, name: string | null): boolean =>
    fieldPermissions
      .filter(({ typeName, fieldName }: Data) => typeName === type && fieldName === name)
      .every(({ permissions }: Data) => permissions.every((one: string) => viewer.permissions.includes(one)));
  expect(mayRead('User', null)).toBe(true);
  expect(mayRead('Role', null)).toBe(false);
  const parts = { roles: '{ id }', organizations: '{ totalCount }', sessions: '{ id }', factors: '{ id }' };
  const allowed = Object.entries(parts).filter(([name]) => mayRead('User', name));
  expect(allowed.map(([name]) => name)).toEqual(['sessions', 'factors']);
  const read = (fields: [string, string][]) =>
    api.call(
      `query ($id: ID!) { user(id: $id) { ${fields.map((one) => one.join(' ')).join(' ')} } }`,
      { id: user },
      caller,
    );
  expect(codesOf(await read(allowed))).toEqual([]);
  const refused = Object.entries(parts).filter(([name]) => !mayRead('User', name));
  expect(codesOf(await read(refused))).toEqual(['FORBIDDEN', 'FORBIDDEN']);
});

it('the map shows which permissions are sufficient in one organization', async () => {
  const { fieldPermissions } = await api.ask(
    '{ fieldPermissions { typeName fieldName permissions isSufficientInOrganization } }',
    {},
    nothing,
  );
  const of = (typeName: string, fieldName: string | null): Data =>
    fieldPermissions.find((one: Data) => one.typeName === typeName && one.fieldName === fieldName);
  expect(of('Organization', null)).toEqual({
    typeName: 'Organization',
    fieldName: null,
    permissions: ['ORGANIZATIONS_READ'],
    isSufficientInOrganization: true,
  });
  expect(of('Webhook', null).isSufficientInOrganization).toBe(false);
  expect(of('Query', 'webhooks').permissions).toEqual(['WEBHOOKS_READ']);
});
