import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { type Prisma as Namespace, PrismaClient } from '../generated/prisma/client.ts';
import { createStatementNames } from './statement-names.ts';
import { TransactionPool } from './transactions.ts';

/** Columns that the typed client leaves out, unless a query selects them by name: secrets, and what only searches ask. By model. */
export const leftOut = {
  user: { passwordHash: true, nameBeginnings: true },
  organization: { nameBeginnings: true },
  applicationSecret: { hash: true },
  signingKey: { encryptedKey: true },
  webhook: { encryptedHeaders: true },
  webhookSecret: { encryptedSecret: true },
} as const;
export type LeftOut = typeof leftOut;

/** What the rest of the platform calls the typed client. */
export type Prisma = ReturnType<typeof createPrisma>;
/** The typed client inside one interactive transaction. */
export type Transaction = Parameters<Parameters<Prisma['$transaction']>[0]>[0];

/** A record as the typed client reads it, without what it leaves out. */
export type Row<Model extends 'user' | 'organization'> = Awaited<ReturnType<Prisma[Model]['findFirstOrThrow']>>;

/** One pool of connections, shared by the typed client and by the queries that are too hot for it. */
export interface Database {
  pool: pg.Pool;
  prisma: Prisma;
  /** False behind a pooler that hands out another connection per transaction: then no statement may have a name. */
  preparedStatements: boolean;
  /** Waits for the queries under way, then closes every connection. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Connections at most; 10 when omitted. */
  max?: number;
  /** Told when an idle connection is lost (the server went away). The pool opens another one by itself. */
  onConnectionLost?: (error: Error) => void;
}

/** Milliseconds to wait for a connection, new or from the pool, before a query fails. */
const connectionWait = 10_000;
/** Milliseconds an interactive transaction may take before it is rolled back. */
const transactionLimit = 15_000;

/**
 * Opens the database at a `postgresql:` address. Nothing is connected until the first query.
 * `?pgbouncer=true` in the address switches named statements off.
 */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { connectionString, preparedStatements } = readAddress(url);
  const pool = new TransactionPool({
    connectionString,
    max: options.max ?? 10,
    connectionTimeoutMillis: connectionWait,
  });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => options.onConnectionLost?.(error));
  const prisma = createPrisma(pool, preparedStatements);
  return { pool, prisma, preparedStatements, close: () => close(pool, prisma) };
}

async function close(pool: pg.Pool, prisma: Prisma): Promise<void> {
  await prisma.$disconnect();
  await pool.end();
}

/** The address for `pg`, without the parameter that is meant for us: a pooler refuses parameters that it does not know. */
export function readAddress(url: string): { connectionString: string; preparedStatements: boolean } {
  const address = new URL(url);
  const preparedStatements = address.searchParams.get('pgbouncer') !== 'true';
  address.searchParams.delete('pgbouncer');
  return { connectionString: address.href, preparedStatements };
}

function createPrisma(pool: pg.Pool, preparedStatements: boolean) {
  const adapterOptions = preparedStatements ? { statementNameGenerator: createStatementNames() } : {};
  return new PrismaClient({
    adapter: new PrismaPg(pool, adapterOptions),
    errorFormat: 'minimal',
    omit: leftOut,
    transactionOptions: { maxWait: connectionWait, timeout: transactionLimit } satisfies TransactionOptions,
  });
}

type TransactionOptions = NonNullable<Namespace.PrismaClientOptions['transactionOptions']>;
