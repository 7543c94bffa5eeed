import { LRUCache } from 'lru-cache';

/** Named statements per process. Each takes some of PostgreSQL's memory on every connection. */
const namedStatementLimit = 500;
/** Seconds until a connection is replaced, and its prepared statements with it. */
export const connectionLifetime = 3600;
/** Uses until a statement gets a name, once half the names are taken: callers can send thousands of rare ones. */
const provenUses = 10;
/** Unnamed statements whose uses are counted. */
const countedStatements = 1000;
/** Statements with more parameters contain a list; their text depends on its length. */
const listParameters = 32;
/**
 * A page of any length, or a count. A plan for all values cannot take into account whether few or many rows match, and
 * may scan a large table to find few. These statements are planned for their values. With a constant limit, such as the
 * latest challenge of a flow, one plan suits all values: planning would take 8 ms of a sign-in. For bench:sign-in, p99
 * of exchanges beside 50 clients at most 1.3 times alone, or 10 ms.
 */
const isPageOrCount = /\bORDER BY\b.*\bLIMIT \$|^SELECT COUNT\(/s;
/**
 * The rows after a cursor, without another condition: one plan suits all values. For bench:management, next pages at
 * most 3 times bare SQL; without it, 3.9.
 */
const isNextPage = /\bWHERE (\S+) [<>] \$1 ORDER BY \1 (?:ASC|DESC) LIMIT\b/;
const dependsOnValues = (sql: string): boolean => isPageOrCount.test(sql) && !isNextPage.test(sql);

/**
 * Names for statements, so that PostgreSQL parses and plans each once per connection: without names four writes take
 * 1.5 times as long. For bench:management, four writes through REST at least 0.7 of bare Prisma. An empty name means
 * unnamed: pages, lists, and all when no name is left. The least recently used names are dropped.
 */
export function createStatementNames(
  limit = namedStatementLimit,
  prefix = 'prisma',
  needsValues: (sql: string) => boolean = dependsOnValues,
  now: () => number = () => performance.now(),
) {
  const names = new LRUCache<string, string>({ max: limit });
  const uses = new LRUCache<string, number>({ max: countedStatements });
  const supply = createSupply(limit, now);
  let given = 0;
  return ({ sql, args }: { sql: string; args: readonly unknown[] }): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (args.length > listParameters || needsValues(sql)) return '';
    const count = (uses.get(sql) ?? 0) + 1;
    uses.set(sql, count);
    if (!supply.take(count)) return '';
    uses.delete(sql);
    const name = `${prefix}_${given++}`;
    names.set(sql, name);
    return name;
  };
}

/** The number of available names: `limit` at first, and as many again per lifetime of a connection. */
function createSupply(limit: number, now: () => number) {
  let left = limit;
  let at = now();
  return {
    /** Takes a name for a statement with this many uses. */
    take(uses: number): boolean {
      const present = now();
      left = Math.min(limit, left + (limit * (present - at)) / (connectionLifetime * 1000));
      at = present;
      const isScarce = left <= limit / 2;
      if (left < 1 || (isScarce && uses < provenUses)) return false;
      left -= 1;
      return true;
    },
  };
}

/** A statement that each connection prepares once; without a name behind a pooler that drops prepared statements. */
export const preparedStatement = (
  { preparedStatements }: { preparedStatements: boolean },
  name: string,
  text: string,
): { text: string; name?: string } => (preparedStatements ? { name, text } : { text });
