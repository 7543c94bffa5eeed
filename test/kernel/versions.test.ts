import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { permittedOperations } from '../support/permitted-operations.ts';
import { examples } from '../operations/examples/index.ts';
import { makeRecords } from '../support/records.ts';
import { actorWith, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

type Callable = TypedOperation<z.ZodType, OutputShape>;
const withRecord = permittedOperations.filter(({ record }) => record) as Callable[];
const tables: Record<string, string> = {
  userId: 'users',
  roleId: 'roles',
  apiResourceId: 'api_resources',
  scopeId: 'scopes',
  applicationId: 'applications',
  organizationId: 'organizations',
  organizationRoleId: 'organization_roles',
  organizationScopeId: 'organization_scopes',
  organizationInvitationId: 'organization_invitations',
  webhookId: 'webhooks',
  connectorId: 'connectors',
  identityProviderId: 'identity_providers',
  signInExperienceId: 'sign_in_experiences',
};

/** Runs its example on new records. Returns the version of its record; undefined if it was deleted. */
async function exampleOf({ name, record }: Callable) {
  const build = examples[name];
  if (!build || !record) throw new Error(`${name} has no example`);
  const { input, again } = build(await makeRecords(kernel));
  const version = async (): Promise<number | undefined> => {
    const query = `SELECT version FROM ${tables[record]} WHERE id = $1`;
    const { rows } = await kernel.database.pool.query<{ version: number }>(query, [input[record]]);
    return rows[0]?.version;
  };
  return { input, again, version };
}
const eventCount = () => kernel.database.prisma.event.count();

it.each(withRecord.map((operation) => [operation.name, operation] as const))(
  '%s is refused at another version, runs at the expected one and increments it, unless it changes nothing',
  async (_name, operation) => {
    const { input, again, version } = await exampleOf(operation);
    const [before, events] = [(await version()) ?? 0, await eventCount()];
    for (const expectedVersion of [before - 1, before + 1]) {
      const stale = kernel.run(operation, input, actorWith(), { expectedVersion });
      expect(await refusalOf(stale)).toMatchObject({ code: 'VERSION_MISMATCH', paths: ['expectedVersion'] });
    }
    expect([await version(), await eventCount()]).toEqual([before, events]);
    await kernel.run(operation, input, actorWith(), { expectedVersion: before });
    const once = operation.name.startsWith('delete') ? undefined : before + 1;
    expect(await version()).toBe(once);
    if (again !== 'nothing') return;
    await kernel.run(operation, input);
    expect(await version()).toBe(once);
  },
);

const withOwner = withRecord.filter(({ findRecord }) => findRecord);
describe.each(withOwner.map((operation) => [operation.name, operation] as const))('%s without its record', (_, one) => {
  const shortened = async () => {
    const { input, version } = await exampleOf(one);
    const { [one.record ?? '']: _omitted, ...rest } = input;
    return { input, rest, version };
  };

  it('changes the record that the other one belongs to, at its version', async () => {
    const { rest, version } = await shortened();
    const before = (await version()) ?? 0;
    const stale = kernel.run(one, rest, actorWith(), { expectedVersion: before + 1 });
    expect(await refusalOf(stale)).toMatchObject({ code: 'VERSION_MISMATCH' });
    await kernel.run(one, rest, actorWith(), { expectedVersion: before });
    expect(await version()).toBe(before + 1);
  });

  it('is refused for a record that does not exist, as with another record', async () => {
    const { input, rest, version } = await shortened();
    const before = [await version(), await eventCount()];
    const [field = ''] = Object.keys(rest);
    const id = String(rest[field]);
    const unknown = { ...rest, [field]: `${id.slice(0, -1)}${id.endsWith('x') ? 'y' : 'x'}` };
    const elsewhere = { ...input, [one.record ?? '']: (await shortened()).input[one.record ?? ''] };
    for (const [index, given] of [unknown, elsewhere].entries()) {
      const refusal = await refusalOf(kernel.run(one, given));
      expect([index, refusal.code, refusal.paths]).toEqual([index, 'NOT_FOUND', [field]]);
    }
    expect([await version(), before[1]]).toEqual(before);
  });
});

it('of two callers that have read the same version, one can change it', async () => {
  const operation = withRecord.find(({ name }) => name === 'updateUser') as Callable;
  const { user } = await makeRecords(kernel);
  const change = (name: string) => kernel.run(operation, { userId: user, name }, actorWith(), { expectedVersion: 1 });
  const both = await Promise.allSettled([change('One'), change('Two')]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
