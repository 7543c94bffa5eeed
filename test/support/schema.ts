import { query } from './query.ts';

/** Of all tables in the databases of the tests; the server has it as search path. */
export const testSchema = 'identity';

/** Creates the schema in a database, for the owner of which the address is. */
export async function createSchema(url: string): Promise<void> {
  await query(url, `CREATE SCHEMA ${testSchema}`);
}
