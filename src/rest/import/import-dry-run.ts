import { hash } from 'node:crypto';
import type { z } from 'zod';
import { badUserInput } from '../../domain/failure.ts';
import { emailSchema, phoneSchema, usernameSchema } from '../../domain/people/identifiers.ts';
import type { CurrentActor } from '../../kernel/actor.ts';
import type { BulkResult } from '../../kernel/types.ts';

/** The user that a line describes; null for one that a dry run adds. */
export interface UserOfLine {
  line: number | null;
  user: unknown;
}

/** Creates the users of a batch in one transaction or, if any is refused, one by one. Returns a result for each. */
export type CreateUsers = (users: readonly UserOfLine[], caller: CurrentActor) => Promise<BulkResult[]>;

/** Maximum number of users in a dry run of an import, which keeps all their identifiers in memory. */
export const dryRunLimit = 50_000;

/** Identifiers, which are unique among users. */
const identifiers: Readonly<Record<string, z.ZodType<string>>> = {
  username: usernameSchema,
  email: emailSchema,
  phone: phoneSchema,
};

/**
 * Makes batches that are rolled back one by one behave as one import: identifiers of earlier batches are taken. Each
 * batch starts with users that hold those of its identifiers that are taken, so that the operation itself reports the
 * conflicts.
 */
export function asOneImport(create: CreateUsers, limit = dryRunLimit): CreateUsers {
  const taken = new Set<string>();
  let count = 0;
  return async (users, caller) => {
    count += users.length;
    if (count > limit) throw badUserInput(`A dry run accepts at most ${limit} users.`);
    const held = users.map(({ user }) => identifiersOf(user));
    const holders = new Map(held.flat().flatMap((one) => (taken.has(one.digest) ? [[one.digest, one.user]] : [])));
    const added = [...holders.values()].map((user) => ({ line: null, user }));
    const results = (await create([...added, ...users], caller)).slice(holders.size);
    for (const [index, { failure }] of results.entries()) {
      if (!failure) for (const { digest } of held[index] ?? []) taken.add(digest);
    }
    return results.map((result, index) => ({ ...result, index }));
  };
}

/** The digest of an identifier, and a user with only this identifier. */
interface Identifier {
  digest: string;
  user: Record<string, string>;
}

function identifiersOf(user: unknown): Identifier[] {
  if (typeof user !== 'object' || user === null) return [];
  return Object.entries(identifiers).flatMap(([field, schema]) => {
    const { data } = schema.safeParse((user as Record<string, unknown>)[field]);
    return data === undefined
      ? []
      : [{ digest: hash('sha256', `${field}:${data}`, 'base64'), user: { [field]: data } }];
  });
}
