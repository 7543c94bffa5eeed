import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { addApplication, addResource, addUser } from '../../support/issuer.ts';
import type { TestKernel } from '../../support/kernel.ts';

export const orders = 'https://orders.example';
export const holding = '{ role { name } organizationRole { name } organization { name } }';
/** Every field of an explanation. */
export const query = `query ($input: ExplainTokenExchangeInput!) { explainTokenExchange(input: $input) {
  outcome { isGranted error errorDescription scope expiresIn }
  client { tokenExchangeAllowed managementApiAllowed type isThirdParty isSuspended application { name } }
  subject { state user { name } }
  membership { isMember organization { name } }
  target { accessTokenTtl isBuiltIn apiResource { indicator } }
  scopes { name isGranted reason through ${holding} inOtherOrganizations ${holding} }
} }`;

/**
 * Ada reads orders through two roles and lists them through one. At Acme she is a clerk, who writes and lists orders;
 * at Globex she is a member without a role. Nothing lets her delete orders.
 */
export async function makeOrders({ prisma }: TestKernel['database']) {
  const { scopeIds } = await addResource(
    prisma,
    orders,
    ['orders:list', 'orders:read', 'orders:write', 'orders:delete'],
    900,
  );
  const [list = '', read = '', write = ''] = scopeIds;
  await addResource(prisma, 'https://stock.example', ['stock:read']);
  const ada = await addUser(prisma);
  const sam = await addUser(prisma, { suspendedAt: new Date() });
  await addRole(prisma, 'Reader', [list, read], ada.id);
  await addRole(prisma, 'Auditor', [read], ada.id);
  const acme = await addOrganization(prisma, 'Acme', ada.id);
  const globex = await addOrganization(prisma, 'Globex', ada.id);
  const initech = await addOrganization(prisma, 'Initech');
  const organizationRoleId = ids.next('organizationRole');
  const apiScopes = { create: [{ scopeId: list }, { scopeId: write }] };
  await prisma.organizationRole.create({ data: { id: organizationRoleId, name: 'Clerk', apiScopes } });
  await prisma.organizationUserRole.create({ data: { organizationId: acme, userId: ada.id, organizationRoleId } });
  const backend = await addApplication(prisma, 'MACHINE_TO_MACHINE', { name: 'Backend', tokenExchangeAllowed: true });
  return {
    ada,
    sam,
    acme,
    globex,
    initech,
    backend,
    usual: { applicationId: backend.id, userId: ada.id, resource: orders },
  };
}

type Prisma = TestKernel['database']['prisma'];

async function addRole(prisma: Prisma, name: string, scopeIds: string[], userId: string): Promise<void> {
  const scopes = { create: scopeIds.map((scopeId) => ({ scopeId })) };
  const users = { create: { userId } };
  await prisma.role.create({ data: { id: ids.next('role'), name, scopes, users } });
}

async function addOrganization(prisma: Prisma, name: string, userId?: string): Promise<string> {
  const id = ids.next('organization');
  const users = userId === undefined ? {} : { users: { create: { userId } } };
  await prisma.organization.create({ data: { id, name, ...users } });
  return id;
}
