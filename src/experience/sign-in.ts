import { Failure } from '../domain/failure.ts';
import { emailSchema, usernameSchema } from '../domain/identifiers.ts';
import { userOnPages } from '../kernel/actor.ts';
import type { Execute } from '../kernel/types.ts';
import type { SignedIn } from '../oidc/provider/interactions.ts';
import { recordSignIn } from '../operations/sign-in/record-sign-in.ts';
import type { Database } from '../platform/database/database.ts';
import type { Passwords, AttemptSlot } from '../platform/passwords/passwords.ts';

export interface SignInServices {
  database: Pick<Database, 'prisma'>;
  passwords: Passwords;
  execute: Execute;
}

/** An attempt to sign in. */
export interface Attempt {
  identifier: string;
  password: string;
  applicationId: string;
  requestId: string;
  /** Slot in the hashing queue, taken before anything is read or counted. */
  place: AttemptSlot;
}

/** The longest password that can be set (domain/identifiers.ts). */
const maxPasswordLength = 256;

/**
 * Authenticates a user by email or username and password. Unknown users, users without a password, wrong passwords and
 * suspended users are all undefined, after the same time once the slot has refused.
 */
export async function signIn(services: SignInServices, attempt: Attempt): Promise<SignedIn | undefined> {
  const user = await findUser(services.database, attempt.identifier);
  const passwordHash = user?.passwordHash ?? null;
  const matches = await services.passwords.verify(
    passwordHash,
    attempt.password.slice(0, maxPasswordLength),
    attempt.place,
  );
  if (!matches || !user || passwordHash === null || attempt.password.length > maxPasswordLength) return undefined;
  if (user.suspendedAt) return undefined;
  const strongerHash = services.passwords.isStrong(passwordHash)
    ? null
    : await services.passwords.hash(attempt.password, attempt.place);
  const { id: userId, endings } = user;
  const input = { userId, applicationId: attempt.applicationId, passwordHash, endings, strongerHash };
  if (await record(services.execute, input, attempt.requestId)) return { userId, endings };
  // A concurrent sign-in of the same user has replaced the hash.
  return strongerHash ? signIn(services, attempt) : undefined;
}

const select = { id: true, passwordHash: true, suspendedAt: true, endings: true } as const;

function findUser(database: Pick<Database, 'prisma'>, identifier: string) {
  const email = emailSchema.safeParse(identifier).data;
  const username = usernameSchema.safeParse(identifier).data;
  // An identifier of neither form is also looked up, and not found.
  const where = email ? { email } : { username: username ?? '' };
  return database.prisma.user.findUnique({ where, select });
}

async function record(
  execute: Execute,
  input: SignedIn & { applicationId: string; passwordHash: string; strongerHash: string | null },
  requestId: string,
): Promise<boolean> {
  try {
    await execute(recordSignIn, userOnPages(input.userId), input, {
      requestId,
      channel: 'sign-in',
    });
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
