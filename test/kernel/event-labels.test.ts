import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOrganization } from '../../src/operations/organizations/create-organization.ts';
import { addOrganizationMembers } from '../../src/operations/organizations/memberships.ts';
import { createRole } from '../../src/operations/roles/create-role.ts';
import { deleteRole } from '../../src/operations/roles/delete-role.ts';
import { createUser } from '../../src/operations/users/create-user.ts';
import { deleteUser } from '../../src/operations/users/delete-user.ts';
import { updateUser } from '../../src/operations/users/update-user.ts';
import { actorWith, startKernel, type TestKernel } from '../support/kernel.ts';

let kernel: TestKernel;
beforeEach(async () => {
  kernel = await startKernel();
});
afterEach(() => kernel[Symbol.asyncDispose]());

/** The labels of all events of a type: of the actor and of the subject. */
async function labels(type: string): Promise<[actor: unknown, subject: string | null][]> {
  const rows = await kernel.database.prisma.event.findMany({ where: { type }, orderBy: { sequence: 'asc' } });
  return rows.map(({ actor, subjectLabel }) => [(actor as { label?: unknown }).label, subjectLabel]);
}

const newUser = async (input: object): Promise<string> => (await kernel.run(createUser, input)).output.user;

describe('the label of a subject', () => {
  it('is the name of the record, which the event of its deletion has as well', async () => {
    const { output } = await kernel.run(createRole, { name: 'Reader' });
    await kernel.run(deleteRole, { roleId: output.role });
    expect([...(await labels('Role.Created')), ...(await labels('Role.Deleted'))].map(([, one]) => one)).toEqual([
      'Reader',
      'Reader',
    ]);
  });

  it('is what a user has of name, username, email address and phone number, in this order', async () => {
    for (const input of [
      { name: 'Ada Lovelace', username: 'ada', email: 'ada@example.com' },
      { username: 'grace', email: 'grace@example.com' },
      { email: 'alan@example.com', phone: '+441632960961' },
      { phone: '+441632960962' },
    ])
      await newUser(input);
    expect((await labels('User.Created')).map(([, one]) => one)).toEqual([
      'Ada Lovelace',
      'grace',
      'alan@example.com',
      '+441632960962',
    ]);
  });

  it('is the name of the organization in events about its members', async () => {
    const { output } = await kernel.run(createOrganization, { name: 'Acme' });
    const userIds = [await newUser({ username: 'ada' })];
    await kernel.run(addOrganizationMembers, { organizationId: output.organization, userIds });
    expect((await labels('Organization.Membership.Updated')).map(([, one]) => one)).toEqual(['Acme']);
  });

  it('stays as it was when the record changes', async () => {
    const userId = await newUser({ username: 'ada', name: 'Ada Byron' });
    await kernel.run(updateUser, { userId, name: 'Ada Lovelace' });
    expect([...(await labels('User.Created')), ...(await labels('User.Data.Updated'))].map(([, one]) => one)).toEqual([
      'Ada Byron',
      'Ada Lovelace',
    ]);
  });
});

describe('the label of an actor', () => {
  it('is the name of the user, also if the user deletes the own account', async () => {
    const userId = await newUser({ username: 'ada', name: 'Ada Lovelace' });
    await kernel.run(deleteUser, { userId }, { ...actorWith('users:write'), kind: 'user', id: userId });
    expect(await labels('User.Deleted')).toEqual([['Ada Lovelace', 'Ada Lovelace']]);
  });

  it('is null for the platform and for an actor that no longer exists', async () => {
    await newUser({ username: 'ada' });
    expect((await labels('User.Created')).map(([actor]) => actor)).toEqual([null]);
  });
});
