import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { isPermissionIn, type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import {
  type Answer,
  type Caller,
  holder,
  mutationOf,
  requestOf,
  startManagementApi,
} from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';

/** Callers who can let an application exchange tokens for the Management API, and those who get its rights by that. */
const api = perFile(startManagementApi);
const newRecords = () => makeRecords(api.kernel);

type Input = Record<string, unknown>;
type Call = (name: string, caller: Caller, input: Input, dryRun?: boolean) => Promise<Answer>;

const graphql: Call = (name, caller, input, dryRun = false) => {
  const { query, variables } = mutationOf(name, input, dryRun);
  return api.graphql(query, caller, variables);
};
const rest: Call = (name, caller, input, dryRun = false) => {
  const route = exposedOperations.find((operation) => operation.name === name)?.route;
  const [method, path, body] = requestOf(`${route?.method} ${route?.path}`, input, dryRun);
  return api.rest(method, path, caller, body);
};
const surfaces: [string, Call][] = [
  ['GraphQL', graphql],
  ['REST', rest],
];

const without = (...missing: Permission[]) => holder(...permissionNames.filter((name) => !missing.includes(name)));
const everything = holder(...permissionNames);
const writer = holder('applications:write');
const machine = { ...everything, id: ids.next('application') };
const late = { ...everything, signInAge: 901 };

const stored = async (id: string): Promise<unknown> =>
  (await api.kernel.database.prisma.application.findUniqueOrThrow({ where: { id } })).managementApiAllowed;

/** An application that may exchange tokens, but not for the Management API. */
async function newBackend(): Promise<string> {
  const { backend } = await newRecords();
  await api.kernel.database.prisma.application.update({
    where: { id: backend },
    data: { managementApiAllowed: false },
  });
  return backend;
}
const on = (applicationId: string) => ({ applicationId, managementApiAllowed: true });
const off = (applicationId: string) => ({ applicationId, managementApiAllowed: false });
const created = {
  name: 'New',
  type: 'MACHINE_TO_MACHINE',
  tokenExchangeAllowed: true,
  managementApiAllowed: true,
  secret: { name: 'first' },
};

it('the setting is an input of two operations, of which none has a bulk form', () => {
  const having = exposedOperations.filter(({ input }) => 'managementApiAllowed' in (input as z.ZodObject).shape);
  expect(having.map(({ name }) => name)).toEqual(['createApplication', 'setApplicationManagementApi']);
  expect(bulkOperations.filter(({ operation }) => having.includes(operation as never))).toEqual([]);
});

describe.each(surfaces)('through %s', (_title, call) => {
  it.each(permissionNames.filter((name) => name !== 'applications:write'))(
    'a caller without %s can neither turn it on nor create an application with it, and learns what is missing',
    async (missing) => {
      const id = await newBackend();
      const before = await api.kernel.database.prisma.application.count();
      for (const dryRun of [true, false]) {
        for (const answer of [
          await call('setApplicationManagementApi', without(missing), on(id), dryRun),
          await call('createApplication', without(missing), created, dryRun),
        ]) {
          expect(answer.codes).toEqual(['FORBIDDEN']);
          expect(answer.text).toContain(`This would grant ${missing}, which you do not hold yourself.`);
        }
      }
      expect([await stored(id), await api.kernel.database.prisma.application.count()]).toEqual([false, before]);
    },
  );

  it('a caller with every permission can, if it is a person with a recent sign-in', async () => {
    const id = await newBackend();
    const code = 'INSUFFICIENT_USER_AUTHENTICATION';
    for (const name of ['setApplicationManagementApi', 'createApplication']) {
      const input = name === 'createApplication' ? created : on(id);
      expect((await call(name, late, input)).codes).toEqual([code]);
      expect((await call(name, { ...late, signInAge: null }, input)).codes).toEqual([code]);
      expect((await call(name, late, input, true)).codes).toEqual([]);
    }
    expect(await stored(id)).toBe(false);
    expect((await call('setApplicationManagementApi', everything, on(id))).codes).toEqual([]);
    expect(await stored(id)).toBe(true);
    expect((await call('createApplication', everything, created)).codes).toEqual([]);
    const other = await newBackend();
    expect((await call('setApplicationManagementApi', machine, on(other))).codes).toEqual([]);
    expect(await stored(other)).toBe(true);
  });

  it('permissions of single organizations do not count', async () => {
    const { backend, organization } = await newRecords();
    const there = permissionNames.filter((name) => isPermissionIn(organization, name));
    const caller = { ...without(...there), organizations: { [organization]: there } };
    await call('setApplicationManagementApi', writer, off(backend));
    expect((await call('setApplicationManagementApi', caller, on(backend))).codes).toEqual(['FORBIDDEN']);
    expect(await stored(backend)).toBe(false);
  });

  it('everyone with applications:write can turn it off, also without a recent sign-in', async () => {
    const { backend } = await newRecords();
    expect((await call('setApplicationManagementApi', { ...writer, signInAge: 901 }, off(backend))).codes).toEqual([]);
    expect(await stored(backend)).toBe(false);
    const { backend: other } = await newRecords();
    const stop = { applicationId: other, tokenExchangeAllowed: false };
    expect((await call('setApplicationTokenExchange', { ...writer, signInAge: 901 }, stop)).codes).toEqual([]);
    expect(await stored(other)).toBe(false);
    // A switch that they turned off they cannot turn on again, together with token exchange or after it.
    expect((await call('setApplicationTokenExchange', writer, { ...stop, tokenExchangeAllowed: true })).codes).toEqual(
      [],
    );
    expect(await stored(other)).toBe(false);
    expect((await call('setApplicationManagementApi', writer, on(other))).codes).toEqual(['FORBIDDEN']);
  });

  it('exchange rules that were changed while it was off apply there only if a caller with every permission allows it', async () => {
    const { backend } = await newRecords();
    expect((await call('setApplicationManagementApi', writer, off(backend))).codes).toEqual([]);
    const wide = { applicationId: backend, targets: null, scopeRule: 'NEVER_WIDER' };
    expect((await call('setApplicationExchangePolicy', writer, wide)).codes).toEqual([]);
    for (const caller of [writer, without('signing-keys:write')])
      expect((await call('setApplicationManagementApi', caller, on(backend))).codes).toEqual(['FORBIDDEN']);
    expect(await stored(backend)).toBe(false);
  });

  it('an update of other settings does not take it', async () => {
    const id = await newBackend();
    expect((await call('updateApplication', everything, { ...on(id), name: 'Other' })).codes).toEqual([
      'BAD_USER_INPUT',
    ]);
    expect(await stored(id)).toBe(false);
  });

  it('a secret or a key of an application that has it is for callers with every permission', async () => {
    const { backend } = await newRecords();
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: 'MKBCTNIcKUSDii11ySs3526iDZ8AiTo7Tu6KPAqv7D4',
      y: '4Etl6SRW2YiLUrN5vfvVHuhp7x8PxltmWWlbbM4IFyM',
    };
    const secret = { applicationId: backend, name: 'mine' };
    const keys = { applicationId: backend, jwks: { keys: [jwk] } };
    expect((await call('addApplicationSecret', without('signing-keys:write'), secret)).codes).toEqual(['FORBIDDEN']);
    expect((await call('updateApplication', without('signing-keys:write'), keys)).codes).toEqual(['FORBIDDEN']);
    expect((await call('addApplicationSecret', everything, secret)).codes).toEqual([]);
    await call('setApplicationManagementApi', writer, off(backend));
    expect((await call('addApplicationSecret', writer, { ...secret, name: 'other' })).codes).toEqual([]);
    expect((await call('updateApplication', writer, keys)).codes).toEqual([]);
  });
});

describe('a repeated call with an idempotency key', () => {
  const create = (caller: Caller, key: string) => {
    const { query, variables } = mutationOf('createApplication', created, false, 'isReplay application { id }');
    return api.graphql(query.replace('dryRun: false', `idempotencyKey: "${key}"`), caller, variables);
  };

  it('changes nothing for a caller who has lost a permission since, and helps no other one', async () => {
    const { prisma } = api.kernel.database;
    const first = await create(everything, 'once');
    expect(first.codes).toEqual([]);
    const { id } = first.data.createApplication.application;
    await graphql('setApplicationManagementApi', writer, off(id));
    const count = await prisma.application.count();
    const again = await create({ ...without('signing-keys:write'), id: everything.id }, 'once');
    expect(again.data.createApplication.isReplay).toBe(true);
    expect((await create(without('signing-keys:write'), 'once')).codes).toEqual(['FORBIDDEN']);
    expect([await stored(id), await prisma.application.count()]).toEqual([false, count]);
  });
});

it('in an atomic operation, nothing is changed if the caller may not turn it on', async () => {
  const { service } = await newRecords();
  const query = `mutation ($id: ID!) @atomic {
    setApplicationTokenExchange(input: { applicationId: $id, tokenExchangeAllowed: true }) { events { id } }
    setApplicationManagementApi(input: { applicationId: $id, managementApiAllowed: true }) { events { id } }
  }`;
  const refusal = await api.graphql(query, without('signing-keys:write'), { id: service });
  expect(refusal.codes).toEqual(['FORBIDDEN']);
  const { prisma } = api.kernel.database;
  expect(await prisma.application.findUnique({ where: { id: service } })).toMatchObject({
    tokenExchangeAllowed: false,
  });
  expect((await api.graphql(query, everything, { id: service })).codes).toEqual([]);
  expect(await stored(service)).toBe(true);
});

it('no request of this file caused an internal error', () => {
  expect(api.logged).toEqual([]);
});
