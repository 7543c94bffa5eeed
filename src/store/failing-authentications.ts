// SQL: one statement that decides, for all processes, which of them reports.
import { hash } from 'node:crypto';
import { hour } from '../domain/durations.ts';
import type { Transaction } from '../platform/database/database.ts';

/** Whether no process has reported within an hour that an application fails to authenticate. Notes the report. */
export async function mayReportFailing(
  tx: Pick<Transaction, '$executeRaw'>,
  applicationId: string,
  now: Date,
): Promise<boolean> {
  const key = hash('sha256', `failing authentication ${applicationId}`, 'buffer');
  const noted = await tx.$executeRaw`
    INSERT INTO attempt_limits AS stored (key, attempts, updated_at) VALUES (${key}, 1, ${now})
    ON CONFLICT (key) DO UPDATE SET updated_at = excluded.updated_at
    WHERE stored.updated_at <= ${new Date(now.getTime() - hour)}`;
  return noted > 0;
}
