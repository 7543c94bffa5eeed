import { beforeEach, expect, it } from 'vitest';
import { deleteDueAccounts } from '../../../src/app/maintenance/due-deletions.ts';
import { setUserSuspended } from '../../../src/operations/users/set-user-suspended.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { originOf, platformActor, startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

const kernel = perFile(startKernel);
const logged: string[] = [];
const logger = createLogger('warn', { write: (line) => void logged.push(line) });
beforeEach(async () => {
  logged.length = 0;
  await kernel.database.pool.query('TRUNCATE users, events CASCADE');
});

const round = (execute = kernel.execute) => deleteDueAccounts(kernel.database, kernel.now(), { execute, ids, logger });

/** People whose accounts are due in so many seconds; null for one that is not. */
async function people(...due: (number | null)[]): Promise<string[]> {
  const data = due.map((seconds) => {
    const deletionDueAt = seconds === null ? null : new Date(kernel.now().getTime() + seconds * 1000);
    return { id: ids.next('user'), suspendedAt: deletionDueAt && kernel.now(), deletionDueAt };
  });
  await kernel.database.prisma.user.createMany({ data });
  return data.map(({ id }) => id);
}
const left = async () => (await kernel.database.prisma.user.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);
const deletions = () => kernel.database.prisma.event.findMany({ where: { type: 'User.Deleted' } });

it('accounts are deleted when they are due, as the platform, and others are not', async () => {
  const [due, later, active] = await people(0, 1, null);
  expect(await round()).toBe(1);
  expect(await left()).toEqual([later, active]);
  expect(await deletions()).toMatchObject([
    { subjectId: due, actor: { kind: 'platform' }, cause: { channel: 'platform', operation: 'deleteUser' } },
  ]);
  kernel.advance(1);
  expect(await round()).toBe(1);
  expect(await left()).toEqual([active]);
});

it('accounts are deleted in batches, several of the same time among them', async () => {
  await people(...Array.from({ length: 205 }, (_, index) => (index < 150 ? -1 : -index)));
  expect(await round()).toBe(205);
  expect(await left()).toEqual([]);
});

it('each account is deleted once by several processes', async () => {
  await people(...Array.from({ length: 30 }, () => 0));
  const numbers = await Promise.all([round(), round(), round()]);
  expect(numbers.reduce((sum, number) => sum + number)).toBe(30);
  expect(await deletions()).toHaveLength(30);
  expect(logged).toEqual([]);
});

it('an account that cannot be deleted is logged, tried again, and does not hold up others', async () => {
  const [held, other] = await people(-2, -1);
  const { pool } = kernel.database;
  await pool.query(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF OLD.id = '${held}' THEN RAISE EXCEPTION 'held'; END IF; RETURN OLD; END $$`);
  await pool.query('CREATE TRIGGER hold BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION hold()');
  expect(await round()).toBe(1);
  expect(await left()).toEqual([held]);
  expect(await deletions()).toMatchObject([{ subjectId: other }]);
  expect(logged).toEqual([expect.stringContaining(`"userId":"${held}"`)]);
  await pool.query('DROP TRIGGER hold ON users; DROP FUNCTION hold');
  expect(await round()).toBe(1);
});

it('an account that is reactivated meanwhile is kept', async () => {
  const [userId = ''] = await people(0);
  const execute: typeof kernel.execute = async (...call) => {
    const input = { userId, isSuspended: false };
    await kernel.execute(setUserSuspended, platformActor, input, originOf(ids.next('request')));
    return kernel.execute(...call);
  };
  expect(await round(execute)).toBe(0);
  expect(await left()).toEqual([userId]);
  expect(logged).toEqual([]);
});
