// PostgreSQL for tools/schema-engine.mjs: a driver adapter over `pg`. @prisma/adapter-pg does not support the types of
// the system catalogs ("char", name[], int2[]), from which the engine reads the schema.
import { randomUUID } from 'node:crypto';
import { ColumnTypeEnum, DriverAdapterError } from '@prisma/driver-adapter-utils';
import pg from 'pg';

/** The name of the database in an address. */
export const databaseName = (url) => decodeURIComponent(new URL(url).pathname.slice(1)) || 'postgres';

/** `can-connect-to-database`, `create-database` or `drop-database` for the database that the address names. */
export async function changeDatabase(command, url) {
  const name = pg.escapeIdentifier(databaseName(url));
  const admin = withDatabase(url, 'postgres');
  if (command === 'can-connect-to-database') return execute(url, 'SELECT 1');
  if (command === 'create-database') return execute(admin, `CREATE DATABASE ${name}`);
  if (command === 'drop-database') return execute(admin, `DROP DATABASE ${name} WITH (FORCE)`);
  throw new Error(`Unknown command ${command}.`);
}

/** The connections of the engine: to the database, and to a shadow database for trying migrations. */
export function createAdapterFactory({ url, shadowDatabaseUrl }) {
  return {
    provider: 'postgres',
    adapterName: 'pg',
    connect: () => connect(url),
    connectToShadowDb: () => (shadowDatabaseUrl ? connectToEmptied(shadowDatabaseUrl) : connectToTemporary(url)),
  };
}

async function connectToEmptied(url) {
  const connection = await connect(url);
  await connection.executeScript('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  return connection;
}

async function connectToTemporary(url) {
  const name = `prisma_migrate_shadow_db_${randomUUID()}`;
  const shadow = withDatabase(url, name);
  await changeDatabase('create-database', shadow);
  return connect(shadow, () => changeDatabase('drop-database', shadow));
}

function withDatabase(url, name) {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

async function execute(url, sql) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function connect(url, afterwards = async () => {}) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO'");
  const schema = new URL(url).searchParams.get('schema');
  if (schema !== null) await client.query(`SET search_path TO ${pg.escapeIdentifier(schema)}`);
  const { rows } = await client.query('SELECT current_schema() AS name');
  return new Connection(client, rows[0].name, afterwards);
}

/** A connection as in @prisma/driver-adapter-utils (SqlDriverAdapter). */
class Connection {
  provider = 'postgres';
  adapterName = 'pg';

  constructor(client, schemaName, afterwards) {
    this.client = client;
    this.schemaName = schemaName;
    this.afterwards = afterwards;
  }

  async queryRaw({ sql, args }) {
    const { fields, rows } = await this.query(asText(sql, args));
    const readers = fields.map(({ dataTypeID }) => types.get(dataTypeID) ?? [ColumnTypeEnum.Text, same]);
    return {
      columnNames: fields.map(({ name }) => name),
      columnTypes: readers.map(([type]) => type),
      rows: rows.map((row) => row.map((value, column) => (value === null ? null : readers[column][1](value)))),
    };
  }

  async executeRaw({ sql, args }) {
    return (await this.query(asText(sql, args))).rowCount ?? 0;
  }

  async executeScript(sql) {
    await this.query(sql);
  }

  getConnectionInfo() {
    return { schemaName: this.schemaName, supportsRelationJoins: true };
  }

  async startTransaction() {
    await this.query('BEGIN');
    return Object.assign(Object.create(this), {
      options: { usePhantomQuery: true },
      commit: () => this.query('COMMIT'),
      rollback: () => this.query('ROLLBACK'),
    });
  }

  async dispose() {
    await this.client.end();
    await this.afterwards();
  }

  async query(query) {
    try {
      return await this.client.query(query);
    } catch (error) {
      throw error.code ? new DriverAdapterError(describe(error)) : error;
    }
  }
}

/** Values stay in text format; they are parsed below by the types of the engine. */
const asText = (sql, args) => ({
  text: sql,
  values: args,
  rowMode: 'array',
  types: { getTypeParser: () => same },
});

function describe({ code, severity, message, detail, column, hint }) {
  return {
    kind: 'postgres',
    code,
    severity,
    message,
    detail,
    column,
    hint,
    originalCode: code,
    originalMessage: message,
  };
}

const same = (value) => value;
const isTrue = (value) => value === 't';
const toIso = (value) => new Date(value).toISOString();
const textArrayType = 1009;
const splitArray = pg.types.getTypeParser(textArrayType);
const listOf = (read) => (value) => splitArray(value).map((element) => (element === null ? null : read(element)));

/** PostgreSQL type (oid of pg_type) → type of the engine, and the parser of its text. */
const types = new Map([
  [16, [ColumnTypeEnum.Boolean, isTrue]],
  [18, [ColumnTypeEnum.Character, same]],
  [20, [ColumnTypeEnum.Int64, same]],
  [21, [ColumnTypeEnum.Int32, Number]],
  [23, [ColumnTypeEnum.Int32, Number]],
  [26, [ColumnTypeEnum.Int64, same]],
  [700, [ColumnTypeEnum.Float, Number]],
  [701, [ColumnTypeEnum.Double, Number]],
  [1000, [ColumnTypeEnum.BooleanArray, listOf(isTrue)]],
  [1002, [ColumnTypeEnum.CharacterArray, listOf(same)]],
  [1003, [ColumnTypeEnum.TextArray, listOf(same)]],
  [1005, [ColumnTypeEnum.Int32Array, listOf(Number)]],
  [1007, [ColumnTypeEnum.Int32Array, listOf(Number)]],
  [textArrayType, [ColumnTypeEnum.TextArray, listOf(same)]],
  [1015, [ColumnTypeEnum.TextArray, listOf(same)]],
  [1016, [ColumnTypeEnum.Int64Array, listOf(same)]],
  [1028, [ColumnTypeEnum.Int64Array, listOf(same)]],
  [1114, [ColumnTypeEnum.DateTime, same]],
  [1184, [ColumnTypeEnum.DateTime, toIso]],
]);
