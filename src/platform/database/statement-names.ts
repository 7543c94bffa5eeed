import { LRUCache } from 'lru-cache';

/** Statements that have a name at one time, per process: each costs PostgreSQL some memory on every connection. */
const namedStatementLimit = 500;
/**
 * Seconds after which a connection is replaced, and with it all that PostgreSQL remembers for it. In this time as many new names are given as there may
 * be at one time.
 */
export const connectionLifetime = 3600;
/** Uses after which a statement gets a name when half of them are given: odd ones, of which a caller can send thousands, are seldom so frequent. */
const provenUses = 10;
/** Statements without a name whose uses are counted. */
const countedStatements = 1000;
/** Parameters above which a statement is taken for a list: one text per length, hardly ever seen again. */
const listParameters = 32;
/**
 * A page of what meets a condition, or the number of it. One plan for all values could not know whether much or little meets it, and reads
 * a large table to its end, in order, to find the few: these are planned for the values that they are asked with.
 */
const isPageOrCount = /\bORDER BY\b.*\bLIMIT\b|^SELECT COUNT\(/s;
/** What comes after a place in the order of a column, and no other condition: little of it is read, whatever the place. */
const isNextPage = /\bWHERE (\S+) [<>] \$1 ORDER BY \1 (?:ASC|DESC) LIMIT\b/;
const dependsOnValues = (sql: string): boolean => isPageOrCount.test(sql) && !isNextPage.test(sql);

/**
 * Names for the typed client's statements, so that PostgreSQL plans each once per connection instead of every time
 * (a quarter of its work). The empty name means "unnamed": for pages, for lists, and while there is no name left. Names that are not used any
 * more make room for others, and what is used much keeps its name, whatever else is sent.
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

/** How many names may still be given: `limit` at first, and as many again in the lifetime of a connection. */
function createSupply(limit: number, now: () => number) {
  let left = limit;
  let at = now();
  return {
    /** Takes one, if there is one for a statement that was used so often. */
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

/** A statement that PostgreSQL plans once per connection, where a connection keeps what it was told: behind some poolers it does not. */
export const named = (
  { preparedStatements }: { preparedStatements: boolean },
  name: string,
  text: string,
): { text: string; name?: string } => (preparedStatements ? { name, text } : { text });
