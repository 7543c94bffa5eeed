/**
 * The name of a statement of $queryRaw, which has no other place for it than a comment at its start. Those that Prisma
 * generates have none.
 */
export const statementNameOf = ({ sql }: { sql: string }): string => /^\s*\/\* name: (\w+) \*\//.exec(sql)?.[1] ?? '';

/** A statement that each connection prepares once; without a name behind a pooler that drops prepared statements. */
export const preparedStatement = (
  { preparedStatements }: { preparedStatements: boolean },
  name: string,
  text: string,
): { text: string; name?: string } => (preparedStatements ? { name, text } : { text });
