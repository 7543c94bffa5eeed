import { z } from 'zod';
import type { Prisma } from '../../generated/prisma/client.ts';
import { providerPreset } from '../../vocabulary/identity-providers/identity-provider-shapes.ts';
import {
  all,
  between,
  createdFilters,
  equals,
  flagFilter,
  hasPart,
  hasValue,
  normalFilter,
  searched,
  some,
} from '../conditions.ts';
import { defineList, namedRecordOrder } from '../list.ts';

export const identityProviders = defineList<Prisma.IdentityProviderWhereInput>()({
  name: 'identityProviders',
  kind: 'identityProvider',
  summary: 'Identity providers, with whose accounts people sign in.',
  searchDescription: 'Case-insensitive search in identity providers: any part of the name.',
  filter: z.strictObject({
    preset: providerPreset.optional().describe('Only identity providers of this preset.'),
    domain: normalFilter('Only the identity provider of this domain, in any case.', 253),
    isEnabled: flagFilter('Only enabled identity providers if true, only disabled ones if false.'),
    isFailing: flagFilter('Only identity providers whose last sign-in failed there if true, only the others if false.'),
    ...createdFilters,
  }),
  order: namedRecordOrder,
  where: ({ filter, search }) =>
    all(
      equals('preset', filter.preset),
      some('domains', equals('domain', filter.domain)),
      equals('isEnabled', filter.isEnabled),
      hasValue('lastError', filter.isFailing),
      between('createdAt', filter.createdAfter, filter.createdBefore),
      searched(search, (text) => [hasPart('name', text)]),
    ),
  // People of all organizations sign in with them.
  within: () => null,
});
