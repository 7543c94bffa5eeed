import type { Server } from '../../support/servers/debian-postgres.ts';

/** The differences: roles that were acknowledged and are not stored, have not one event, or reached no receiver. */
export async function differencesIn(
  server: Server,
  acknowledged: ReadonlySet<string>,
  delivered: ReadonlySet<string>,
): Promise<string[]> {
  const read = async (sql: string) => server.query(sql, 'mandate');
  const roles = new Set((await read('SELECT id FROM roles')).map(({ id }) => id as string));
  const events = await read(
    `SELECT subject_id, count(*)::int AS number FROM events WHERE type = 'Role.Created' GROUP BY 1`,
  );
  const eventsOf = new Map(events.map(({ subject_id: id, number }) => [id as string, number as number]));
  const lost = [...acknowledged].filter((id) => !roles.has(id)).map((id) => `${id} was acknowledged and is lost`);
  const silent = [...acknowledged]
    .filter((id) => eventsOf.get(id) !== 1)
    .map((id) => `${id} has ${eventsOf.get(id) ?? 0} events Role.Created`);
  const undelivered = [...acknowledged].filter((id) => !delivered.has(id)).map((id) => `${id} reached no receiver`);
  return [...lost, ...silent, ...undelivered];
}
