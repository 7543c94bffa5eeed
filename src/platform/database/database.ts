// SQL: the settings of connections, and whether the database responds.
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { type Prisma as Namespace, PrismaClient } from '../../generated/prisma/client.ts';
import { yieldToTokenRequests } from '../admission/token-requests.ts';
import { type Availability, type AvailabilityOptions, createAvailability } from './availability.ts';
import { type PoolLimits, poolConfig, watched } from './connections.ts';
import { statementNameOf } from './prepared-statement.ts';
import type { ReachedDatabase } from './reach.ts';

/** Columns that Prisma omits unless a query selects them, by model: secrets, and columns that only searches use. */
export const omittedColumns = {
  user: { passwordHash: true, nameBeginnings: true, emailDomain: true },
  organization: { nameBeginnings: true },
  applicationSecret: { hash: true },
  signingKey: { encryptedKey: true },
  webhook: { encryptedHeaders: true },
  webhookSecret: { encryptedSecret: true },
  message: { encryptedParameters: true, limitKey: true },
  factor: { encryptedSecret: true },
  device: { secretHash: true },
  signInAttempt: { inputs: true },
  inboxMessage: { encryptedContent: true },
  connector: { encryptedSecrets: true },
  identityProvider: { encryptedSecrets: true },
  identityProviderTrial: { sealed: true, result: true },
  signInTrial: { sealed: true, result: true },
  oneTimeToken: { secretHash: true },
  subjectToken: { secretHash: true },
} as const;
export type OmittedColumns = typeof omittedColumns;

/** The typed client. */
export type Prisma = ReturnType<typeof createPrisma>;
/** The typed client inside one interactive transaction. */
export type Transaction = Parameters<Parameters<Prisma['$transaction']>[0]>[0];

/** A record as the typed client reads it, without the omitted columns. */
export type Row<Model extends 'user' | 'organization' | 'connector' | 'identityProvider' | 'subjectToken'> = Awaited<
  ReturnType<Prisma[Model]['findFirstOrThrow']>
>;

/** A pool for the typed client and for raw statements, and a small one for the token endpoint. */
export interface Database {
  pool: pg.Pool;
  /**
   * Only for the statements of token exchanges: short ones, which may be sent twice (hedge.ts). Token exchanges work
   * even if the other pool has no free connection.
   */
  tokenPool: pg.Pool;
  /** Only for what is written about token exchanges: a slow commit never takes a connection of theirs. */
  ledgerPool: pg.Pool;
  prisma: Prisma;
  /** The same for long transactions: yields to token requests after each operation. */
  yieldingPrisma: Prisma;
  /** False behind a pooler that assigns connections per transaction: statements must not have names. */
  preparedStatements: boolean;
  availability: Availability;
  /** Waits for pending queries, then closes all connections. */
  close(): Promise<void>;
}

interface DatabaseOptions {
  /** Maximum number of connections of the pool; 10 by default. */
  max?: number;
  /** Maximum number of connections for token exchanges; 2 by default, at least 2. */
  maxForTokens?: number;
  /** Milliseconds that PostgreSQL may send nothing while a query is pending; 20,000 by default. */
  silence?: number;
  /** Milliseconds after which PostgreSQL cancels a statement of the main pool. */
  statementLimit?: number;
  /** Called when an idle connection is lost. The pool opens another one. */
  onConnectionLost?: (error: Error) => void;
  onOutage?: AvailabilityOptions['onOutage'];
  onTimeout?: AvailabilityOptions['onTimeout'];
  onSlow?: AvailabilityOptions['onSlow'];
  onRecovery?: AvailabilityOptions['onRecovery'];
}

/** Milliseconds after which an interactive transaction is rolled back. */
export const transactionLimit = 15_000;
/** Milliseconds after which PostgreSQL cancels a statement: otherwise a ROLLBACK would wait for it. */
const defaultStatementLimit = transactionLimit;
/** Longer than the statement limit, which leaves the connection usable. */
const poolLimits: PoolLimits = { connect: 10_000, silence: 20_000 };
/** A second connection is for statements that the first does not answer in time (hedge.ts). */
const tokenLimits: PoolLimits = { connect: 1500, silence: 1500 };
/** Longer than the silence: ends a statement whose connection was closed, but which waits for a lock. */
const tokenStatementLimit = 3000;
/** Stays open, with its prepared statements. */
const openTokenConnections = 1;
/** One statement at a time, and a second connection for one that is late (hedge.ts). */
const ledgerConnections = 2;

/** Opens the pools of a database. They connect with the first query. */
export function openDatabase(reached: ReachedDatabase, options: DatabaseOptions = {}): Database {
  const { config, schema, sessionSettings, isPooled } = reached;
  const onLost = (error: Error) => options.onConnectionLost?.(error);
  const { max = 10, maxForTokens = 2, silence = poolLimits.silence, statementLimit = defaultStatementLimit } = options;
  const open = (size: pg.PoolConfig, limits: PoolLimits, longest: number) => {
    const settings = isPooled ? sessionSettings : `${sessionSettings}; ${limitSettings(longest)}`;
    return watched(new pg.Pool({ ...config, ...size, ...poolConfig(limits, settings) }), onLost);
  };
  const pool = open({ max }, { ...poolLimits, silence }, statementLimit);
  const tokenPool = open({ min: openTokenConnections, max: maxForTokens }, tokenLimits, tokenStatementLimit);
  const ledgerPool = open({ max: ledgerConnections }, tokenLimits, tokenStatementLimit);
  const preparedStatements = !isPooled;
  const prisma = createPrisma(pool, schema, preparedStatements);
  const availability = createAvailability({ ...options, probe: () => tokenPool.query('SELECT 1') });
  const close = async () => {
    availability.close();
    await prisma.$disconnect();
    await Promise.all([pool.end(), tokenPool.end(), ledgerPool.end()]);
  };
  const pools = { pool, tokenPool, ledgerPool };
  return { ...pools, prisma, yieldingPrisma: yielding(prisma), preparedStatements, availability, close };
}

/**
 * PostgreSQL closes the connection of a transaction in which no statement arrives: otherwise a process that is frozen
 * or cut off would keep its locks. Not through a pooler, whose other clients would get the settings (transactions.ts).
 */
const limitSettings = (statementLimit: number): string =>
  `SET statement_timeout TO ${statementLimit}; SET idle_in_transaction_session_timeout TO ${transactionLimit}`;

const createPrisma = (pool: pg.Pool, schema: string, preparedStatements: boolean) =>
  new PrismaClient({
    adapter: new PrismaPg(pool, { schema, ...(preparedStatements && { statementNameGenerator: statementNameOf }) }),
    errorFormat: 'minimal',
    omit: omittedColumns,
    transactionOptions: { maxWait: poolLimits.connect, timeout: transactionLimit } satisfies TransactionOptions,
  });

type TransactionOptions = NonNullable<Namespace.PrismaClientOptions['transactionOptions']>;

/**
 * Yields to token requests after each statement. For bench:isolation, p99 of exchanges beside dry runs and jobs at most
 * 2 times alone, or 10 and 15 ms. A query extension leaves the methods as they are, but TypeScript cannot compare the
 * types of two clients.
 */
const yielding = (prisma: Prisma): Prisma =>
  prisma.$extends({
    query: {
      async $allOperations({ args, query }) {
        const result: unknown = await query(args);
        // Before the result is processed: that and the next statement occupy the event loop.
        await yieldToTokenRequests();
        return result;
      },
    },
  }) as unknown as Prisma;
