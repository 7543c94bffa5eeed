import { run } from '../../../data/change.ts';
import { refresh } from '../../../data/feed/refetch-on-events.ts';
import type { AtOnce } from './at-once.ts';
import { latestChange } from '../result/latest-change.ts';
import { operations } from '../operations.ts';

interface By {
  /** Whether the events are read, which the notice states. */
  withEvents: boolean;
  idempotencyKey: string;
}

/** Makes a change without a dialog, and shows what it did. Returns whether it was made. */
export async function runAtOnce(
  name: AtOnce,
  input: Readonly<Record<string, unknown>>,
  { withEvents, idempotencyKey }: By,
): Promise<boolean> {
  const { error, events } = await run(operations[name], input, { dryRun: false, withEvents, idempotencyKey });
  if (error) return false;
  refresh(events?.map(({ subject }) => subject.id) ?? []);
  latestChange.show({ events, inverse: null, page: null });
  return true;
}
