import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { query } from '../query.ts';
import { freePort } from './redis-server.ts';

export interface PgBouncer {
  /** Address of the same database through the pooler, marked `?pgbouncer=true`. */
  url: string;
  stop(): Promise<void>;
}

/**
 * A pooler in front of a database, in transaction mode, with so few connections that transactions alternate on them.
 */
export async function startPgBouncer(databaseUrl: string, { keepsIsolation = true } = {}): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-pgbouncer-'));
  chmodSync(folder, 0o711);
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(settings, configuration(new URL(databaseUrl), port));
  // It refuses to run as root.
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings]);
  try {
    await listening(child);
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { username, pathname } = new URL(databaseUrl);
  if (keepsIsolation) await keepIsolation(databaseUrl);
  return {
    url: `postgresql://${username}@127.0.0.1:${port}${pathname}?pgbouncer=true`,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** As an operator must where the server has another default: a pooler does not keep it. */
async function keepIsolation(databaseUrl: string): Promise<void> {
  const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1));
  await query(databaseUrl, `ALTER DATABASE ${name} SET default_transaction_isolation = 'read committed'`);
}

const configuration = ({ hostname, port, username, password, pathname }: URL, listenPort: number): string => `
[databases]
${pathname.slice(1)} = host=${hostname} port=${port} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
`;

async function listening(child: ChildProcess): Promise<void> {
  if (!child.stderr) throw new Error('pgbouncer has no standard error');
  const seen: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    if (line.includes('process up')) {
      child.stderr.resume();
      return;
    }
    seen.push(line);
  }
  throw new Error(`pgbouncer did not start: ${seen.join('\n')}`);
}
