import { describe, expect, it } from 'vitest';
import { maxOrganizations } from '../../../src/domain/people/organization-domain.ts';
import { maxUnlinked } from '../../../src/domain/identity-providers/provider-rules.ts';
import { deleteIdentityProvider } from '../../../src/operations/identity-providers/delete-identity-provider.ts';
import { removeIdentityProviderOrganization } from '../../../src/operations/identity-providers/remove-identity-provider-organization.ts';
import { setIdentityProviderOrganization } from '../../../src/operations/identity-providers/set-identity-provider-organization.ts';
import { createOrganization } from '../../../src/operations/organizations/create-organization.ts';
import { deleteOrganizationRole } from '../../../src/operations/organization-roles/delete-organization-role.ts';
import { unlinkUserIdentity } from '../../../src/operations/users/unlink-user-identity.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { actorWith, refusalOf, startKernel } from '../../support/kernel.ts';
import { perFile, perTest } from '../../support/per-file.ts';
import { makeRecords } from '../../support/records.ts';

const kernel = perFile(startKernel);
const w = perTest(() => makeRecords(kernel));

/** Links as many identities to new users, or to one of them. */
async function link(count: number, userId?: string): Promise<void> {
  const users = userId === undefined ? Array.from({ length: count }, () => ids.next('user')) : [];
  await kernel.database.prisma.user.createMany({ data: users.map((id) => ({ id })) });
  await kernel.database.prisma.userIdentity.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      id: ids.next('userIdentity'),
      userId: userId ?? users[index] ?? '',
      identityProviderId: w.identityProvider,
      subject: ids.secret(),
    })),
  });
}

const versionOf = async (id: string) =>
  (await kernel.database.prisma.user.findUniqueOrThrow({ where: { id } })).version;

describe('the deletion of an identity provider', () => {
  const end = () => kernel.run(deleteIdentityProvider, { identityProviderId: w.identityProvider });

  it('unlinks its identities, each user with one event and a new version', async () => {
    await link(2, w.other);
    const versions = [await versionOf(w.user), await versionOf(w.other)];
    const { events } = await end();
    const users = events.filter(({ type }) => type === 'User.Data.Updated');
    expect(users).toMatchObject([
      { subjectId: w.user, data: { changed: ['identities'] } },
      { subjectId: w.other, data: { changed: ['identities'] } },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'IdentityProvider.Deleted', subjectId: w.identityProvider });
    expect([await versionOf(w.user), await versionOf(w.other)]).toEqual(versions.map((version) => version + 1));
    expect(await kernel.database.prisma.userIdentity.count({ where: { userId: w.user } })).toBe(0);
  });

  it(`is refused with more than ${maxUnlinked} identities: it can be disabled`, async () => {
    await link(maxUnlinked);
    expect(await refusalOf(end())).toMatchObject({
      code: 'CONFLICT',
      paths: ['identityProviderId'],
      message: expect.stringContaining('disable it instead'),
    });
    await kernel.database.prisma.userIdentity.update({
      where: { id: w.identity },
      data: { unlinkedAt: kernel.now() },
    });
    const { events } = await end();
    expect(events.filter(({ type }) => type === 'User.Data.Updated')).toHaveLength(maxUnlinked);
  });

  it('ends joining by it, in every organization', async () => {
    const { events } = await end();
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'Organization.IdentityProviders.Updated',
        organizationId: w.organization,
        data: expect.objectContaining({ addedIdentityProviders: [] }),
      }),
    );
    const { version } = await kernel.database.prisma.organization.findUniqueOrThrow({ where: { id: w.organization } });
    expect(version).toBe(2);
  });
});

describe('an organization', () => {
  const set = (organizationRoleIds: string[], organizationId = w.organization, actor = actorWith()) =>
    kernel.run(
      setIdentityProviderOrganization,
      { organizationId, identityProviderId: w.identityProvider, organizationRoleIds },
      actor,
    );

  it('gives people of an identity provider other roles by another call, in one event', async () => {
    const { events } = await set([w.otherOrganizationRole]);
    expect(events).toMatchObject([
      {
        type: 'Organization.IdentityProviders.Updated',
        organizationId: w.organization,
        data: {
          addedIdentityProviders: [{ organizationRoleIds: [w.otherOrganizationRole] }],
          removedIdentityProviders: [{ organizationRoleIds: [w.organizationRole] }],
        },
      },
    ]);
  });

  it('gives no roles with permissions that the caller does not hold', async () => {
    const { organization, builtInScope } = w;
    await kernel.database.prisma.organizationRoleApiScope.create({
      data: { organizationRoleId: w.otherOrganizationRole, scopeId: builtInScope },
    });
    const actor = actorWith('identity-providers:write');
    const refusal = { code: 'FORBIDDEN', message: expect.stringContaining('users:read') };
    expect(await refusalOf(set([w.otherOrganizationRole], organization, actor))).toMatchObject(refusal);
    await set([w.otherOrganizationRole]);
    // A role that it has already is not granted.
    await set([w.otherOrganizationRole, w.organizationRole], organization, actor);
  });

  it(`is one of at most ${maxOrganizations} with the same identity provider`, async () => {
    const create = async () => {
      const { output } = await kernel.run(createOrganization, { name: 'Acme' });
      return output.organization;
    };
    for (let more = 1; more < maxOrganizations; more++) await set([], await create());
    const refusal = { code: 'CONFLICT', paths: ['identityProviderId'] };
    expect(await refusalOf(set([], await create()))).toMatchObject(refusal);
    await set([]);
  });

  it.each([
    ['identityProviderId', { identityProviderId: 'idp_01h455vb4pex5vsknk084sn02q' }],
    ['organizationId', { organizationId: 'org_01h455vb4pex5vsknk084sn02q' }],
    ['organizationRoleIds.0', { organizationRoleIds: ['org_role_01h455vb4pex5vsknk084sn02q'] }],
  ])('is refused at %s for a record that does not exist', async (path, input) => {
    const call = kernel.run(setIdentityProviderOrganization, {
      organizationId: w.organization,
      identityProviderId: w.identityProvider,
      ...input,
    });
    expect(await refusalOf(call)).toMatchObject({ code: 'NOT_FOUND', paths: [path] });
  });

  it('loses what it has of an identity provider once', async () => {
    const input = { organizationId: w.organization, identityProviderId: w.identityProvider };
    await kernel.run(removeIdentityProviderOrganization, input);
    const refusal = { code: 'NOT_FOUND', paths: ['identityProviderId'] };
    expect(await refusalOf(kernel.run(removeIdentityProviderOrganization, input))).toMatchObject(refusal);
  });

  it('is a holder of a role that is deleted', async () => {
    const { events } = await kernel.run(deleteOrganizationRole, { organizationRoleId: w.organizationRole });
    expect(events).toMatchObject([
      {
        data: {
          identityProviders: [{ organizationId: w.organization, identityProviderId: w.identityProvider }],
          identityProviderCount: 1,
        },
      },
    ]);
  });
});

describe('an identity that an administrator unlinks', () => {
  const unlink = (identityId = w.identity, actor = actorWith()) =>
    kernel.run(unlinkUserIdentity, { userId: w.user, identityId }, actor);

  it('is kept, so that it is not linked again in silence, and the subject can be linked to another user', async () => {
    const { events } = await unlink();
    expect(events).toMatchObject([{ type: 'User.Data.Updated', data: { changed: ['identities'] } }]);
    const row = await kernel.database.prisma.userIdentity.findUniqueOrThrow({ where: { id: w.identity } });
    expect(row.unlinkedAt).toEqual(kernel.now());
    const { identityProviderId, subject } = row;
    const again = (userId: string) =>
      kernel.database.prisma.userIdentity.create({
        data: { id: ids.next('userIdentity'), userId, identityProviderId, subject },
      });
    await again(w.other);
    await expect(again(w.user)).rejects.toMatchObject({ code: 'P2002' });
  });

  it('is unlinked once', async () => {
    await unlink();
    expect(await refusalOf(unlink())).toMatchObject({ code: 'NOT_FOUND', paths: ['identityId'] });
  });

  it('is one of that user', async () => {
    const call = kernel.run(unlinkUserIdentity, { userId: w.other, identityId: w.identity });
    expect(await refusalOf(call)).toMatchObject({ code: 'NOT_FOUND', paths: ['identityId'] });
  });

  it('is not of a user with permissions that the caller does not hold', async () => {
    await kernel.database.prisma.roleScope.create({ data: { roleId: w.role, scopeId: w.builtInScope } });
    const call = unlink(w.identity, actorWith('users:write'));
    expect(await refusalOf(call)).toMatchObject({ code: 'FORBIDDEN' });
  });
});
