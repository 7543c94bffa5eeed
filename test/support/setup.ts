import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JWK } from 'jose';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres/start.ts';
import { newKeyPair } from '../../src/platform/crypto/key-pairs.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { reachDatabase } from '../../src/platform/database/reach.ts';
import { query } from './query.ts';
import { createSchema, testSchema } from './schema.ts';
import { startPrivateRedis } from './servers/redis-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the PostgreSQL of the run for the superuser. */
    postgres: string;
    /** The address of the migrated template database, for its owner. */
    template: string;
    /** Address of the run's Redis. */
    redis: string;
    /** RSA keys of 2048 bits as private JWKs: a new one takes 60 ms to make. */
    rsaKeys: JWK[];
  }
}

/**
 * Defaults of the server that differ from those of the embedded database: a time zone that changes with the season, and
 * tables that are not in `public`. What relies on a default of a database fails.
 */
const unlikeTheEmbeddedOne = {
  timezone: 'America/New_York',
  datestyle: 'SQL, DMY',
  default_transaction_isolation: 'repeatable read',
  search_path: testSchema,
};

/** A database whose default collation is another one. */
const inSwedish = `TEMPLATE template0 LOCALE 'C' LOCALE_PROVIDER icu ICU_LOCALE 'sv'`;

/** The server of the run. */
interface TestPostgres {
  superuserUrl: string;
  /** An address of the role that owns the databases. */
  ownerUrl: string;
  /** Options of CREATE DATABASE. */
  options: string;
  stop(): Promise<void>;
}

/**
 * Starts one PostgreSQL and one Redis for the whole run, in a temporary folder; stops both at its end. TEST_POSTGRES is
 * the address of another server for the superuser, where the role `mandate` exists and the search path is `testSchema`.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_POSTGRES: given } = process.env;
  const postgres = given === undefined ? await startPostgres() : givenPostgres(given);
  const template = await createTemplate(postgres);
  const redis = await startPrivateRedis();
  project.provide('rsaKeys', await Promise.all(Array.from({ length: 4 }, () => newKeyPair('RS256'))));
  project.provide('postgres', postgres.superuserUrl);
  project.provide('template', template);
  project.provide('redis', redis.url);
  return async () => {
    await redis.stop();
    await postgres.stop();
  };
}

async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-test-'));
  chmodSync(folder, 0o711); // PostgreSQL may run as another user.
  // A password of the run needs no protection: with one iteration, a connection takes half the processor time. And
  // autovacuum would visit each of the hundreds of databases in turn.
  const settings = { max_connections: '300', shared_buffers: '64MB', scram_iterations: '1', autovacuum: 'off' };
  const { url, superuserUrl, stop } = await startEmbeddedPostgres(join(folder, 'postgres'), {
    durable: false,
    settings: { ...settings, ...unlikeTheEmbeddedOne },
  });
  return {
    superuserUrl,
    ownerUrl: url,
    options: inSwedish,
    async stop() {
      await stop({ evenIfUsed: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function givenPostgres(superuserUrl: string): TestPostgres {
  const owner = new URL(superuserUrl);
  owner.username = 'mandate';
  return { superuserUrl, ownerUrl: owner.href, options: '', stop: async () => {} };
}

/** Creates and migrates the database that the tests copy. Returns its address for the owner. */
async function createTemplate({ superuserUrl, ownerUrl, options }: TestPostgres): Promise<string> {
  const name = `template_${randomBytes(8).toString('hex')}`;
  await query(superuserUrl, `CREATE DATABASE ${name} OWNER mandate ${options}`);
  const url = new URL(ownerUrl);
  url.pathname = `/${name}`;
  await createSchema(url.href);
  await migrate(await reachDatabase(url.href));
  return url.href;
}
