/** Statements that may have a name, per process: each costs PostgreSQL some memory on every connection, for good. */
const namedStatementLimit = 500;
/** Parameters above which a statement is taken for a list: one text per length, hardly ever seen again. */
const listParameters = 32;
/**
 * A page of what meets a condition, or the number of it. One plan for all values could not know whether much or little meets it, and reads
 * a large table to its end, in order, to find the few: these are planned for the values that they are asked with.
 */
const isPageOrCount = /\bORDER BY\b.*\bLIMIT\b|^SELECT COUNT\(/s;
const hasCondition = /\bWHERE (?!1=1\b)/;
/** What comes after a place in the order of a column, and no other condition: little of it is read, whatever the place. */
const isNextPage = /\bWHERE (\S+) [<>] \$1 ORDER BY \1 (?:ASC|DESC) LIMIT\b/;
const dependsOnValues = (sql: string): boolean =>
  isPageOrCount.test(sql) && hasCondition.test(sql) && !isNextPage.test(sql);

/**
 * Names for the typed client's statements, so that PostgreSQL plans each once per connection instead of every time
 * (a quarter of its work). The empty name means "unnamed": for pages, for lists, and once the limit is reached.
 */
export function createStatementNames(
  limit = namedStatementLimit,
  prefix = 'prisma',
  needsValues: (sql: string) => boolean = dependsOnValues,
) {
  const names = new Map<string, string>();
  return ({ sql, args }: { sql: string; args: readonly unknown[] }): string => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= limit || args.length > listParameters || needsValues(sql)) return '';
    const name = `${prefix}_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/** A statement that PostgreSQL plans once per connection, where a connection keeps what it was told: behind some poolers it does not. */
export const named = (
  { preparedStatements }: { preparedStatements: boolean },
  name: string,
  text: string,
): { text: string; name?: string } => (preparedStatements ? { name, text } : { text });
