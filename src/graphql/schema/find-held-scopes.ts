import { type HeldScope, type HeldScopesQuery, heldScopes } from '../../store/access/held-scopes.ts';
import { batched } from './batched.ts';

/** The roles through which a user or an application holds scopes: one statement for a page of holders. */
export const findHeldScopes = batched<HeldScopesQuery, HeldScope[]>(({ prisma }, queries) =>
  heldScopes(prisma, queries),
);
