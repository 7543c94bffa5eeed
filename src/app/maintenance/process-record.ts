import { recordProcess, removeProcess } from '../../store/processes.ts';
import type { Services } from '../services.ts';

/** Milliseconds between two writes; store/processes.ts defines when a process counts as gone. */
const interval = 30_000;

/**
 * Records which keys this process encrypts and decrypts with, while it runs: `replace-secrets-key` must not declare a
 * key unused that a process still encrypts with. Returns a function that removes the record.
 */
export async function keepProcessRecord({
  database,
  secretBox,
  ids,
}: Pick<Services, 'database' | 'secretBox' | 'ids'>): Promise<() => Promise<void>> {
  const record = { id: ids.secret(12), keyIds: secretBox.keyIds };
  await recordProcess(database, record);
  let writing: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // An outage of the database is logged elsewhere, and the next write follows.
    writing = writing.then(() => recordProcess(database, record)).catch(() => {});
  }, interval).unref();
  return async () => {
    clearInterval(timer);
    await writing;
    await removeProcess(database, record.id).catch(() => {});
  };
}
