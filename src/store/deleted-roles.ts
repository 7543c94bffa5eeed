// SQL: an advisory lock, and batches that are deleted and recorded in one statement.
import { roleDeletions, type RoleDeletion } from '../domain/events/holders.ts';
import type { Database } from '../platform/database/database.ts';
import { kinds } from '../vocabulary/kinds.ts';
import { holderFields } from './event-holders.ts';
import { type Assignments, assignmentsOf, roleColumnOf } from './records/role-holders.ts';
import { columnOf } from './sql/columns.ts';
import { batchSize } from './sql/delete-in-batches.ts';
import { pooledTransaction } from './sql/pooled-transaction.ts';

/** Batches per table and call; the next call removes the rest. */
const maxBatches = 1000;

/**
 * Removes a batch of assignments of deleted roles, and adds their holders to the list of the event about the deletion.
 * Each role with assignments is found by one index lookup: the one after the last. By their position, because a join of
 * a thousand rows with a large table is planned to read all of it.
 */
function batchOf(type: RoleDeletion, { table, keys }: Assignments): string {
  const kind = roleDeletions[type];
  const role = roleColumnOf(type);
  const columns = keys.map(columnOf).join(', ');
  const holder = holderFields.map((field) => (keys.includes(field) ? columnOf(field) : 'NULL')).join(', ');
  return `
    WITH RECURSIVE named AS (
      (SELECT ${role} AS id FROM ${table} ORDER BY ${role} LIMIT 1)
      UNION ALL
      SELECT (SELECT ${role} FROM ${table} WHERE ${role} > named.id ORDER BY ${role} LIMIT 1)
      FROM named WHERE named.id IS NOT NULL
    ), deleted AS MATERIALIZED (
      SELECT id FROM named WHERE id IS NOT NULL AND NOT EXISTS (SELECT FROM ${kinds[kind].table} AS r WHERE r.id = named.id)
    ), removed AS (
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT assigned.row FROM deleted CROSS JOIN LATERAL (
          SELECT ctid AS row FROM ${table} WHERE ${role} = deleted.id ORDER BY ${columns} LIMIT ${batchSize}
        ) AS assigned LIMIT ${batchSize}
      )) RETURNING *
    ), listed AS (
      INSERT INTO event_holders (event_id, first, holders)
      SELECT e.id, coalesce((
        SELECT first + jsonb_array_length(holders) FROM event_holders WHERE event_id = e.id ORDER BY first DESC LIMIT 1
      ), 0), r.holders
      FROM (
        SELECT ${role} AS id, jsonb_agg(jsonb_build_array(${holder}) ORDER BY ${columns}) AS holders FROM removed GROUP BY ${role}
      ) AS r JOIN events AS e ON e.subject_kind = '${kind}' AND e.subject_id = r.id AND e.type = '${type}'
    )
    SELECT FROM removed`;
}

const batches = Object.entries(assignmentsOf).flatMap(([type, tables]) =>
  tables.map((assignments) => batchOf(type as RoleDeletion, assignments)),
);

/** Removes what deleted roles were assigned to. Returns how much. Each batch is a transaction: it can stop anywhere. */
export async function removeAssignmentsOfDeletedRoles(database: Pick<Database, 'pool'>): Promise<number> {
  let removed = 0;
  for (const statement of batches) {
    for (let batch = 0; batch < maxBatches; batch++) {
      const rows = await removeBatch(database, statement);
      removed += rows;
      if (rows < batchSize) break;
    }
  }
  return removed;
}

/** One process at a time: each batch continues the list of its event. */
const claim = `SELECT pg_try_advisory_xact_lock(hashtextextended('mandate: holders of deleted roles', 0)) AS is_claimed`;

const removeBatch = (database: Pick<Database, 'pool'>, statement: string): Promise<number> =>
  pooledTransaction(database, async (client) => {
    const { rows } = await client.query<{ is_claimed: boolean }>(claim);
    return rows[0]?.is_claimed ? ((await client.query(statement)).rowCount ?? 0) : 0;
  });
