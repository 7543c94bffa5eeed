import { beforeEach, expect, it } from 'vitest';
import { suspendExpiredApplications } from '../../../src/app/maintenance/expired-applications.ts';
import { updateApplication } from '../../../src/operations/applications/update-application.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { originOf, platformActor, startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

const kernel = perFile(startKernel);
const logged: string[] = [];
const logger = createLogger('warn', { write: (line) => void logged.push(line) });
beforeEach(async () => {
  logged.length = 0;
  await kernel.database.pool.query('TRUNCATE applications, events CASCADE');
});

const round = (execute = kernel.execute) =>
  suspendExpiredApplications(kernel.database, kernel.now(), { execute, ids, logger });

/** Applications that expire in so many seconds; null for one that does not. */
async function applications(...expiries: (number | null)[]): Promise<string[]> {
  const data = expiries.map((seconds) => {
    const expiresAt = seconds === null ? null : new Date(kernel.now().getTime() + seconds * 1000);
    return { id: ids.next('application'), name: 'Agent', type: 'MACHINE_TO_MACHINE' as const, expiresAt };
  });
  await kernel.database.prisma.application.createMany({ data });
  return data.map(({ id }) => id);
}
const active = async () =>
  (await kernel.database.prisma.application.findMany({ where: { suspendedAt: null }, orderBy: { id: 'asc' } })).map(
    ({ id }) => id,
  );
const suspensions = () =>
  kernel.database.prisma.event.findMany({
    where: { type: 'Application.SuspensionStatus.Updated' },
    orderBy: { id: 'asc' },
  });

it('applications are suspended when they have expired, as the platform, with what ended, and others are not', async () => {
  const [expired, later, endless] = await applications(0, 1, null);
  expect(await round()).toBe(1);
  expect(await active()).toEqual([later, endless]);
  expect(await suspensions()).toMatchObject([
    {
      subjectId: expired,
      actor: { kind: 'platform' },
      cause: { channel: 'platform', operation: 'setApplicationSuspended' },
      data: { application: { isSuspended: true }, sessionEpoch: 1 },
    },
  ]);
  kernel.advance(1);
  expect(await round()).toBe(1);
  expect(await round()).toBe(0);
  expect(await active()).toEqual([endless]);
});

it('those that expired first are suspended first', async () => {
  const [second, first, third] = await applications(-2, -3, -1);
  expect(await round()).toBe(3);
  expect((await suspensions()).map(({ subjectId }) => subjectId)).toEqual([first, second, third]);
});

it('each application is suspended once by several processes', async () => {
  await applications(...Array.from({ length: 30 }, () => 0));
  await Promise.all([round(), round(), round()]);
  expect(await active()).toEqual([]);
  expect(await suspensions()).toHaveLength(30);
  expect(logged).toEqual([]);
});

it('all that have expired are suspended in one run, however many, and however many cannot be', async () => {
  const held = await applications(...Array.from({ length: 100 }, () => -2));
  const [other] = await applications(-1);
  const execute: typeof kernel.execute = (...call) =>
    (call[2] as { applicationId: string }).applicationId === other
      ? kernel.execute(...call)
      : Promise.reject(new Error('held'));
  expect(await round(execute)).toBe(1);
  expect(await active()).toEqual(held);
  expect(await round()).toBe(100);
});

it('an application that cannot be suspended is logged, tried again, and does not hold up others', async () => {
  const [held, other] = await applications(-2, -1);
  const { pool } = kernel.database;
  await pool.query(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN IF OLD.id = '${held}' THEN RAISE EXCEPTION 'held'; END IF; RETURN NEW; END $$`);
  await pool.query('CREATE TRIGGER hold BEFORE UPDATE ON applications FOR EACH ROW EXECUTE FUNCTION hold()');
  expect(await round()).toBe(1);
  expect(await suspensions()).toMatchObject([{ subjectId: other }]);
  expect(logged).toEqual([expect.stringContaining(`"applicationId":"${held}"`)]);
  await pool.query('DROP TRIGGER hold ON applications; DROP FUNCTION hold');
  expect(await round()).toBe(1);
});

it('an application whose end is moved meanwhile is suspended by that change, and by no other', async () => {
  const [applicationId = ''] = await applications(0);
  const execute: typeof kernel.execute = async (...call) => {
    const input = { applicationId, expiresAt: null };
    await kernel.execute(updateApplication, platformActor, input, originOf(ids.next('request')));
    return kernel.execute(...call);
  };
  expect(await round(execute)).toBe(0);
  expect(await suspensions()).toHaveLength(1);
  expect(logged).toEqual([]);
});
