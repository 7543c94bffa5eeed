import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../src/app/create.ts';
import { runMaintenance } from '../../src/app/maintenance/maintenance.ts';
import { readConfig } from '../../src/config.ts';
import type { Overrides } from '../../src/app/kernel-services.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { type OwnDatabase, ownDatabase } from '../support/servers/database.ts';
import { quickKeyPair } from '../support/key-pairs.ts';

const client = { id: 'app_01h455vb4pex5vsknk084sn02q', secret: 'a-secret-of-more-than-thirty-two-characters' };
const publicUrl = 'https://id.example';
/** Milliseconds by which the clock of the second process is ahead. */
let ahead = 100 * 24 * 3600 * 1000;
let own: OwnDatabase;
let right: App;
let wrong: App;

async function start(overrides: Overrides): Promise<App> {
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: own.url,
    SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  });
  const logger = createLogger('error', { write: () => {} });
  const app = await createApp(config, { logger, newKeyPair: quickKeyPair, ...overrides });
  app.listen();
  return app;
}

beforeAll(async () => {
  own = await ownDatabase();
  right = await start({});
  wrong = await start({ clock: { now: () => new Date(Date.now() + ahead) }, offset: () => -ahead });
});
afterAll(async () => {
  await Promise.all([right.close(), wrong.close()]);
  await own.drop();
});

async function tokenFrom({ url }: App): Promise<string> {
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${publicUrl}/api` }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function graphql({ url }: App, token: string, query: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return (await response.json()) as { data: unknown; errors?: unknown };
}

const readiness = async ({ url }: App) => {
  const response = await fetch(`${url}/readyz`);
  return [response.status, await response.text()];
};
const rows = (sql: string) => right.services.database.pool.query(sql).then((result) => result.rows as unknown[]);

describe('a process whose clock is 100 days ahead', () => {
  it('reports on /readyz that it is not ready, and why', async () => {
    expect(await readiness(right)).toEqual([200, '{"status":"ready"}']);
    expect(await readiness(wrong)).toEqual([503, '{"status":"clock is wrong"}']);
  });

  it('deletes no event, no session and no idempotency key', async () => {
    const token = await tokenFrom(right);
    await graphql(right, token, 'mutation { createUser(input: {}, idempotencyKey: "once") { user { id } } }');
    await right.services.database.prisma.oidcRecord.create({
      data: {
        model: 'Session',
        key: 'signed-in',
        payload: {},
        expiresAt: new Date(Date.now() + 14 * 24 * 3600 * 1000),
      },
    });
    const counts = `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM oidc_records) AS records,
      (SELECT count(*) FROM idempotency_keys) AS keys`;
    const before = await rows(counts);
    await runMaintenance(wrong.services);
    expect(await rows(counts)).toEqual(before);
  });

  it('accepts tokens of a process with a correct clock, and the reverse', async () => {
    for (const [from, at] of [
      [right, wrong],
      [wrong, right],
    ] as const) {
      const token = await tokenFrom(from);
      expect(Math.abs((decodeJwt(token).iat ?? 0) - Date.now() / 1000)).toBeLessThan(60);
      expect(await graphql(at, token, '{ viewer { permissions } }')).not.toHaveProperty('errors');
    }
  });

  it("stores the database's time in events, users, signing keys and expiring secrets", async () => {
    const token = await tokenFrom(wrong);
    const answers = [
      await graphql(wrong, token, 'mutation { createUser(input: { username: "ada" }) { user { id } } }'),
      await graphql(wrong, token, 'mutation { rotateSigningKeys(input: { delaySeconds: 300 }) { signingKey { id } } }'),
    ];
    expect(answers.map(({ errors }) => errors)).toEqual([undefined, undefined]);
    const times = await rows(`SELECT occurred_at AS at FROM events UNION SELECT created_at FROM users
      UNION SELECT signs_from - interval '300 seconds' FROM signing_keys ORDER BY at DESC LIMIT 1`);
    expect(Math.abs((times[0] as { at: Date }).at.getTime() - Date.now())).toBeLessThan(60_000);
  });

  it('becomes ready when its clock is corrected', async () => {
    ahead = 0;
    await wrong.services.time.measure();
    expect(await readiness(wrong)).toEqual([200, '{"status":"ready"}']);
  });
});
