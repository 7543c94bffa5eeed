import { Prisma as Names } from '../generated/prisma/client.ts';
import type { Database, Prisma } from '../platform/database/database.ts';
import { createStatementNames } from '../platform/database/statement-names.ts';
import { columnOf } from '../store/sql/columns.ts';
import type { List } from './list.ts';
import { readerOf } from './page.ts';
import type { RecordKind } from '../vocabulary/kinds.ts';

/** A relation through a joining table: columns that name the record and what it is joined with. */
interface Joining {
  table: string;
  owner: string;
  /** The client's names of the relation beyond the joining table, and of the column that leads there. */
  target: string;
  by: string;
  targets: string;
  /** What is a column: of the joining table, of what is beyond. Everything else is a relation. */
  own: Record<string, string>;
  beyond: Record<string, string>;
}

/**
 * The relations that pages show of each of their records. The client would read one in two statements with as many parameters as there
 * are records on the page: four times the work.
 */
const relations: Partial<Record<RecordKind, Record<string, Joining>>> = {
  user: {
    roles: {
      table: 'user_roles',
      owner: 'user_id',
      target: 'role',
      by: 'roleId',
      targets: 'roles',
      own: Names.UserRoleScalarFieldEnum,
      beyond: Names.RoleScalarFieldEnum,
    },
    organizations: {
      table: 'organization_users',
      owner: 'user_id',
      target: 'organization',
      by: 'organizationId',
      targets: 'organizations',
      own: Names.OrganizationUserScalarFieldEnum,
      beyond: Names.OrganizationScalarFieldEnum,
    },
  },
};

/** Where a record keeps which of its relations `findRecords` has read, and of how many at most (`take`; null: all of them). */
const readWhole = Symbol('relations that were read whole');
type Whole = Record<string, { take: number | null }>;

/**
 * How a relation of a record was read here: its columns are all there that anyone asked for, and nothing beyond it was asked for.
 * Undefined when it was not.
 */
export const readOf = (record: object, relation: string): { take: number | null } | undefined =>
  (record as { [readWhole]?: Whole })[readWhole]?.[relation];

type Select = Record<string, unknown>;
type Row = Record<string | symbol, unknown>;

/** What is asked of a relation, when it is no more than columns of the joining table and of the records beyond. */
interface Asked {
  field: string;
  joining: Joining;
  own: string[];
  beyond: string[];
  direction: 'asc' | 'desc';
  take: number | null;
}

/**
 * Reads records with `select`: relations that pages show with a statement each, everything else by the client. In a
 * transaction (`database` is null), the client reads it all.
 */
export async function findRecords(
  { database, prisma }: { database: Database | null; prisma: Prisma },
  list: Pick<List, 'kind'>,
  { select, ...query }: { select: Select } & Record<string, unknown>,
): Promise<Row[]> {
  const asked = database ? relatedOf(list.kind, select) : [];
  const reader = readerOf(prisma, list);
  if (!database || !asked.length) return reader.findMany({ ...query, select });
  const rest = { ...select, id: true, ...Object.fromEntries(asked.map(({ field }) => [field, false])) };
  const records: Row[] = await reader.findMany({ ...query, select: rest });
  const whole: Whole = Object.fromEntries(asked.map((one) => [one.field, one]));
  for (const record of records) record[readWhole] = whole;
  if (records.length) await Promise.all(asked.map((one) => attach(database, records, one)));
  return records;
}

function relatedOf(kind: RecordKind, select: Select): Asked[] {
  const known = Object.entries(relations[kind] ?? {});
  return known.flatMap(([field, joining]) => readAsked(field, joining, select[field]) ?? []);
}

const isColumns = (select: unknown, columns: Record<string, string>): select is Record<string, true> =>
  typeof select === 'object' &&
  select !== null &&
  Object.entries(select).every(([name, wanted]) => wanted === true && Object.hasOwn(columns, name));

function readAsked(field: string, joining: Joining, asked: unknown): Asked | undefined {
  const { select = {}, orderBy, take = null, skip = 0, ...others } = (asked ?? {}) as Record<string, Select>;
  const { [joining.target]: target, ...own } = select;
  const { select: beyond, ...more } = (target ?? {}) as Record<string, unknown>;
  const direction = orderBy?.[joining.by];
  const isPlain =
    isColumns(beyond, joining.beyond) &&
    isColumns(own, joining.own) &&
    Object.keys({ ...others, ...more }).length === 0;
  const isFirstPage = skip === (0 as unknown) && (take === null || Number(take) >= 0);
  if (!isPlain || !isFirstPage || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return { field, joining, own: Object.keys(own), beyond: Object.keys(beyond), direction, take: take as number | null };
}

async function attach({ pool, preparedStatements }: Database, records: Row[], asked: Asked): Promise<void> {
  const text = statementOf(asked);
  const name = preparedStatements ? nameOf({ sql: text, args: [] }) : '';
  // No limit at all when it is null.
  const values = [records.map(({ id }) => id), asked.take];
  const { rows } = await pool.query<unknown[]>({ name, text, values, rowMode: 'array' });
  const related = groupRows(rows, asked);
  for (const record of records) record[asked.field] = related.get(record['id']) ?? [];
}

/** Rows of the joining table with what they lead to, by owner. Owners share the records that they all lead to. */
function groupRows(rows: readonly unknown[][], { joining, own, beyond }: Asked): Map<unknown, Row[]> {
  const related = new Map<unknown, Row[]>();
  const targets = new Map<unknown, Row>();
  const whole = { [joining.target]: { take: null } };
  for (const row of rows) {
    const owner = row[0];
    let group = related.get(owner);
    if (!group) related.set(owner, (group = []));
    let target = targets.get(row[1]);
    if (!target) targets.set(row[1], (target = objectOf(beyond, row, 2 + own.length)));
    const link = objectOf(own, row, 2);
    link[joining.target] = target;
    link[readWhole] = whole;
    group.push(link);
  }
  return related;
}

// As good a plan for any values: every owner is looked up by itself.
const nameOf = createStatementNames(100, 'related', () => false);

function objectOf(columns: readonly string[], row: readonly unknown[], from: number): Row {
  const object: Row = {};
  for (let index = 0; index < columns.length; index++) object[columns[index] ?? ''] = row[from + index];
  return object;
}

function statementOf({ joining: { table, owner, by, targets }, own, beyond, direction }: Asked): string {
  const order = `${columnOf(by)} ${direction}`;
  const columns = [
    ...own.map((column) => `link.${columnOf(column)}`),
    ...beyond.map((column) => `target.${columnOf(column)}`),
  ];
  return `
    SELECT link.${owner}, ${['target.id', ...columns].join(', ')}
    FROM unnest($1::text[]) AS owners (id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} WHERE ${owner} = owners.id ORDER BY ${order} LIMIT $2) AS link
    JOIN ${targets} AS target ON target.id = link.${columnOf(by)}
    ORDER BY link.${owner}, link.${order}`;
}
