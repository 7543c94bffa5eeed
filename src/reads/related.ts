// SQL: the first related rows of each of many records in one statement.
import { Prisma as Names } from '../generated/prisma/client.ts';
import type { Database, Prisma } from '../platform/database/database.ts';
import type { Logger } from '../platform/logger.ts';
import { ofRole } from '../store/records/role-holders.ts';
import { preparedStatement, statementNameOf } from '../platform/database/prepared-statement.ts';
import { columnOf } from '../store/sql/columns.ts';
import type { List } from './list.ts';
import { readerOf } from './page.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';

/** A relation through a join table. */
interface Joining {
  table: string;
  owner: string;
  /** Prisma's names of the relation from the join table to its target, and of the foreign key. */
  target: string;
  by: string;
  targets: string;
  /** The condition for rows whose target exists, which a selection may have: the statement joins it. */
  existing?: object;
  /** Columns of the join table and of the target. Everything else is a relation. */
  columns: Record<string, string>;
  beyond: Record<string, string>;
}

/**
 * Relations that are read for a whole page by one statement, which Prisma cannot: it makes JSON of the first rows of
 * each record. For bench:management; for the figures, also of the names of these statements, see "Own code instead of a
 * library" in src/README.md.
 */
const relations: Partial<Record<RecordKind, Record<string, Joining>>> = {
  user: {
    roles: {
      table: 'user_roles',
      owner: 'user_id',
      target: 'role',
      by: 'roleId',
      targets: 'roles',
      existing: ofRole,
      columns: Names.UserRoleScalarFieldEnum,
      beyond: Names.RoleScalarFieldEnum,
    },
    organizations: {
      table: 'organization_users',
      owner: 'user_id',
      target: 'organization',
      by: 'organizationId',
      targets: 'organizations',
      columns: Names.OrganizationUserScalarFieldEnum,
      beyond: Names.OrganizationScalarFieldEnum,
    },
  },
};

type Select = Record<string, unknown>;
type Row = Record<string, unknown>;

/** The selection of a relation: columns of the join table and of the target, nothing else. */
interface RelationQuery {
  field: string;
  joining: Joining;
  columns: string[];
  beyond: string[];
  direction: 'asc' | 'desc';
  take: number | null;
}

/**
 * Reads records with `select`: these relations with one statement each, everything else with Prisma. In a transaction
 * (`database` is null) Prisma reads everything.
 */
export async function findRecords(
  { database, prisma, logger }: { database: Database | null; prisma: Prisma; logger?: Pick<Logger, 'warn'> },
  list: Pick<List, 'kind' | 'name'>,
  { select, ...query }: { select: Select } & Record<string, unknown>,
): Promise<Row[]> {
  const queries = database ? relationQueries(list.kind, select) : [];
  const reader = readerOf(prisma, list, logger);
  if (!database || !queries.length) return reader.findMany({ ...query, select });
  const rest = { ...select, id: true, ...Object.fromEntries(queries.map(({ field }) => [field, false])) };
  const records: Row[] = await reader.findMany({ ...query, select: rest });
  if (records.length) await Promise.all(queries.map((one) => attach(database, records, one)));
  return records;
}

function relationQueries(kind: RecordKind, select: Select): RelationQuery[] {
  const joinings = Object.entries(relations[kind] ?? {});
  return joinings.flatMap(([field, joining]) => relationQuery(field, joining, select[field]) ?? []);
}

const isColumns = (select: unknown, columns: Record<string, string>): select is Record<string, true> =>
  typeof select === 'object' &&
  select !== null &&
  Object.entries(select).every(([name, isSelected]) => isSelected === true && Object.hasOwn(columns, name));

/** The query of a relation from its selection; undefined if Prisma has to read it. */
function relationQuery(field: string, joining: Joining, selection: unknown): RelationQuery | undefined {
  const { select = {}, where, orderBy, take = null, skip = 0, ...others } = (selection ?? {}) as Record<string, Select>;
  const { [joining.target]: target, ...columns } = select;
  const { select: beyond, ...more } = (target ?? {}) as Record<string, unknown>;
  const direction = orderBy?.[joining.by];
  const isPlain =
    (where === undefined || JSON.stringify(where) === JSON.stringify(joining.existing)) &&
    isColumns(beyond, joining.beyond) &&
    isColumns(columns, joining.columns) &&
    Object.keys({ ...others, ...more }).length === 0;
  const isFirstPage = skip === (0 as unknown) && (take === null || Number(take) >= 0);
  if (!isPlain || !isFirstPage || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return {
    field,
    joining,
    columns: Object.keys(columns),
    beyond: Object.keys(beyond),
    direction,
    take: take as number | null,
  };
}

async function attach(database: Database, records: Row[], query: RelationQuery): Promise<void> {
  const text = statementOf(query);
  const name = statementNameOf({ sql: text });
  const ids = records.map(({ id }) => id);
  const values = query.take === null ? [ids] : [ids, query.take];
  const statement = { ...preparedStatement(database, name, text), values, rowMode: 'array' as const };
  const { rows } = await database.pool.query<unknown[]>(statement);
  const related = groupRows(rows, query);
  for (const record of records) record[query.field] = related.get(record['id']) ?? [];
}

/** Rows of the join table with their targets, by owner. Owners share the objects of common targets. */
function groupRows(rows: readonly unknown[][], { joining, columns, beyond }: RelationQuery): Map<unknown, Row[]> {
  const related = new Map<unknown, Row[]>();
  const targets = new Map<unknown, Row>();
  for (const row of rows) {
    const owner = row[0];
    let group = related.get(owner);
    if (!group) related.set(owner, (group = []));
    let target = targets.get(row[1]);
    if (!target) targets.set(row[1], (target = objectOf(beyond, row, 2 + columns.length)));
    const link = objectOf(columns, row, 2);
    link[joining.target] = target;
    group.push(link);
  }
  return related;
}

function objectOf(columns: readonly string[], row: readonly unknown[], from: number): Row {
  const object: Row = {};
  for (let index = 0; index < columns.length; index++) object[columns[index] ?? ''] = row[from + index];
  return object;
}

function statementOf({
  joining: { table, owner, by, targets },
  columns,
  beyond,
  direction,
  take,
}: RelationQuery): string {
  const order = `${columnOf(by)} ${direction}`;
  const output = [
    ...columns.map((column) => `link.${columnOf(column)}`),
    ...beyond.map((column) => `target.${columnOf(column)}`),
  ];
  const links = `FROM ${table} WHERE ${owner} = ANY($1)`;
  // A subquery per owner with a LIMIT takes twice the time.
  const first = `SELECT *, row_number() OVER (PARTITION BY ${owner} ORDER BY ${order}) AS rank ${links}`;
  return `/* name: related */
    SELECT link.${owner}, ${['target.id', ...output].join(', ')}
    FROM (${take === null ? `SELECT * ${links}` : first}) AS link
    JOIN ${targets} AS target ON target.id = link.${columnOf(by)}
    ${take === null ? '' : 'WHERE link.rank <= $2'}
    ORDER BY link.${owner}, link.${order}`;
}
