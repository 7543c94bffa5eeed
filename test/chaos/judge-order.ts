import type { Asked } from './client.ts';
import type { LoggedEvent } from './judge.ts';

/**
 * Positions never contradict the order in which rows were written where that says something: within one transaction, and about one record,
 * whose lock each transaction holds when it writes. Otherwise they may: what was written later can be committed earlier.
 */
export function judgeOrder(log: readonly LoggedEvent[], asked: readonly Asked[]): string[] {
  const transactions = Map.groupBy(log, ({ cause }) => `${cause.operation} of request ${cause.requestId}`);
  const subjects = Map.groupBy(
    log.filter(isUnderItsLock),
    ({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`,
  );
  const together = [...transactions].filter(([, events]) => events.length > 1);
  return [
    ...together.flatMap(([name, events]) => contradictions(`in ${name}`, events)),
    ...[...subjects].flatMap(([name, events]) => contradictions(`about ${name}`, events)),
    ...judgeAnswers(log, asked),
  ];
}

/** Who is deleted leaves organizations without their locks: other members may come and go meanwhile. */
const isUnderItsLock = ({ subjectKind, cause }: LoggedEvent): boolean =>
  !(subjectKind === 'organization' && cause.operation === 'deleteUser');

function contradictions(where: string, events: readonly LoggedEvent[]): string[] {
  return events.flatMap(({ id, type, sequence }, index) => {
    const before = events[index - 1];
    if (!before || before.sequence < sequence) return [];
    return [
      `the log: ${where}, ${id} (${type}) was written before ${before.id} (${before.type}), but has its place after it`,
    ];
  });
}

/** An answer names its events in their order. */
function judgeAnswers(log: readonly LoggedEvent[], asked: readonly Asked[]): string[] {
  const positions = new Map(log.map(({ id, position }) => [id, position]));
  return asked.flatMap(({ operation, eventIds }) => {
    // What is not there at all is said elsewhere.
    const order = eventIds.filter((id) => positions.has(id));
    const placed = order.toSorted((one, other) => (positions.get(one) ?? 0) - (positions.get(other) ?? 0));
    if (order.join() === placed.join()) return [];
    return [
      `the log: ${operation} answered ${order.join(', ')}, but their places are in the order ${placed.join(', ')}`,
    ];
  });
}
