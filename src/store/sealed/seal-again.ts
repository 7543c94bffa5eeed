// SQL: tables and columns that are parameters; rows that are skipped while others lock them.
import { keyIdIn, type SecretBox, tryOpen } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SealedColumn } from './columns.ts';

/** Numbers of values that another key than the first one has encrypted. */
export interface Sealed {
  /** Encrypted again with the first key; in a dry run, those that would be. */
  again: number;
  /** Changed or locked by something else meanwhile. */
  left: number;
  /** Their key is not among ours. */
  lost: number;
}

/** The primary key of a row, and its value if another key than the first one has encrypted it. */
interface SealedRow {
  key: string[];
  sealed: Buffer | null;
}

/** Rows that one statement reads, of which it changes some. */
const pageSize = 500;

/** The services of `sealAgain`. */
interface Sealing {
  database: Pick<Database, 'pool'>;
  secretBox: SecretBox;
  /** Only counts. */
  isDryRun: boolean;
  /** Called after each page. */
  onProgress(sealed: Sealed): void;
}

/**
 * Encrypts the values of a column with the first key that other keys have encrypted, page by page. Each page is one
 * statement, so whatever ends the process leaves every value with a key that can decrypt it.
 */
export async function sealAgain(column: SealedColumn, { database, secretBox, ...options }: Sealing): Promise<Sealed> {
  const total: Sealed = { again: 0, left: 0, lost: 0 };
  let after = column.key.map(() => '');
  for (;;) {
    const page = await readPage(database, column, secretBox.keyIds[0] ?? '', after);
    const changes = page.flatMap(({ key, sealed }) =>
      sealed ? [{ key, sealed, plain: tryOpen(secretBox, sealed) }] : [],
    );
    const values = changes.flatMap(({ key, sealed, plain }) =>
      plain ? [[...key, sealed, secretBox.seal(plain)]] : [],
    );
    const again = options.isDryRun ? values.length : await writePage(database, column, values);
    total.again += again;
    total.left += values.length - again;
    total.lost += changes.length - values.length;
    options.onProgress(total);
    const last = page.at(-1);
    if (!last || page.length < pageSize) return total;
    after = last.key;
  }
}

async function readPage(
  { pool }: Pick<Database, 'pool'>,
  { table, column, key }: SealedColumn,
  firstKeyId: string,
  after: readonly string[],
): Promise<SealedRow[]> {
  const { rows } = await pool.query<SealedRow>(
    `SELECT ARRAY[${key.join(', ')}] AS key, CASE WHEN ${keyIdIn(column)} <> $1 THEN ${column} END AS sealed
     FROM ${table} WHERE (${key.join(', ')}) > (${key.map((_name, index) => `$${index + 2}`).join(', ')})
     ORDER BY ${key.join(', ')} LIMIT ${pageSize}`,
    [firstKeyId, ...after],
  );
  return rows;
}

/**
 * Replaces values by others, unless they have changed or are locked: it waits for no one, so it cannot be part of a
 * deadlock. Returns how many it has replaced.
 */
async function writePage(
  { pool }: Pick<Database, 'pool'>,
  { table, column, key }: SealedColumn,
  changes: readonly (string | Buffer)[][],
): Promise<number> {
  if (!changes.length) return 0;
  const names = [...key, 'before', 'after'];
  const types = [...key.map(() => 'text[]'), 'bytea[]', 'bytea[]'];
  const keys = key.map((name) => `t.${name}`).join(', ');
  const { rowCount } = await pool.query(
    `WITH given AS (
       SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}`).join(', ')}) AS given (${names.join(', ')})
     ), free AS (
       SELECT ${keys}, given.after FROM ${table} AS t JOIN given USING (${key.join(', ')})
       WHERE t.${column} = given.before FOR NO KEY UPDATE OF t SKIP LOCKED
     )
     UPDATE ${table} AS t SET ${column} = free.after FROM free
     WHERE (${keys}) = (${key.map((name) => `free.${name}`).join(', ')})`,
    names.map((_name, index) => changes.map((change) => change[index])),
  );
  return rowCount ?? 0;
}
