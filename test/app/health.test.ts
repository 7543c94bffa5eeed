import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { query } from '../support/query.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/servers/redis-server.ts';

let app: App;
let database: OwnDatabase;
let redis: PrivateRedis;
const warnings: string[] = [];
beforeAll(async () => {
  [database, redis] = await Promise.all([ownDatabase(), startPrivateRedis()]);
  await redis.stop();
  await query(
    database.url,
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '99990101_later', now())",
  );
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    HOST: '127.0.0.1',
  };
  app = await createApp(readConfig(env), {
    logger: createLogger('warn', { write: (line) => void warnings.push(line) }),
  });
});
afterAll(async () => {
  await app.close();
  await redis.stop();
});

const get = async (path: string) => {
  const response = await fetch(app.url + path);
  return [response.status, await response.text()];
};

// These tests depend on each other: the platform starts without Redis, loses Redis again, and then its database.
describe('health', () => {
  it('a process that does not listen yet is alive and not ready', async () => {
    await expect(get('/healthz')).resolves.toEqual([200, '{"status":"ok"}']);
    expect((await get('/readyz'))[0]).toBe(503);
  });

  it('a process that listens is ready, even if Redis was away from the start', async () => {
    app.listen();
    await expect(get('/healthz')).resolves.toEqual([200, '{"status":"ok"}']);
    await expect(get('/readyz')).resolves.toEqual([200, '{"status":"ready"}']);
  });

  it('has one warning about Redis, and one about the migration of a newer version', () => {
    expect(warnings.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: expect.stringMatching(/^database: migrated by a newer/),
        migrations: ['99990101_later'],
      }),
      expect.objectContaining({ msg: expect.stringMatching(/^Redis: unavailable/) }),
    ]);
  });

  it('a process that has lost Redis is ready', async () => {
    await redis.start();
    await redis.stop();
    await expect(get('/readyz')).resolves.toEqual([200, '{"status":"ready"}']);
  });

  it('is not ready after a breaking migration of a newer version, until that is rolled back', async () => {
    const rename = (from: string, to: string) =>
      query(database.url, `UPDATE _prisma_migrations SET migration_name = '${to}' WHERE migration_name = '${from}'`);
    await rename('99990101_later', '99990101_later_breaking');
    await expect(get('/readyz')).resolves.toEqual([503, '{"status":"database was migrated by a newer version"}']);
    await expect(get('/healthz')).resolves.toEqual([200, '{"status":"ok"}']);
    await rename('99990101_later_breaking', '99990101_later');
    await expect(get('/readyz')).resolves.toEqual([200, '{"status":"ready"}']);
  });

  it('a process that has lost the database is alive but not ready, and shows no further details', async () => {
    await database.drop();
    await expect(get('/readyz')).resolves.toEqual([503, '{"status":"database does not respond"}']);
    await expect(get('/healthz')).resolves.toEqual([200, '{"status":"ok"}']);
  });
});
