import type { FlowAccount } from './facts.ts';

/** Why an account cannot be used; undefined if it can. Only its person is shown it: it is decided after a proof. */
export function suspensionOf({ isSuspended, isDeletionDue }: Pick<FlowAccount, 'isSuspended' | 'isDeletionDue'>) {
  if (!isSuspended) return undefined;
  return { refused: isDeletionDue ? ('deletion-pending' as const) : ('account-suspended' as const) };
}
