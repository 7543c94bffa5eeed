import { hash } from 'node:crypto';

/**
 * The name of a statement of $queryRaw, which has no other place for it than a comment at its start, and a digest of
 * its text, because it can have parts that differ. Statements that Prisma generates have none.
 */
export function statementNameOf({ sql }: { sql: string }): string {
  const [, name] = /^\s*\/\* name: (\w+) \*\//.exec(sql) ?? [];
  return name ? `${name}_${hash('sha1', sql)}` : '';
}

/** A statement that each connection prepares once; without a name behind a pooler that drops prepared statements. */
export const preparedStatement = (
  { preparedStatements }: { preparedStatements: boolean },
  name: string,
  text: string,
): { text: string; name?: string } => (preparedStatements ? { name, text } : { text });
