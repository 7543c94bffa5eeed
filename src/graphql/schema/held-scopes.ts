import { type HeldScope, type HeldScopesQuery, heldScopes } from '../../store/access/held-scopes.ts';
import { gathered } from './gathered.ts';

/** Every way in which a user or an application holds scopes. Those of a whole page of holders are one statement. */
export const findHeldScopes = gathered<HeldScopesQuery, HeldScope[]>(({ prisma }, questions) =>
  heldScopes(prisma, questions),
);
