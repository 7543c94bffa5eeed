import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { type OwnDatabase, ownDatabase } from '../support/database.ts';
import { type PrivateRedis, startPrivateRedis } from '../support/redis-server.ts';

let app: App;
let database: OwnDatabase;
let redis: PrivateRedis;
beforeAll(async () => {
  [database, redis] = await Promise.all([ownDatabase(), startPrivateRedis()]);
  await redis.stop();
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
    HOST: '127.0.0.1',
  };
  app = await createApp(readConfig(env), { logger: createLogger('error', { write: () => {} }) });
});
afterAll(async () => {
  await app.close();
  await redis.stop();
});

const get = async (path: string) => {
  const response = await fetch(app.url + path);
  return [response.status, await response.text()];
};

// One story, told in order: the platform starts while Redis is unavailable, loses Redis again, and loses its database.
describe('health', () => {
  it('before the platform listens says that it is alive and not ready', async () => {
    await expect(get('/healthz')).resolves.toEqual([200, '{"status":"ok"}']);
    expect((await get('/readyz'))[0]).toBe(503);
  });

  it('once it listens says that it is ready, although Redis was unavailable from the start', async () => {
    app.listen();
    await expect(get('/healthz')).resolves.toEqual([200, '{"status":"ok"}']);
    await expect(get('/readyz')).resolves.toEqual([200, '{"status":"ready"}']);
  });

  it('without Redis is ready nevertheless', async () => {
    await redis.start();
    await redis.stop();
    await expect(get('/readyz')).resolves.toEqual([200, '{"status":"ready"}']);
  });

  it('without the database is alive but not ready, and tells no more than that', async () => {
    await database.drop();
    await expect(get('/readyz')).resolves.toEqual([503, '{"status":"database does not answer"}']);
    await expect(get('/healthz')).resolves.toEqual([200, '{"status":"ok"}']);
  });
});
