// SQL: parts of other statements: names of records.
import { nameFieldsOf } from '../../domain/events/labels.ts';
import { Prisma } from '../../generated/prisma/client.ts';
import { tableOf } from '../row-locks/row-locks.ts';

/** Labels of records at their present state, as parts of a statement. */

/** The name of a user or an application; null for anything else, and if it does not exist. */
export function nameOf(kind: string, id: string | null): Prisma.Sql {
  if (kind !== 'user' && kind !== 'application') return Prisma.sql`NULL::text`;
  return Prisma.sql`(SELECT coalesce(${Prisma.raw(nameFieldsOf(kind).join(', '))}) FROM ${tableOf(kind)} WHERE id = ${id})`;
}

/** The name of the organization that is the subject of an event of this table: some events do not have it. */
export const organizationName = (events: string): Prisma.Sql =>
  Prisma.raw(`(SELECT o.name FROM organizations AS o
    WHERE ${events}.subject_kind = 'organization' AND o.id = ${events}.subject_id)`);
