import type { JWTPayload } from 'jose';
import { constantName } from '../../../../src/graphql/schema/enums.ts';
import { addApplication, addResource, addUser } from '../../../support/issuer.ts';
import { claimsOf, mint, signInRecords } from '../../../support/exchanges/token-endpoint.ts';
import { startManagementExchanges } from '../requests/management-exchanges.ts';

export const forOrders = 'https://orders.example/api';
export const forStock = 'https://stock.example';

/** Exchanges of a person by one application, whose rules tests set. Closed with the file. */
export async function startRuledExchanges() {
  const fixture = await startManagementExchanges();
  const { endpoint, prisma, change } = fixture;
  const { orders, stock, shop, acme, globex } = endpoint.records;
  const reports = await addResource(prisma, 'urn:reports', ['reports:read', 'orders:read']);
  const ada = await addUser(prisma, { scopeIds: [...orders.scopeIds, ...stock.scopeIds, ...reports.scopeIds] });
  for (const organizationId of [acme, globex]) {
    await prisma.organizationUser.create({ data: { organizationId, userId: ada.id } });
  }
  const signedIn = await signInRecords(endpoint, ada.id, shop.id);
  const tokenWith = (claims: JWTPayload) => mint(endpoint, { ...claimsOf(endpoint, signedIn), ...claims });
  /** Her token for the orders API. */
  const token = await tokenWith({ scope: 'orders:read' });
  let backend = { id: '', clientSecret: '' };
  return {
    ...fixture,
    reports,
    ada,
    signedIn,
    tokenWith,
    /** The application. */
    backend: () => backend,
    /** Makes a new one, without rules. */
    async renew() {
      backend = await addApplication(prisma, 'MACHINE_TO_MACHINE', { tokenExchangeAllowed: true });
    },
    /** Rules as in REST, whose levels GraphQL writes as constants. */
    setRules: ({ requiredAcr, ...rules }: { requiredAcr?: string; [rule: string]: unknown }) =>
      change('SetApplicationExchangePolicy', {
        applicationId: backend.id,
        ...rules,
        ...(requiredAcr !== undefined && { requiredAcr: constantName(requiredAcr) }),
      }),
    /** An exchange, by default of her token for the orders API. */
    exchange: (resource: string, scope?: string, changed: object = {}, subject = token) =>
      fixture.exchange(backend, subject, { resource, scope, ...changed }),
  };
}
