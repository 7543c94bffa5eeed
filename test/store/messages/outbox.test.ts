import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  claimMessages,
  completeMessage,
  hasPendingMessages,
  openParameters,
} from '../../../src/store/messages/outbox.ts';
import { removeOld } from '../../../src/store/retention.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';
import { countStatements } from '../../support/statements.ts';
import { queue, secretBox, stored } from './fixture.ts';

const kernel = perFile(startKernel);
let statements: () => number;
beforeAll(async () => {
  statements = countStatements(kernel.database.pool);
});
afterEach(() => kernel.database.pool.query('TRUNCATE messages'));

const after = (seconds: number) => new Date(kernel.now().getTime() + seconds * 1000);
const claim = (options: Partial<Parameters<typeof claimMessages>[1]> = {}) =>
  claimMessages(kernel.database, {
    now: kernel.now(),
    limit: 10,
    token: 'one',
    leasedUntil: after(30),
    except: [],
    ...options,
  });
const sent = { state: 'sent', nextAttemptAt: null, connectorId: null, lastError: null, counts: true } as const;

describe('a queued message', () => {
  it('is pending, with encrypted parameters', async () => {
    const id = await queue(kernel, { parameters: { code: '482913', minutes: 10, applicationName: 'A\r\nB' } });
    const row = await stored(kernel, id);
    expect(row).toMatchObject({ state: 'pending', attempts: 0, nextAttemptAt: kernel.now(), sentAt: null });
    expect(Buffer.from(row.encryptedParameters ?? []).includes('482913')).toBe(false);
    const [claimed] = await claim();
    expect(claimed && openParameters(secretBox, claimed)).toEqual({
      template: 'sign-in-code',
      parameters: { code: '482913', minutes: 10, applicationName: 'A B' },
    });
  });

  it('a message that is withheld takes the same statements, has no parameters and is never claimed', async () => {
    const before = statements();
    await queue(kernel);
    const shown = statements() - before;
    await queue(kernel, { isWithheld: true });
    expect(statements() - before - shown).toBe(shown);
    const rows = await kernel.database.prisma.message.findMany({
      where: { state: 'withheld' },
      omit: { encryptedParameters: false },
    });
    expect(rows).toMatchObject([{ encryptedParameters: null, nextAttemptAt: null, recipient: 'ada@example.com' }]);
    expect(await claim()).toHaveLength(1);
  });

  it('is claimed once, until its lease ends', async () => {
    const id = await queue(kernel);
    const all = await Promise.all([claim(), claim(), claim()]);
    expect(all.flat().map((one) => [one.id, one.attempts])).toEqual([[id, 1]]);
    expect(await claim({ now: after(29.999) })).toEqual([]);
    expect(await claim({ now: after(30) })).toMatchObject([{ id, attempts: 2 }]);
  });

  it('is completed only by the process that claimed it last', async () => {
    const id = await queue(kernel);
    await claim({ token: 'frozen' });
    await claim({ token: 'next', now: after(30), leasedUntil: after(60) });
    await completeMessage(kernel.database, { id, token: 'frozen' }, { ...sent, sentAt: after(31) });
    expect(await stored(kernel, id)).toMatchObject({ state: 'pending', sentAt: null });
    await completeMessage(kernel.database, { id, token: 'next' }, { ...sent, sentAt: after(32) });
    expect(await stored(kernel, id)).toMatchObject({ state: 'sent', sentAt: after(32), encryptedParameters: null });
  });

  it('ends when it expires, without another attempt', async () => {
    const id = await queue(kernel);
    expect(await claim({ now: after(600) })).toMatchObject([{ id, isExpired: true, encryptedParameters: null }]);
    expect(await stored(kernel, id)).toMatchObject({ state: 'expired', attempts: 0, encryptedParameters: null });
  });

  it('is not claimed for a sender that has no capacity', async () => {
    const [mail, sms] = [await queue(kernel), await queue(kernel, { channel: 'sms', recipient: '+4915112345678' })];
    expect(await claim({ except: ['email:'] })).toMatchObject([{ id: sms, senderKey: 'sms:' }]);
    expect(await claim()).toMatchObject([{ id: mail, senderKey: 'email:' }]);
  });

  it('is deleted after 7 days, unless it is pending', async () => {
    const [old, pending] = [await queue(kernel, { isWithheld: true }), await queue(kernel)];
    await removeOld(kernel.database, after(7 * 24 * 3600));
    expect(await kernel.database.prisma.message.count()).toBe(2);
    await removeOld(kernel.database, after(7 * 24 * 3600 + 1));
    expect((await kernel.database.prisma.message.findMany()).map(({ id }) => id)).toEqual([pending]);
    expect(old).not.toBe(pending);
  });
});

describe('on a large table', () => {
  it('messages that are due, pending or old are found by index', async () => {
    const { pool } = kernel.database;
    await pool.query(`
      INSERT INTO messages (id, channel, recipient, template, language, encrypted_parameters, state, next_attempt_at, created_at, expires_at)
      SELECT 'msg_' || n, 'email', 'a@example.com', 'no-account', 'en',
        CASE WHEN n % 1000 = 0 THEN '\\x00'::bytea END, CASE WHEN n % 1000 = 0 THEN 'pending' ELSE 'sent' END,
        CASE WHEN n % 1000 = 0 THEN now() END, now() - n * interval '1 second', now() FROM generate_series(1, 100000) AS n`);
    await pool.query('ANALYZE messages');
    expect(await planOf(() => claim())).toContain('Index Scan using messages_due_idx');
    expect(await planOf(() => hasPendingMessages(kernel.database))).toMatch(
      /Index( Only)? Scan using messages_due_idx/,
    );
    expect(await planOf(() => removeOld(kernel.database, after(0)))).toContain(
      'Index Scan using messages_created_at_idx',
    );
  });
});

/** The plan of the statement about messages that the work executes. */
async function planOf(work: () => Promise<unknown>): Promise<string> {
  const { pool } = kernel.database;
  const query = vi.spyOn(pool, 'query');
  await work();
  const calls = query.mock.calls as unknown as [string | { text: string; values: unknown[] }, unknown[] | undefined][];
  query.mockRestore();
  const all = calls.map(([first, values]) => (typeof first === 'string' ? { text: first, values } : first));
  const { text, values } = all.find((one) => /\bmessages\b/.test(one.text)) ?? { text: '', values: [] };
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}
