import { Failure } from '../domain/failure.ts';
import { emailSchema, usernameSchema } from '../domain/identifiers.ts';
import { userOnPages } from '../kernel/actor.ts';
import type { Execute } from '../kernel/types.ts';
import type { SignedIn } from '../oidc/provider/interactions.ts';
import { recordSignIn } from '../operations/sign-in/record-sign-in.ts';
import type { Database } from '../platform/database/database.ts';
import type { Passwords, Place } from '../platform/passwords/passwords.ts';

export interface SignInServices {
  database: Pick<Database, 'prisma'>;
  passwords: Passwords;
  execute: Execute;
}

/** What was typed, and for which application. */
export interface Attempt {
  identifier: string;
  password: string;
  applicationId: string;
  requestId: string;
  /** In the queue for hashing: taken before anything of the attempt is looked up or counted. */
  place: Place;
}

/** The longest password that can be set (domain/identifiers.ts). */
const longestPassword = 256;

/**
 * Lets someone in by email or username and password. Returns who it is, or undefined: whether there is no such user, or
 * one without a password, or the password is wrong, or the user is suspended, is the same in words, and in time once the
 * place has refused.
 */
export async function signIn(services: SignInServices, attempt: Attempt): Promise<SignedIn | undefined> {
  const user = await findUser(services.database, attempt.identifier);
  const passwordHash = user?.passwordHash ?? null;
  const matches = await services.passwords.verify(
    passwordHash,
    attempt.password.slice(0, longestPassword),
    attempt.place,
  );
  if (!matches || !user || passwordHash === null || attempt.password.length > longestPassword) return undefined;
  if (user.suspendedAt) return undefined;
  const strongerHash = services.passwords.isStrong(passwordHash)
    ? null
    : await services.passwords.hash(attempt.password, attempt.place);
  const { id: userId, endings } = user;
  const input = { userId, applicationId: attempt.applicationId, passwordHash, endings, strongerHash };
  if (await record(services.execute, input, attempt.requestId)) return { userId, endings };
  // The same person, signing in twice at once, has replaced the hash meanwhile: the new one counts now.
  return strongerHash ? signIn(services, attempt) : undefined;
}

const select = { id: true, passwordHash: true, suspendedAt: true, endings: true } as const;

function findUser(database: Pick<Database, 'prisma'>, identifier: string) {
  const email = emailSchema.safeParse(identifier).data;
  const username = usernameSchema.safeParse(identifier).data;
  // An identifier of neither form is looked up all the same, and not found.
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
