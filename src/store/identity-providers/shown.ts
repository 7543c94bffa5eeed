import type { ProviderFacts } from '../../domain/flow/facts.ts';
import type { Prisma, Transaction } from '../../platform/database/database.ts';

type Client = Pick<Prisma | Transaction, 'identityProvider'>;

const facts = {
  id: true,
  version: true,
  name: true,
  preset: true,
  linking: true,
  createsAccounts: true,
  isRequired: true,
  isShown: true,
} as const;

/** Identity providers, enabled or not. */
export async function readProviders(
  { identityProvider }: Client,
  ids: readonly string[],
): Promise<(ProviderFacts & { isEnabled: boolean })[]> {
  if (!ids.length) return [];
  const where = { id: { in: [...ids] } };
  const rows = await identityProvider.findMany({
    where,
    select: { ...facts, isEnabled: true },
    orderBy: { id: 'asc' },
  });
  return rows as (ProviderFacts & { isEnabled: boolean })[];
}

/** The enabled identity providers that the first page offers, in the order in which they were created. */
export async function shownProviders({ identityProvider }: Client): Promise<ProviderFacts[]> {
  const rows = await identityProvider.findMany({
    where: { isEnabled: true, isShown: true },
    select: facts,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows as ProviderFacts[];
}
