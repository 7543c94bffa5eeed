import { portionsOf } from '../domain/events/event-portions.ts';
import type { EventType } from '../vocabulary/events.ts';
import type { EmittedEvent } from './append-events.ts';
import type { Operation, RunContext } from './operation.ts';

/** The result of an operation, and its events in order. */
export interface Outcome {
  result: Record<string, unknown>;
  emitted: EmittedEvent[];
}

type Data = Readonly<Record<string, unknown>>;

/** Runs the function of the operation. Emitted events that contradict its declarations are a bug, not a refusal. */
export async function runOperation(
  operation: Operation,
  base: Omit<RunContext<EventType>, 'emit' | 'unchanged'>,
  input: Record<string, unknown>,
  prepared: unknown,
): Promise<Outcome> {
  const emitted: EmittedEvent[] = [];
  let isUnchanged = false;
  const context: RunContext<EventType> = {
    ...base,
    emit(type, subjectId, data, organizationId) {
      if (!operation.always.includes(type) && !operation.sometimes.includes(type)) {
        throw new Error(`${operation.name} emitted ${type} without declaring it`);
      }
      const event = { type, subjectId, organizationId: organizationId ?? null };
      emitted.push(
        ...portionsOf(type, data as Data).map((part) => ({ id: base.ids.next('event'), ...event, data: part })),
      );
    },
    unchanged(result) {
      isUnchanged = true;
      return result;
    },
  };
  const result = (await operation.run(context, input, prepared)) as Record<string, unknown>;
  checkEvents(operation, emitted, isUnchanged);
  return { result, emitted };
}

function checkEvents({ name, always }: Operation, emitted: readonly EmittedEvent[], isUnchanged: boolean): void {
  if (isUnchanged) {
    if (emitted.length) throw new Error(`${name} emitted an event but returned unchanged()`);
    return;
  }
  const missing = always.filter((type) => !emitted.some((event) => event.type === type));
  if (missing.length) throw new Error(`${name} did not emit ${missing.join(', ')}, which it declares in "always"`);
}
