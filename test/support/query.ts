import pg from 'pg';

/** Runs statements, one after the other, on a connection of their own. Returns the rows of the last one. */
export async function query<Row extends pg.QueryResultRow = Record<string, unknown>>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  // Emitted when the server stops: what waits for the connection rejects by itself.
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
