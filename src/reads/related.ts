import { createStatementNames, type Database, type Prisma } from '../platform/database.ts';
import type { List } from './list.ts';
import { readerOf } from './page.ts';

/** A relation through a joining table: columns that name the record and what it is joined with. */
interface Joining {
  table: string;
  owner: string;
  /** The client's names of the relation beyond the joining table, and of the column that leads there. */
  target: string;
  by: string;
  targets: string;
}

/**
 * The relations that pages show of each of their records. The client reads one with as many parameters as there are records, all it has of each
 * record (of which it then drops what is beyond `take`), and the records beyond with another statement: four times the work.
 */
const relations: Partial<Record<List['model'], Record<string, Joining>>> = {
  user: {
    roles: { table: 'user_roles', owner: 'user_id', target: 'role', by: 'roleId', targets: 'roles' },
    organizations: {
      table: 'organization_users',
      owner: 'user_id',
      target: 'organization',
      by: 'organizationId',
      targets: 'organizations',
    },
  },
};

type Select = Record<string, unknown>;
type Row = Record<string, unknown>;

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
 * transaction (`prisma` is not the database's own), the client reads it all.
 */
export async function findRecords(
  { database, prisma }: { database: Database; prisma: Prisma },
  list: Pick<List, 'model'>,
  { select, ...query }: { select: Select } & Record<string, unknown>,
): Promise<Row[]> {
  const asked = prisma === database.prisma ? relatedOf(list.model, select) : [];
  const reader = readerOf(prisma, list);
  if (!asked.length) return reader.findMany({ ...query, select });
  const rest = { ...select, id: true, ...Object.fromEntries(asked.map(({ field }) => [field, false])) };
  const records = await reader.findMany({ ...query, select: rest });
  if (records.length) await Promise.all(asked.map((one) => attach(database, records, one)));
  return records;
}

function relatedOf(model: List['model'], select: Select): Asked[] {
  const known = Object.entries(relations[model] ?? {});
  return known.flatMap(([field, joining]) => readAsked(field, joining, select[field]) ?? []);
}

const isColumns = (select: unknown): select is Record<string, true> =>
  typeof select === 'object' && select !== null && Object.values(select).every((wanted) => wanted === true);

function readAsked(field: string, joining: Joining, asked: unknown): Asked | undefined {
  const { select = {}, orderBy, take = null, skip = 0, ...others } = (asked ?? {}) as Record<string, Select>;
  const { [joining.target]: target, ...own } = select;
  const { select: beyond, ...more } = (target ?? {}) as Record<string, unknown>;
  const direction = orderBy?.[joining.by];
  const isPlain = isColumns(beyond) && isColumns(own) && Object.keys({ ...others, ...more }).length === 0;
  const isFirstPage = skip === (0 as unknown) && (take === null || Number(take) >= 0);
  if (!isPlain || !isFirstPage || (direction !== 'asc' && direction !== 'desc')) return undefined;
  return { field, joining, own: Object.keys(own), beyond: Object.keys(beyond), direction, take: take as number | null };
}

async function attach({ pool, preparedStatements }: Database, records: Row[], asked: Asked): Promise<void> {
  const { joining, own, beyond, field, take } = asked;
  const text = statementOf(asked);
  const name = preparedStatements ? nameOf({ sql: text, args: [] }) : '';
  const values = [records.map(({ id }) => id), take];
  const { rows } = await pool.query<unknown[]>({ name, text, values, rowMode: 'array' });
  const related = new Map<unknown, Row[]>(records.map(({ id }) => [id, []]));
  for (const row of rows) {
    const target = objectOf(beyond, row, own.length + 1);
    related.get(row[0])?.push({ ...objectOf(own, row, 1), [joining.target]: target });
  }
  for (const record of records) record[field] = related.get(record['id']);
}

const nameOf = createStatementNames(100, 'related');

function objectOf(columns: readonly string[], row: readonly unknown[], from: number): Row {
  const object: Row = {};
  for (let index = 0; index < columns.length; index++) object[columns[index] ?? ''] = row[from + index];
  return object;
}

/** What the columns are called in the database: as in the model, with words parted by "_". */
const columnOf = (field: string): string => `"${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;

function statementOf({ joining: { table, owner, by, targets }, own, beyond, direction }: Asked): string {
  const columns = [
    ...own.map((column) => `link.${columnOf(column)}`),
    ...beyond.map((column) => `target.${columnOf(column)}`),
  ];
  return `
    SELECT owner.id, ${columns.join(', ')}
    FROM unnest($1::text[]) AS owner (id) CROSS JOIN LATERAL (
      SELECT * FROM ${table} WHERE ${owner} = owner.id ORDER BY ${columnOf(by)} ${direction} LIMIT $2
    ) AS link JOIN ${targets} AS target ON target.id = link.${columnOf(by)}
    ORDER BY owner.id, link.${columnOf(by)} ${direction}`;
}
