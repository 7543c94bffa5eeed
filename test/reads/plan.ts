import type pg from 'pg';
import type { Database } from '../../src/platform/database/database.ts';
import { all } from '../../src/reads/conditions.ts';
import { decodeCursor, keyColumns, type OrderBy, pageOf } from '../../src/reads/keyset.ts';
import type { List } from '../../src/reads/list.ts';
import { readerOf } from '../../src/reads/page.ts';

export interface ListArguments {
  filter?: object;
  search?: string;
  orderBy?: OrderBy;
}

/** Reads pages, and the plans of the database for them. */
export interface Plans {
  /** The statements so far. */
  statements: pg.QueryConfig[];
  page(list: List, args: ListArguments, after: string | undefined): Promise<{ records: object[]; plan: string }>;
  /** The plan of one of the statements. */
  explain(statement: pg.QueryConfig | undefined): Promise<string>;
}

/** On a database that has not connected yet. */
export function createPlans(database: Database): Plans {
  const statements: pg.QueryConfig[] = [];
  database.pool.on('connect', (client) => {
    const query = client.query;
    client.query = function remembered(this: pg.PoolClient, ...args: never[]) {
      if (typeof args[0] === 'object') statements.push(args[0]);
      return Reflect.apply(query, this, args);
    } as typeof query;
  });
  const explain: Plans['explain'] = async ({ text, values } = { text: '' }) => {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  return {
    statements,
    explain,
    async page(list, { filter = {}, search, orderBy }, after) {
      const args = { filter: list.filter.parse(filter), search, now: new Date() };
      const place = after === undefined ? undefined : decodeCursor(list, orderBy, after, 'after');
      const { where, orderBy: order } = pageOf(list, orderBy, { after: place });
      const conditions = all(list.where(args as never), where);
      const query = { where: conditions, orderBy: order, take: 21, select: keyColumns(list, orderBy) };
      const records = await readerOf(database.prisma, list).findMany(query);
      return { records, plan: await explain(statements.at(-1)) };
    },
  };
}
