import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export interface FanOut {
  databaseUrl: string;
  /** A webhook that is told nothing: nobody but the fan-out needs it. */
  idleWebhookId: string;
}

/** Milliseconds between two looks. */
const pause = 5;

/**
 * Holds up whoever fans events out, in the middle of it, with the lock that the deletion of a webhook takes; resolves when somebody is, whose
 * connection to the database comes from a port that is wanted. Rejects when the signal ends it.
 */
export async function holdUpFanOut(
  fanOut: FanOut,
  isWanted: (port: number) => boolean,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  for (;;) {
    try {
      return await holdOne(fanOut, isWanted, signal);
    } catch {
      // The database was away.
      await sleep(pause, undefined, { signal });
    }
  }
}

async function holdOne(
  { databaseUrl, idleWebhookId }: FanOut,
  isWanted: (port: number) => boolean,
  signal: AbortSignal,
): Promise<AsyncDisposable> {
  const client = new pg.Client({ connectionString: databaseUrl, lock_timeout: 3000 });
  // A server that is gone holds nobody up.
  client.on('error', () => {});
  const end = (): Promise<void> => client.end().catch(() => {});
  try {
    await client.connect();
    for (;;) {
      await client.query('BEGIN');
      await client.query('SELECT FROM webhooks WHERE id = $1 FOR UPDATE', [idleWebhookId]);
      if (isWanted(await heldUp(client, signal))) return { [Symbol.asyncDispose]: end };
      await client.query('ROLLBACK');
    }
  } catch (error) {
    await end();
    throw error;
  }
}

/** The port of the one who waits for us. */
async function heldUp(client: pg.Client, signal: AbortSignal): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ port: number }>(
      'SELECT client_port AS port FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))',
    );
    if (rows[0]) return rows[0].port;
    await sleep(pause, undefined, { signal });
  }
}
