import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type App, createApp } from '../../../src/app/create.ts';
import { readConfig } from '../../../src/config.ts';
import { limitKey, limitKeyPurpose } from '../../../src/domain/flow/secrets.ts';
import { platformActor } from '../../../src/kernel/actor.ts';
import { createUser } from '../../../src/operations/users/create-user.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { runMain } from '../../support/command-line.ts';
import { emptyDatabase, type OwnDatabase, ownDatabase } from '../../support/servers/database.ts';
import { quickKeyPair } from '../../support/key-pairs.ts';
import { killAll, startPlatform, temporaryDataDir } from '../../support/servers/platform-process.ts';

let own: OwnDatabase;
let app: App;
let env: Record<string, string>;
let user: { id: string };
const prisma = () => app.services.database.prisma;
const main = (args: string[], input?: string) => runMain(args, env, input);
const eventsAbout = async (subjectId: string) =>
  (await prisma().event.findMany({ where: { subjectId }, orderBy: { sequence: 'asc' } })).slice(1);

beforeAll(async () => {
  own = await ownDatabase();
  env = { DATABASE_URL: own.url, SECRETS_KEY: randomBytes(32).toString('base64'), PORT: '0' };
  const logger = createLogger('error', { write: () => {} });
  app = await createApp(readConfig(env), { logger, newKeyPair: quickKeyPair });
});
afterAll(async () => {
  await app.close();
  await own.drop();
});
let users = 0;
beforeEach(async () => {
  users += 1;
  const data = { email: `ada${users}@example.com`, username: `ada${users}` };
  const origin = { requestId: 'req_test', channel: 'platform' } as const;
  const { output } = await app.services.execute(createUser, platformActor, data, origin);
  user = { id: output.user };
});
const name = () => `ada${users}`;
const isRight = async (password: string): Promise<boolean> => {
  const { passwordHash } = await prisma().user.findUniqueOrThrow({
    where: { id: user.id },
    omit: { passwordHash: false },
  });
  return app.services.passwords.verify(passwordHash, password);
};

describe('beside a running platform', () => {
  it('unlock ends a lock, with the event of the Management API, and finds users by each identifier', async () => {
    const key = new Uint8Array(
      limitKey(app.services.secretBox.derive(limitKeyPurpose), 'password', { userId: user.id }),
    );
    const lock = { key, attempts: 0, locks: 1, lockedUntil: new Date('2999-01-01'), updatedAt: new Date() };
    for (const identifier of [name().toUpperCase(), `${name()}@Example.com`, user.id]) {
      await prisma().attemptLimit.create({ data: lock });
      const { exitCode, stdout, stderr } = await main(['unlock', identifier]);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toBe(`${name()} (${user.id}) is no longer locked.\n`);
      expect(await prisma().attemptLimit.count({ where: { key } })).toBe(0);
    }
    expect((await main(['unlock', name()])).stdout).toBe(`${name()} (${user.id}) was not locked.\n`);
    const events = await eventsAbout(user.id);
    expect(events.map(({ type }) => type)).toEqual(['User.Unlocked', 'User.Unlocked', 'User.Unlocked']);
    expect(events[0]).toMatchObject({
      actor: { kind: 'platform', id: null },
      cause: { channel: 'platform', operation: 'unlockUser' },
    });
  });

  it('reset-password prints a new password once, and ends sessions', async () => {
    const { sessionEpoch } = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
    const { exitCode, stdout } = await main(['reset-password', name()]);
    expect(exitCode).toBe(0);
    const [, password = ''] = /\n {4}([\w-]{20})\n/.exec(stdout) ?? [];
    expect(await isRight(password)).toBe(true);
    expect((await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).sessionEpoch).toBe(sessionEpoch + 1);
    const events = await eventsAbout(user.id);
    expect(events).toMatchObject([{ type: 'User.Data.Updated', data: { changed: ['password'] } }]);
    expect(JSON.stringify(await prisma().event.findMany({ select: { data: true, cause: true } }))).not.toContain(
      password,
    );
  });

  it('reset-password --stdin reads the password, prints none, and refuses a common one', async () => {
    const read = await main(['reset-password', name(), '--stdin'], 'pluvial zinnia harbor\n');
    expect(read).toMatchObject({ exitCode: 0, stderr: '' });
    expect(read.stdout).toBe(`${name()} (${user.id}) has a new password, and is signed out everywhere.\n`);
    expect(await isRight('pluvial zinnia harbor')).toBe(true);
    const refused = await main(['reset-password', name(), '--stdin'], 'password1');
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^Is among the most common passwords\.[^.]*\.\n$/);
    expect(await isRight('pluvial zinnia harbor')).toBe(true);
  });

  it('remove-factors lets people in who have lost their second factor', async () => {
    const code = { name: 'Backup code', prefix: 'abcd', encryptedSecret: Uint8Array.of(1), createdAt: new Date() };
    const { id } = await prisma().factor.create({
      data: { id: app.services.ids.next('factor'), userId: user.id, kind: 'backup-code', ...code },
    });
    expect((await main(['remove-factors', name()])).stdout).toContain('no longer has second factors');
    expect(await prisma().factor.findUnique({ where: { id } })).toBeNull();
    expect(await eventsAbout(user.id)).toMatchObject([{ type: 'User.Data.Updated', data: { changed: ['factors'] } }]);
    expect((await main(['remove-factors', name()])).stdout).toContain('had no second factors');
  });

  it('make-administrator assigns the role with every permission, once', async () => {
    const { id: roleId } = await prisma().role.findUniqueOrThrow({ where: { name: 'Administrator' } });
    expect((await main(['make-administrator', name()])).stdout).toContain('is now an administrator.');
    expect((await main(['make-administrator', name()])).stdout).toContain('was an administrator already.');
    const events = await eventsAbout(user.id);
    expect(events).toMatchObject([
      { type: 'User.Roles.Updated', data: { addedRoleIds: [roleId], removedRoleIds: [] } },
    ]);
  });

  it('make-administrator creates the role if none has every permission, whatever it is called', async () => {
    const role = await prisma().role.findUniqueOrThrow({ where: { name: 'Administrator' } });
    const held = await prisma().roleScope.findFirstOrThrow({ where: { roleId: role.id } });
    await prisma().roleScope.delete({ where: { roleId_scopeId: held } });
    expect(await main(['make-administrator', name()])).toMatchObject({ exitCode: 0 });
    await prisma().roleScope.create({ data: held });
    const [assigned] = await prisma().userRole.findMany({ where: { userId: user.id }, include: { role: true } });
    expect(assigned?.role.name).toMatch(/^Administrator role_/);
    const scopes = await prisma().roleScope.count({ where: { roleId: assigned?.roleId ?? '' } });
    expect(scopes).toBe(await prisma().scope.count({ where: { apiResourceId: { in: await builtIn() } } }));
    expect((await eventsAbout(assigned?.roleId ?? '')).map(({ type }) => type)).toEqual(['Role.Scopes.Updated']);
  });

  it('a user who is suspended stays suspended, and the command states it', async () => {
    await prisma().user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } });
    const { exitCode, stdout } = await main(['make-administrator', name()]);
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('The user is suspended'),
    });
    expect((await prisma().user.findUniqueOrThrow({ where: { id: user.id } })).suspendedAt).not.toBeNull();
  });

  it('an account whose deletion is due stays so, and the command states when', async () => {
    const deletionDueAt = new Date('2999-01-01T00:00:00Z');
    await prisma().user.update({ where: { id: user.id }, data: { suspendedAt: new Date(), deletionDueAt } });
    expect((await main(['unlock', name()])).stdout.split('\n')).toEqual([
      `${name()} (${user.id}) was not locked.`,
      'The user is suspended, and cannot sign in until setUserSuspended ends that.',
      'The account is deleted on 2999-01-01T00:00:00.000Z unless it does.',
      '',
    ]);
    expect(await prisma().user.findUnique({ where: { id: user.id } })).toMatchObject({ deletionDueAt });
  });
});

const builtIn = async () => (await prisma().apiResource.findMany({ where: { isBuiltIn: true } })).map(({ id }) => id);

describe('refused with exit code 1, one sentence, and nothing changed:', () => {
  const refusal = async (args: string[], settings: Record<string, string> = {}) => {
    const { exitCode, stdout, stderr } = await runMain(args, { ...env, ...settings });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    return stderr;
  };

  it('a user that does not exist', async () => {
    expect(await refusal(['unlock', 'unknown'])).toBe('No user has the email address, username or id unknown.\n');
    expect(await refusal(['unlock', app.services.ids.next('user')])).toContain('No user has');
  });

  it('arguments that are missing or unknown', async () => {
    const use = /^Usage: \S+ dist\/server\/main\.js unlock IDENTIFIER\n$/;
    expect(await refusal(['unlock'])).toMatch(use);
    expect(await refusal(['unlock', 'a', 'b'])).toMatch(use);
    expect(await refusal(['unlocks', 'a'])).toBe('Unknown argument "unlocks". See --help.\n');
    expect(await refusal(['unlock', 'a', '--stdin'])).toBe('unlock does not take "--stdin". See --help.\n');
  });

  it('another key, an empty database, no database, a schema that does not exist', async () => {
    const none = `${env['DATABASE_URL']}?schema=none`;
    expect(await refusal(['unlock', name()], { DATABASE_URL: none })).toContain('There is no schema "none".');
    const SECRETS_KEY = randomBytes(32).toString('base64');
    expect(await refusal(['unlock', name()], { SECRETS_KEY })).toMatch(/^SECRETS_KEY: /);
    const empty = await emptyDatabase();
    expect(await refusal(['unlock', name()], { DATABASE_URL: empty.url })).toContain('start the platform first');
    await empty.drop();
    expect(await refusal(['unlock', name()], { DATABASE_URL: 'postgresql://127.0.0.1:1/none' })).toMatch(
      /^DATABASE_URL: /,
    );
  });
});

describe('with the embedded database', () => {
  const data = temporaryDataDir();
  afterAll(async () => {
    killAll();
    await data.remove();
  });

  it('works while the platform runs and while it does not, and needs no settings but its folder', async () => {
    const settings = { DATA_DIR: data.path };
    const before = await runMain(['unlock', 'admin'], settings);
    expect(before).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/^DATA_DIR: there is no key in /) });
    const platform = await startPlatform(settings);
    await platform.ready;
    expect(await runMain(['reset-password', 'admin'], settings)).toMatchObject({ exitCode: 0, stderr: '' });
    expect((await fetch(`${platform.url}/readyz`)).status).toBe(200);
    platform.child.kill('SIGTERM');
    await platform.ended;
    expect(await runMain(['make-administrator', 'admin'], settings)).toMatchObject({ exitCode: 0, stderr: '' });
  });
});
