import { platformActor } from '../../kernel/actor.ts';
import type { Execute } from '../../kernel/types.ts';
import { makeAdministrator } from '../../operations/platform/make-administrator.ts';
import { removeUserFactors } from '../../operations/users/remove-user-factors.ts';
import { setUserPassword } from '../../operations/users/set-user-password.ts';
import { unlockUser } from '../../operations/users/unlock-user.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import type { UserCommand } from '../usage.ts';
import { platformOrigin } from '../platform-origin.ts';

/** The services of a command. */
interface CommandContext {
  execute: Execute;
  ids: Ids;
  userId: string;
  /** A new password from standard input; undefined to generate one. */
  password: string | undefined;
}

/** The outcome, as the rest of a sentence about the user, and a secret that is shown once. */
interface CommandResult {
  outcome: string;
  secret?: string;
}

/** Each runs an operation as the platform, so the events are the same as those of the Management API. */
export const userCommands: Record<UserCommand, (context: CommandContext) => Promise<CommandResult>> = {
  unlock: async ({ execute, ids, userId }) => {
    const { eventIds } = await execute(unlockUser, platformActor, { userId }, platformOrigin(ids));
    return { outcome: eventIds.length ? 'is no longer locked' : 'was not locked' };
  },
  'reset-password': async ({ execute, ids, userId, password: newPassword }) => {
    const password = newPassword ?? ids.secret(15);
    await execute(setUserPassword, platformActor, { userId, password }, platformOrigin(ids));
    // Locked accounts refuse the new password as well.
    await execute(unlockUser, platformActor, { userId }, platformOrigin(ids));
    const outcome = 'has a new password, and is signed out everywhere';
    return { outcome, ...(newPassword === undefined && { secret: password }) };
  },
  'remove-factors': async ({ execute, ids, userId }) => {
    const { eventIds } = await execute(removeUserFactors, platformActor, { userId }, platformOrigin(ids));
    return { outcome: eventIds.length ? 'no longer has second factors' : 'had no second factors' };
  },
  'make-administrator': async ({ execute, ids, userId }) => {
    const { eventIds } = await execute(makeAdministrator, platformActor, { userId }, platformOrigin(ids));
    return { outcome: eventIds.length ? 'is now an administrator' : 'was an administrator already' };
  },
};
