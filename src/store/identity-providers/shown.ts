import type { ProviderFacts } from '../../domain/flow/facts.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';

/** The enabled identity providers that the first page offers, in the order in which they were created. */
export async function shownProviders({
  identityProvider,
}: Pick<Prisma | Transaction, 'identityProvider'>): Promise<ProviderFacts[]> {
  const rows = await identityProvider.findMany({
    where: { isEnabled: true, isShown: true },
    select: {
      id: true,
      version: true,
      name: true,
      preset: true,
      linking: true,
      createsAccounts: true,
      isRequired: true,
      isShown: true,
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows as ProviderFacts[];
}
