import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface FanOut {
  databaseUrl: string;
  /** A webhook that receives no event: only the fan-out locks it. */
  idleWebhookId: string;
}

/** Milliseconds between two checks. */
const pause = 5;

/**
 * Blocks a fan-out in the middle, with the lock that the deletion of a webhook takes. Resolves when a fan-out is
 * blocked whose database connection has a wanted port. Rejects when the signal aborts.
 */
export async function blockFanOut(
  fanOut: FanOut,
  isWanted: (port: number) => boolean,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  for (;;) {
    try {
      return await blockOne(fanOut, isWanted, signal);
    } catch {
      // The database was unavailable.
      await sleep(pause, undefined, { signal });
    }
  }
}

async function blockOne(
  { databaseUrl, idleWebhookId }: FanOut,
  isWanted: (port: number) => boolean,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: databaseUrl, lock_timeout: 3000 });
  // A server that has ended blocks nothing.
  client.on('error', () => {});
  const end = (): Promise<void> => client.end().catch(() => {});
  try {
    await client.connect();
    for (;;) {
      await client.query('BEGIN');
      await client.query('SELECT FROM webhooks WHERE id = $1 FOR UPDATE', [idleWebhookId]);
      if (isWanted(await blockedPort(client, signal))) return { [Symbol.asyncDispose]: end };
      await client.query('ROLLBACK');
    }
  } catch (error) {
    await end();
    throw error;
  }
}

/** The port of the connection that waits for the lock. */
async function blockedPort(client: pg.Client, signal: AbortSignal): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ port: number }>(
      'SELECT client_port AS port FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    if (rows[0]) return rows[0].port;
    await sleep(pause, undefined, { signal });
  }
}
