import { expect, test } from 'vitest';
import { goThrough } from '../../support/upstreams/identity-providers.ts';
import { shareProvider } from './setup.ts';

const { issuer, newPerson, newUser, provider, open } = shareProvider();

/** An organization, with a role, that the people of a provider join. */
async function joinedBy(identityProviderId: string) {
  const { prisma } = issuer.database;
  const id = issuer.ids.next('organization');
  const roleId = issuer.ids.next('organizationRole');
  await prisma.organization.create({ data: { id, name: id } });
  await prisma.organizationRole.create({ data: { id: roleId, name: roleId } });
  await prisma.identityProviderOrganization.create({ data: { identityProviderId, organizationId: id } });
  const granted = { identityProviderId, organizationId: id, organizationRoleId: roleId };
  await prisma.identityProviderOrganizationRole.create({ data: granted });
  return { id, roleId };
}
const rolesOf = async (organizationId: string, userId: string) => {
  const where = { organizationId_userId: { organizationId, userId } };
  const member = await issuer.database.prisma.organizationUser.findUnique({ where, include: { roles: true } });
  return member?.roles.map(({ organizationRoleId }) => organizationRoleId);
};
const eventsSince = async (sequence: bigint) => {
  const where = { sequence: { gt: sequence } };
  const events = await issuer.database.prisma.event.findMany({ where, orderBy: { sequence: 'asc' } });
  return events.map(({ type }) => type);
};
const lastSequence = async () =>
  (await issuer.database.prisma.event.findFirst({ orderBy: { sequence: 'desc' } }))?.sequence ?? 0n;

test('a new account joins the organizations of its provider, with their roles, before the event of its registration', async () => {
  newPerson();
  const { id } = await provider();
  const organization = await joinedBy(id);
  const page = await open();
  const before = await lastSequence();
  await goThrough(page, id);
  const { sub = '' } = (await page.finish()) ?? {};
  expect(await rolesOf(organization.id, sub)).toEqual([organization.roleId]);
  expect(await eventsSince(before)).toEqual([
    'User.Created',
    'Organization.Membership.Updated',
    'Organization.MemberRoles.Updated',
    'PostRegister',
  ]);
});

test('everyone joins once: who has left does not come back by signing in', async () => {
  const { email } = newPerson();
  const { id } = await provider({ linking: 'automatic' });
  const organization = await joinedBy(id);
  const user = await newUser(email);
  await goThrough(await open(), id);
  expect(await rolesOf(organization.id, user.id)).toEqual([organization.roleId]);
  const { prisma } = issuer.database;
  await prisma.organizationUser.deleteMany({ where: { userId: user.id } });
  await prisma.organizationFormerUser.create({ data: { organizationId: organization.id, userId: user.id } });
  await goThrough(await open(), id);
  expect(await rolesOf(organization.id, user.id)).toBeUndefined();
});

test('a verified address of the provider joins the organizations of its domain; one that is not verified does not', async () => {
  const organizationId = issuer.ids.next('organization');
  const domains = { create: { domain: 'example.com' } };
  await issuer.database.prisma.organization.create({ data: { id: organizationId, name: organizationId, domains } });
  const { id } = await provider();
  newPerson();
  const page = await open();
  await goThrough(page, id);
  const { sub = '' } = (await page.finish()) ?? {};
  expect(await rolesOf(organizationId, sub)).toEqual([]);

  const { email } = newPerson({ email_verified: false });
  const user = await newUser(email);
  const linked = { id: issuer.ids.next('userIdentity'), userId: user.id, identityProviderId: id };
  const subject = `subject ${email.replaceAll(/\D/g, '')}`;
  await issuer.database.prisma.userIdentity.create({ data: { ...linked, subject } });
  const other = await open();
  await goThrough(other, id);
  expect((await other.finish())?.sub).toBe(user.id);
  expect(await rolesOf(organizationId, user.id)).toBeUndefined();
});
