import pg from 'pg';
import { type Prisma as Namespace, PrismaClient } from '../../generated/prisma/client.ts';
import { type Availability, type AvailabilityOptions, createAvailability } from './availability.ts';
import { type PoolLimits, poolConfig, watched } from './connections.ts';
import type { ReachedDatabase } from './reach.ts';
import { connectionLifetime, createStatementNames } from './statement-names.ts';
import { TransactionAdapter } from './transaction-adapter.ts';

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
  oneTimeToken: { secretHash: true },
} as const;
export type OmittedColumns = typeof omittedColumns;

/** The typed client. */
export type Prisma = ReturnType<typeof createPrisma>;
/** The typed client inside one interactive transaction. */
export type Transaction = Parameters<Parameters<Prisma['$transaction']>[0]>[0];

/** A record as the typed client reads it, without the omitted columns. */
export type Row<Model extends 'user' | 'organization' | 'connector'> = Awaited<
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
  prisma: Prisma;
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
const transactionLimit = 15_000;
/**
 * Milliseconds after which PostgreSQL cancels a statement, as in transactions (transaction-adapter.ts). Not through a
 * pooler: the setting would stay for its other clients.
 */
const defaultStatementLimit = 15_000;
/** Longer than the statement limit, which leaves the connection usable. */
const poolLimits: PoolLimits = { connect: 10_000, silence: 20_000 };
/** A second connection is for statements that the first does not answer in time (hedge.ts). */
const tokenLimits: PoolLimits = { connect: 1500, silence: 1500 };
/** Stays open, with its prepared statements. */
const openTokenConnections = 1;

/** Opens the pools of a database. They connect with the first query. */
export function openDatabase(reached: ReachedDatabase, options: DatabaseOptions = {}): Database {
  const { config, schema, sessionSettings, isPooled } = reached;
  const onLost = (error: Error) => options.onConnectionLost?.(error);
  const { max = 10, maxForTokens = 2, silence = poolLimits.silence, statementLimit = defaultStatementLimit } = options;
  const open = (size: pg.PoolConfig, limits: PoolLimits, settings = sessionSettings) =>
    watched(new pg.Pool({ ...config, ...size, ...poolConfig(limits, settings) }), onLost);
  const limited = isPooled ? sessionSettings : `${sessionSettings}; SET statement_timeout TO ${statementLimit}`;
  const pool = open({ max, maxLifetimeSeconds: connectionLifetime }, { ...poolLimits, silence }, limited);
  const tokenPool = open({ min: openTokenConnections, max: maxForTokens }, tokenLimits);
  const preparedStatements = !isPooled;
  const prisma = createPrisma(pool, schema, preparedStatements);
  const availability = createAvailability({ ...options, probe: () => tokenPool.query('SELECT 1') });
  const close = async () => {
    availability.close();
    await prisma.$disconnect();
    await Promise.all([pool.end(), tokenPool.end()]);
  };
  return { pool, tokenPool, prisma, preparedStatements, availability, close };
}

function createPrisma(pool: pg.Pool, schema: string, preparedStatements: boolean) {
  const names = preparedStatements ? { statementNameGenerator: createStatementNames() } : {};
  const adapterOptions = { schema, ...names };
  return new PrismaClient({
    adapter: new TransactionAdapter(pool, adapterOptions),
    errorFormat: 'minimal',
    omit: omittedColumns,
    transactionOptions: { maxWait: poolLimits.connect, timeout: transactionLimit } satisfies TransactionOptions,
  });
}

type TransactionOptions = NonNullable<Namespace.PrismaClientOptions['transactionOptions']>;
