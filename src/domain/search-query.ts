import { z } from 'zod';
import type { RecordKind } from '../vocabulary/kinds.ts';
import { validOrRefused } from './problems.ts';
import { textSchema } from './text.ts';

/** Kinds that a search across kinds finds by their texts, in the order of its matches. */
export const searchKinds = [
  'user',
  'application',
  'organization',
  'role',
  'organizationRole',
  'apiResource',
  'scope',
  'organizationScope',
  'webhook',
] as const satisfies readonly RecordKind[];
export type SearchKind = (typeof searchKinds)[number];

const shortest = 2;

/** The query of a search across kinds. */
export const searchQuerySchema = z.strictObject({
  text: textSchema(256)
    .refine((text) => text.trim().length >= shortest, `Must have at least ${shortest} characters that are not spaces.`)
    .describe(
      'What to search for, 2 to 256 characters: as in the lists of these kinds. Or the id of a record of any kind, which finds this record.',
    ),
  kinds: z
    .array(z.enum(searchKinds))
    .min(1)
    .max(searchKinds.length)
    .nullish()
    .describe(
      'Only records of these kinds, whose permissions are then required. By default all that the caller may read.',
    ),
  first: z.int().min(1).max(20).nullish().describe('Number of matches of each kind: 5 by default, at most 20.'),
});

export interface SearchQuery {
  text: string;
  kinds: readonly SearchKind[] | undefined;
  first: number;
}

/** Validates what a caller sends. Throws BAD_USER_INPUT with the path of each problem. */
export function readSearchQuery(input: unknown): SearchQuery {
  const data = validOrRefused(searchQuerySchema, input, 'Invalid search.');
  return { text: data.text.trim(), kinds: data.kinds ? [...new Set(data.kinds)] : undefined, first: data.first ?? 5 };
}

/** The matches of a search across kinds. */
export const searchResultSchema = z.strictObject({
  items: z
    .array(
      z.strictObject({
        kind: z.string().describe('Kind of record, for example `user`.'),
        id: z.string().describe('Unique identifier.'),
        displayName: z.string().describe('What people recognize the record by: its name. The id if it has none.'),
      }),
    )
    .describe('Matches: of an id the record, otherwise by kind, the oldest first.'),
  kindsWithMore: z.array(z.enum(searchKinds)).describe('Kinds that have more matches: their lists have all of them.'),
});
export type SearchResult = z.output<typeof searchResultSchema>;
