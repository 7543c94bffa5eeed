import { platformActor } from '../kernel/actor.ts';
import type { Execute } from '../kernel/types.ts';
import { startDelegation } from '../operations/issuer/start-delegation.ts';
import type { Database } from '../platform/database/database.ts';
import type { Ids } from '../platform/ids/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { unstartedDelegations } from '../store/exchanges/delegations.ts';
import { platformOrigin } from './platform-origin.ts';
import { unlessGone } from './unless-gone.ts';

interface Services {
  execute: Execute;
  ids: Ids;
  logger: Logger;
}

/** Emits the event of the first token over a delegation. A failure is logged: maintenance repeats it. */
export const createDelegationStarter =
  ({ execute, ids, logger }: Services) =>
  async (delegationId: number, at: Date): Promise<void> => {
    const input = { delegationId, startedAt: at.toISOString() };
    // The application can have been deleted.
    const started = unlessGone(execute(startDelegation, platformActor, input, platformOrigin(ids)));
    await started.catch((err: unknown) =>
      logger.warn({ err, delegationId }, 'delegation: start not recorded; will retry'),
    );
  };

/** Starts the delegations whose tokens a process has recorded, but not their start. */
export async function startDelegations(database: Pick<Database, 'pool'>, services: Services): Promise<void> {
  const start = createDelegationStarter(services);
  for (const { id, at } of await unstartedDelegations(database)) await start(id, at);
}
