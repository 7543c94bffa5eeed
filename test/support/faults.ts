import pg from 'pg';

/** Storing a user whose name begins with "faulty" fails with an unexpected error. */
const faulty = `
  CREATE FUNCTION refuse_faulty() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'a disk of the database is broken' USING ERRCODE = '58030'; END $$;
  CREATE TRIGGER refuse_faulty BEFORE INSERT ON users FOR EACH ROW WHEN (NEW.username LIKE 'faulty%') EXECUTE FUNCTION refuse_faulty()`;

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Lets storing a user whose username begins with "faulty" fail from now on. */
export const breakFaultyUsers = (url: string): Promise<void> => withClient(url, (client) => client.query(faulty));

/** Closes all connections to a database, and allows none until disposed of. */
export async function cutDatabase(url: string): Promise<AsyncDisposable> {
  const { pathname, href } = new URL(url);
  const name = pathname.slice(1);
  const elsewhere = href.replace(pathname, '/postgres');
  const allow = (allowed: boolean) =>
    withClient(elsewhere, async (client) => {
      await client.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${allowed}`);
      if (!allowed) {
        await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      }
    });
  await allow(false);
  return { [Symbol.asyncDispose]: () => allow(true) };
}
