import { text } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { Failure } from '../../domain/failure.ts';
import { typedIdentifier } from '../../domain/people/identifiers.ts';
import type { Prisma } from '../../platform/database/database.ts';
import { isId } from '../../platform/ids/ids.ts';
import type { UserCommand } from '../usage.ts';
import { userCommands } from './commands.ts';
import { openExisting } from './open.ts';

interface Call {
  name: UserCommand;
  /** Email address, username or id of a user. */
  identifier: string;
  readsPassword: boolean;
}

/** Runs a command. Returns what was done; throws Failure if it is refused. */
export async function runUserCommand(config: Config, { name, identifier, readsPassword }: Call): Promise<string> {
  const password = readsPassword ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  await using opened = new AsyncDisposableStack();
  const { database, execute, ids } = await openExisting(config, opened);
  const user = await findUser(database.prisma, identifier);
  if (!user) throw new Failure('NOT_FOUND', `No user has the email address, username or id ${identifier}.`);
  const { outcome, secret } = await userCommands[name]({ execute, ids, userId: user.id, password });
  const lines = [`${user.username ?? user.email ?? 'The user'} (${user.id}) ${outcome}.`];
  if (secret !== undefined) lines.push('', `    ${secret}`, '', 'It is shown only once.');
  if (user.suspendedAt) lines.push('The user is suspended, and cannot sign in until setUserSuspended ends that.');
  if (user.deletionDueAt) lines.push(`The account is deleted on ${user.deletionDueAt.toISOString()} unless it does.`);
  return `${lines.join('\n')}\n`;
}

function findUser({ user }: Prisma, typed: string) {
  const identifier = typedIdentifier(typed);
  if (isId('user', identifier)) return user.findUnique({ where: { id: identifier } });
  return user.findUnique({ where: identifier.includes('@') ? { email: identifier } : { username: identifier } });
}
