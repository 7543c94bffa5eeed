import type { Context } from './context.ts';
import { gather } from '../store/gather.ts';
import { type HeldScope, type HeldScopesQuestion, heldScopes } from '../store/held-scopes.ts';

/** Holders per statement: more than a page has. */
const gathering = { lanes: 2, most: 1000 };

type Ask = (question: HeldScopesQuestion) => Promise<HeldScope[]>;
/** One per client: in a dry run, what its transaction sees. */
const asking = new WeakMap<Context['prisma'], Ask>();

/** Every way in which a user or an application holds scopes. Those of a whole page of holders are one statement. */
export function findHeldScopes({ prisma }: Pick<Context, 'prisma'>, question: HeldScopesQuestion) {
  const ask = asking.get(prisma) ?? gather((questions) => heldScopes(prisma, questions), gathering);
  asking.set(prisma, ask);
  return ask(question);
}
