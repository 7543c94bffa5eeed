import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { createPrimary, prepareGround } from '../support/servers/debian-postgres.ts';
import { startPgBouncer } from '../support/servers/pgbouncer.ts';
import { ensurePrograms } from '../support/servers/programs.ts';
import { startPlatform } from '../support/servers/platform-process.ts';
import { testSchema } from '../support/schema.ts';

/** As a machine elsewhere has them, and as an administrator may set them. */
const settings = ["timezone = 'Europe/Berlin'", "datestyle = 'German'", 'max_connections = 300'];

/**
 * The main journeys on the PostgreSQL of the distribution, in the locale C, with tables in a schema of the role: a
 * delegated call and the way of a newcomer through PgBouncer, then the tests of journeys. Returns how many parts
 * failed.
 */
export async function checkOtherDatabase(signal: AbortSignal): Promise<number> {
  await using stack = new AsyncDisposableStack();
  ensurePrograms({ pgbouncer: 'pgbouncer' });
  const ground = stack.use(prepareGround());
  const primary = await createPrimary(ground, settings);
  await primary.query('CREATE SCHEMA own AUTHORIZATION mandate', 'mandate');
  await primary.query('ALTER ROLE mandate IN DATABASE mandate SET search_path = own');
  const pooler = await startPgBouncer(primary.url('mandate'));
  stack.defer(() => pooler.stop());
  const client = { id: systemIds.next('application'), secret: randomBytes(32).toString('base64url') };
  const platform = await startPlatform({
    DATABASE_URL: pooler.url,
    SECRETS_KEY: randomBytes(32).toString('base64'),
    SIGN_UP: 'open',
    LOG_LEVEL: 'warn',
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  });
  await platform.ready;
  stack.defer(async () => {
    platform.child.kill('SIGTERM');
    await platform.ended;
  });
  const demo = await run('npm run demo through PgBouncer', ['tools/demo/main.ts'], signal, {
    MANDATE_URL: platform.url.replace('127.0.0.1', 'localhost'),
    MANDATE_CLIENT_ID: client.id,
    MANDATE_CLIENT_SECRET: client.secret,
  });
  await primary.query(`ALTER SYSTEM SET search_path = ${testSchema}`);
  await primary.query('SELECT pg_reload_conf()');
  const journeys = await run('npm test -- test/journeys', ['tools/test.ts', 'test/journeys'], signal, {
    TEST_POSTGRES: primary.url('postgres').replace('mandate@', 'postgres@'),
  });
  return [demo, journeys].filter((passed) => !passed).length;
}

/** Runs a program of the project to its end, with its output; whether it succeeded. */
async function run(title: string, args: string[], signal: AbortSignal, env: Record<string, string>): Promise<boolean> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'inherit', signal });
  const [code] = (await once(child, 'exit')) as [number | null];
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${title}, on PostgreSQL of the distribution`);
  return code === 0;
}
