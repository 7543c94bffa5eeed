// SQL: properties of the server, and the creation of the schema.
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { DatabaseUnusable } from './unusable.ts';

const oldestSupported = 15;

/** The properties of a database. */
interface Facts {
  version: string;
  encoding: string;
  hasIcu: boolean;
  /** Whether the version of ICU differs from the one that sorted the indexes. */
  icuChanged: boolean;
  isReadOnly: boolean;
  /** The default of the role. */
  isolation: string;
  role: string;
  database: string;
  /** The first schema of the role's search path that exists. */
  ownSchema: string | null;
}

interface SchemaFacts {
  exists: boolean;
  mayCreateTables: boolean;
  mayCreateSchemas: boolean;
}

/**
 * Determines the schema. If `?schema=` names one that does not exist, it is created, or refused unless `createsSchema`.
 * Throws `DatabaseUnusable`, before anything is changed, for what the platform cannot set itself.
 */
export async function checkDatabase(
  client: pg.Client,
  { schema: namedSchema, isPooled }: DatabaseAddress,
  createsSchema: boolean,
): Promise<{ schema: string; warnings: string[] }> {
  const facts = await readFacts(client);
  const schema = namedSchema ?? facts.ownSchema;
  refuse(serverProblem(facts) ?? (isPooled ? poolerProblem(facts, namedSchema) : undefined));
  if (schema === null)
    throw new DatabaseUnusable(
      `No schema of the search path exists: CREATE SCHEMA AUTHORIZATION ${pg.escapeIdentifier(facts.role)}.`,
    );
  const rights = await readSchema(client, schema);
  refuse(schemaProblem(facts, schema, rights));
  if (!rights.exists && !createsSchema)
    throw new DatabaseUnusable(`There is no schema ${pg.escapeIdentifier(schema)}.`);
  if (!rights.exists) await client.query(`CREATE SCHEMA IF NOT EXISTS ${pg.escapeIdentifier(schema)}`);
  return { schema, warnings: facts.icuChanged ? [reindex] : [] };
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) throw new DatabaseUnusable(problem);
}

const reindex =
  'another version of ICU sorted the indexes; run REINDEX DATABASE and ALTER COLLATION "und-x-icu" REFRESH VERSION';

function serverProblem({ version, encoding, hasIcu, isReadOnly }: Facts): string | undefined {
  if (Number.parseInt(version, 10) < oldestSupported)
    return `The database is PostgreSQL ${version}: version ${oldestSupported} or later is required.`;
  if (encoding !== 'UTF8') return `The encoding of the database is ${encoding}: create it with ENCODING 'UTF8'.`;
  if (!hasIcu) return 'The server has no collation "und-x-icu": a PostgreSQL that was built with ICU is required.';
  return isReadOnly ? 'The database is read-only: connect to the primary, as a role that may write.' : undefined;
}

/** A pooler forgets what it does not track when it assigns another connection. */
function poolerProblem({ role, ownSchema, isolation }: Facts, namedSchema: string | undefined): string | undefined {
  const alter = `ALTER ROLE ${pg.escapeIdentifier(role)} SET`;
  if (namedSchema !== undefined && namedSchema !== ownSchema)
    return `A pooler does not keep the search path: ${alter} search_path = ${pg.escapeIdentifier(namedSchema)}.`;
  return isolation === 'read committed'
    ? undefined
    : `A pooler does not keep the isolation level: ${alter} default_transaction_isolation = 'read committed'.`;
}

function schemaProblem({ role, database }: Facts, schema: string, rights: SchemaFacts): string | undefined {
  const names = [schema, role, database].map((name) => pg.escapeIdentifier(name));
  if (!rights.exists && !rights.mayCreateSchemas)
    return `The schema ${names[0]} does not exist: CREATE SCHEMA ${names[0]} AUTHORIZATION ${names[1]}.`;
  return rights.exists && !rights.mayCreateTables
    ? `The role may not create tables in the schema ${names[0]}: GRANT USAGE, CREATE ON SCHEMA ${names[0]} TO ${names[1]}.`
    : undefined;
}

/** In a transaction, because a pooler may have left another search path on the connection. */
async function readFacts(client: pg.Client): Promise<Facts> {
  await client.query('BEGIN; SET LOCAL search_path TO DEFAULT');
  const { rows } = await client.query<Facts>(`SELECT
    current_setting('server_version') AS version,
    current_setting('server_encoding') AS encoding,
    count(icu) > 0 AS "hasIcu",
    coalesce(bool_or(icu.collversion <> pg_collation_actual_version(icu.oid)), false) AS "icuChanged",
    pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly",
    (SELECT reset_val FROM pg_settings WHERE name = 'default_transaction_isolation') AS isolation,
    current_user::text AS role,
    current_database()::text AS database,
    current_schema()::text AS "ownSchema"
    FROM pg_collation AS icu WHERE icu.collname = 'und-x-icu'`);
  await client.query('COMMIT');
  return rows[0] as Facts;
}

async function readSchema(client: pg.Client, name: string): Promise<SchemaFacts> {
  const { rows } = await client.query<SchemaFacts>(
    `SELECT count(oid) > 0 AS exists,
      coalesce(bool_or(has_schema_privilege(oid, 'CREATE') AND has_schema_privilege(oid, 'USAGE')), false)
        AS "mayCreateTables",
      has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas"
     FROM pg_namespace WHERE nspname = $1`,
    [name],
  );
  return rows[0] as SchemaFacts;
}
