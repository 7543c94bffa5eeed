// SQL: the settings of new connections.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { causesOf } from '../error-message.ts';
import { type DatabaseAddress, readAddress } from './address.ts';
import { servingName, startingConfig } from './connections.ts';
import { checkDatabase } from './requirements.ts';
import { codeOf, DatabaseUnusable, reasonOf } from './unusable.ts';

/** A database that was reached, meets the requirements, and how each connection to it begins. */
export interface ReachedDatabase {
  config: pg.ClientConfig;
  /** Of all tables. */
  schema: string;
  /** Sent first on each connection. */
  sessionSettings: string;
  isPooled: boolean;
  /** Sentences for the log. */
  warnings: string[];
}

/**
 * Connects once, checks the requirements, and determines encryption and schema, which is created if it is missing and
 * `createsSchema`. Throws `DatabaseUnusable`; if there was no connection, its `cause` is the error.
 */
export async function reachDatabase(url: string, createsSchema = true): Promise<ReachedDatabase> {
  const address = readAddress(url);
  const { client, config } = await connectFirst(address);
  try {
    const { schema, warnings } = await checkDatabase(client, address, createsSchema);
    const isUnprotected = config.ssl === false && address.isRemote;
    return {
      config,
      schema,
      sessionSettings: settingsOf(schema, address.isPooled),
      isPooled: address.isPooled,
      warnings: isUnprotected ? [...warnings, unencrypted] : warnings,
    };
  } finally {
    await client.end().catch(() => {});
  }
}

const unencrypted = 'connections leave this machine unencrypted; set sslmode=verify-full in DATABASE_URL';

/**
 * The settings that the platform relies on, whatever the server, the database or the role has as default: Prisma sends
 * times without a time zone, the driver reads them in ISO style, and functions and statements have strings with
 * backslashes and Unicode escapes. As statements, because poolers refuse start parameters. PgBouncer restores these for
 * each transaction of a client, but not the others (`checkDatabase`).
 */
function settingsOf(schema: string, isPooled: boolean): string {
  const settings = [`TimeZone TO 'UTC'`, `DateStyle TO 'ISO, MDY'`, 'standard_conforming_strings TO on'];
  const untracked = [
    `search_path TO ${pg.escapeIdentifier(schema)}`,
    `default_transaction_isolation TO 'read committed'`,
  ];
  return [...settings, ...(isPooled ? [] : untracked)].map((setting) => `SET ${setting}`).join('; ');
}

/** A connection by the first encryption that works. */
async function connectFirst({ target, encryptions }: DatabaseAddress) {
  const failures: unknown[] = [];
  for (const ssl of encryptions) {
    const config = { application_name: servingName, ...target, ssl };
    const client = new pg.Client(startingConfig(config));
    client.on('error', () => {}); // The pending query reports it.
    try {
      await client.connect();
      return { client, config };
    } catch (error) {
      failures.push(error);
      await client.end().catch(() => {});
    }
  }
  const cause = failures.find((failure) => !/does not support SSL/.test(reasonOf(failure))) ?? failures[0];
  throw new DatabaseUnusable(`The database cannot be reached: ${reasonOf(cause)}.`, { cause });
}

interface Waiting {
  /** Milliseconds in total. */
  limit?: number;
  /** Milliseconds between two attempts. */
  pause?: number;
  /** Called with the reason at the first failure, and again every ten seconds. */
  onWait(reason: string): void;
  signal?: AbortSignal | undefined;
}

const [defaultLimit, defaultPause, reportInterval] = [120_000, 1000, 10_000];

/** Reaches a database that may be starting or not created yet. Throws `DatabaseUnusable` at once for other reasons. */
export async function waitForDatabase(
  url: string,
  { limit = defaultLimit, pause = defaultPause, onWait, signal }: Waiting,
): Promise<ReachedDatabase> {
  const begin = performance.now();
  let reported = -Infinity;
  for (;;) {
    try {
      return await reachDatabase(url);
    } catch (error) {
      const now = performance.now();
      if (!isAbsent(error) || now - begin + pause > limit) throw error;
      if (now - reported >= reportInterval) {
        onWait(error.message);
        reported = now;
      }
      await sleep(pause, undefined, { signal }).catch(() => {});
      if (signal?.aborted) throw error;
    }
  }
}

const absent: ReadonlySet<string> = new Set(
  // SQLSTATE: cannot_connect_now, invalid_catalog_name, too_many_connections; Node.js: no server or name.
  '57P03 3D000 53300 ECONNREFUSED ECONNRESET EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EAI_AGAIN ETIMEDOUT'.split(' '),
);

function isAbsent(error: unknown): error is DatabaseUnusable {
  if (!(error instanceof DatabaseUnusable)) return false;
  return causesOf(error.cause).some(
    (one) => absent.has(codeOf(one)) || /^timeout expired|terminated/.test(reasonOf(one)) || isFromServerOfPooler(one),
  );
}

/** PgBouncer passes on why its server refuses a connection, but with the code protocol_violation. */
const isFromServerOfPooler = (error: unknown): boolean =>
  codeOf(error) === '08P01' && !/auth(?:entication)? failed|no such user/.test(reasonOf(error));
