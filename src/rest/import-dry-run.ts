import { hash } from 'node:crypto';
import type { z } from 'zod';
import { badUserInput } from '../domain/failure.ts';
import { emailSchema, phoneSchema, usernameSchema } from '../domain/identifiers.ts';
import type { BulkResult } from '../kernel/types.ts';

/** Creates the users of a batch: all as a whole when nothing is refused, else one by one. Answers with a result for each. */
export type CreateUsers = (users: readonly unknown[]) => Promise<BulkResult[]>;

/** Users that a dry run of an import accepts: it remembers the identifiers of all of them. */
export const dryRunLimit = 50_000;

/** What no two users share. */
const identifiers: Readonly<Record<string, z.ZodType<string>>> = {
  username: usernameSchema,
  email: emailSchema,
  phone: phoneSchema,
};

/**
 * Batches that are undone one by one, as one import: what an earlier batch would have created is taken for the later ones. Each batch is
 * preceded by users who hold those of its identifiers that are taken, so that the operation itself finds each conflict.
 */
export function asOneImport(create: CreateUsers, limit = dryRunLimit): CreateUsers {
  const taken = new Set<string>();
  let count = 0;
  return async (users) => {
    count += users.length;
    if (count > limit) throw badUserInput(`A dry run accepts at most ${limit} users.`);
    const held = users.map(identifiersOf);
    const holders = new Map(held.flat().flatMap((one) => (taken.has(one.digest) ? [[one.digest, one.user]] : [])));
    const results = (await create([...holders.values(), ...users])).slice(holders.size);
    for (const [index, { failure }] of results.entries()) {
      if (!failure) for (const { digest } of held[index] ?? []) taken.add(digest);
    }
    return results.map((result, index) => ({ ...result, index }));
  };
}

/** An identifier of a user, of bounded length, and a user who has nothing else. */
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
