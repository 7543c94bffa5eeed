import { readdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runMain } from '../../support/command-line.ts';
import { emptyDatabase, type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';
import { nextVersion } from '../../support/servers/next-version.ts';
import { killAll, startPlatform } from '../../support/servers/platform-process.ts';
import { query } from '../../support/query.ts';

const opened: OwnDatabase[] = [];
const SECRETS_KEY = Buffer.alloc(32, 7).toString('base64');
let own: OwnDatabase;
const settings = () => ({ DATABASE_URL: own.url, SECRETS_KEY });
// Without arguments, main listens before it reaches the database: a platform can run at the default port.
const main = (...args: string[]) => runMain(args, { ...settings(), PORT: '0' });

beforeEach(async () => {
  own = await use(ownDatabase());
});
afterEach(async () => {
  killAll();
  for (const database of opened.splice(0)) await database.drop();
});

async function use(database: Promise<OwnDatabase>): Promise<OwnDatabase> {
  opened.push(await database);
  return database;
}

const shipped = readdirSync('prisma/migrations').filter((name) => name !== 'migration_lock.toml');
const applied = async () =>
  (await query<{ name: string }>(own.url, 'SELECT migration_name AS name FROM _prisma_migrations')).map(
    ({ name }) => name,
  );

const nothingMissing = { exitCode: 0, stdout: 'The database has every migration of this version.\n', stderr: '' };

describe('migrate', () => {
  it('brings an empty database to this version, and has nothing left to do then', async () => {
    own = await use(emptyDatabase());
    const { exitCode, stdout, stderr } = await main('migrate');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toBe(`Applied:\n${shipped.map((name) => `  ${name}\n`).join('')}`);
    expect((await applied()).toSorted()).toEqual(shipped);
    expect(await main('migrate')).toEqual(nothingMissing);
    expect(await main('migrate', '--plan')).toEqual(nothingMissing);
  });

  it('--plan shows what would run, and creates not even its table', async () => {
    own = await use(emptyDatabase());
    const { exitCode, stdout } = await main('migrate', '--plan');
    expect(exitCode).toBe(0);
    for (const name of shipped) expect(stdout).toContain(`  ${name}: less than a second`);
    expect(stdout).toContain('\nIn total: less than a second.\n');
    expect(stdout).toContain('No other process is connected.');
    expect(stdout).toMatch(/can run meanwhile; they wait for the tables that change\.\n$/);
    expect(await query(own.url, `SELECT to_regclass('_prisma_migrations') AS found`)).toEqual([{ found: null }]);
  });

  it('does not create an embedded database', async () => {
    const { exitCode, stderr } = await runMain(['migrate'], { DATA_DIR: '/dev/null/x', SECRETS_KEY });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^DATABASE_URL: there is no embedded database in [^\n]*\.\n$/);
  });

  it('refuses a database of a newer version that made a breaking change', async () => {
    await query(own.url, later('99990101_future_breaking'));
    for (const args of [['migrate'], ['migrate', '--plan'], ['migrate', '--breaking']])
      expect(await main(...args)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringMatching(
          /^DATABASE_URL: [^\n]*cannot run with migration 99990101_future_breaking[^\n]*\.\n$/,
        ),
      });
  });
});

const later = (name: string) =>
  `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('later', '', '${name}', now())`;

describe('a breaking migration of the next version', () => {
  const breaking = '99990101_things_breaking';
  const refusal = new RegExp(
    `^DATABASE_URL: cannot use the database: Processes of earlier versions cannot run with migration ${breaking}, ` +
      'and \\d+ connections? of [a-z ]+ open: stop them and start again, or run the command "migrate --breaking"\\.\n$',
  );
  let next: Awaited<ReturnType<typeof nextVersion>>;
  const upgrade = (...args: string[]) => runMain(args, settings(), '', { built: next.program });
  const startNext = () => startPlatform(settings(), [], next.program);

  beforeAll(async () => {
    next = await nextVersion({ name: breaking, sql: 'CREATE TABLE things (id text PRIMARY KEY);' });
  });
  afterAll(() => next.remove());

  it('is refused to a start while a process serves requests, changes nothing, and is applied by migrate --breaking', async () => {
    const serving = await startPlatform(settings());
    await serving.ready;
    const before = await applied();
    const start = await startNext();
    await expect(start.ended).resolves.toBe(1);
    expect(start.stderr()).toMatch(refusal);
    expect(await upgrade('migrate')).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(refusal) });
    expect(await applied()).toEqual(before);
    expect((await fetch(`${serving.url}/readyz`)).status).toBe(200);
    const { stdout } = await upgrade('migrate', '--plan');
    expect(stdout).toMatch(new RegExp(`^Would apply:\n {2}${breaking}: .*, breaking\n`));
    expect(stdout).toMatch(/^Connections of other processes: [1-9]\d*\.$/m);
    expect(stdout).toMatch(/: stop them first, or use --breaking\.\n$/);
    expect(await upgrade('migrate', '--breaking')).toMatchObject({ exitCode: 0, stdout: `Applied:\n  ${breaking}\n` });
  });

  it('is applied by a start once that process has stopped', async () => {
    const serving = await startPlatform(settings());
    await serving.ready;
    serving.child.kill('SIGTERM');
    await serving.ended;
    const { stdout } = await upgrade('migrate', '--plan');
    expect(stdout).toMatch(/cannot run with what is marked as breaking\.\n$/);
    const start = await startNext();
    await start.ready;
    expect(await applied()).toContain(breaking);
    expect(start.stdout()).toContain('"migrations":1,"msg":"database: migrating"');
    expect(start.stdout()).toContain('"migrations":1,"msg":"database: migrated"');
  });
});

it('a database of a version before 0.2.0 is refused in one sentence', async () => {
  await query(own.url, `UPDATE _prisma_migrations SET migration_name = '20261121000000_init'`);
  for (const args of [['migrate'], ['migrate', '--plan'], []])
    expect(await main(...args)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'DATABASE_URL: cannot use the database: The database is that of a version before 0.2.0, which cannot be ' +
        'upgraded: use an empty one.\n',
    });
});
