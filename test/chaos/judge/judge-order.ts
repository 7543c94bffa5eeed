import type { MutationRecord } from '../load/client.ts';
import type { LoggedEvent } from './judge.ts';

/**
 * Positions are in the order of the rows where that order is defined: within a transaction, and about a record, whose
 * lock each transaction holds when it inserts. Otherwise a later row can be committed earlier.
 */
export function judgeOrder(log: readonly LoggedEvent[], mutations: readonly MutationRecord[]): string[] {
  const transactions = Map.groupBy(log, ({ cause }) => `${cause.operation} of request ${cause.requestId}`);
  const subjects = Map.groupBy(
    log.filter(isUnderItsLock),
    ({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`,
  );
  const together = [...transactions].filter(([, events]) => events.length > 1);
  return [
    ...together.flatMap(([name, events]) => contradictions(`in ${name}`, events)),
    ...[...subjects].flatMap(([name, events]) => contradictions(`about ${name}`, events)),
    ...judgeAnswers(log, mutations),
  ];
}

/** Deleting a user removes it from organizations without locking them: other members may change meanwhile. */
const isUnderItsLock = ({ subjectKind, cause }: LoggedEvent): boolean =>
  !(subjectKind === 'organization' && cause.operation === 'deleteUser');

function contradictions(where: string, events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ id, type, sequence }, index) => {
    const before = events[index - 1];
    if (!before || before.sequence < sequence) return [];
    return [
      `the log: ${where}, ${id} (${type}) was inserted before ${before.id} (${before.type}), but has a later position`,
    ];
  });
}

/** A response lists its events in order. */
function judgeAnswers(log: readonly LoggedEvent[], mutations: readonly MutationRecord[]): string[] {
  const positions = new Map(log.map(({ id, position }) => [id, position]));
  return mutations.flatMap(({ operation, eventIds }) => {
    // Missing events are reported elsewhere.
    const order = eventIds.filter((id) => positions.has(id));
    const placed = order.toSorted((one, other) => (positions.get(one) ?? 0) - (positions.get(other) ?? 0));
    if (order.join() === placed.join()) return [];
    return [
      `the log: ${operation} returned ${order.join(', ')}, but their positions are in the order ${placed.join(', ')}`,
    ];
  });
}
