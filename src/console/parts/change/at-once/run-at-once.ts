import { run } from '../../../data/change.ts';
import { refresh } from '../../../data/refetch-on-events.ts';
import { isHeld, type Viewer } from '../../../data/viewer.ts';
import type { AtOnce } from './at-once.ts';
import { inverseOf } from '../inverse.ts';
import { latestChange } from '../latest-change.ts';
import { operations } from '../operations.ts';

interface By {
  viewer: Viewer;
  idempotencyKey: string;
}

/** Makes a change without a dialog, and shows what it did. Returns whether it was made. */
export async function runAtOnce(
  name: AtOnce,
  input: Readonly<Record<string, unknown>>,
  { viewer, idempotencyKey }: By,
): Promise<boolean> {
  const operation = operations[name];
  const withEvents = isHeld(viewer, 'events:read', 'everywhere');
  const { error, events } = await run(operation, input, { dryRun: false, withEvents, idempotencyKey });
  if (error) return false;
  refresh(events?.map(({ subject }) => subject.id) ?? []);
  latestChange.show({ events, inverse: inverseOf({ name, operation, input, before: null, events }), page: null });
  return true;
}
