import type { Current, EmittedEvent } from '../../../data/change.ts';
import type { OperationName } from '../../../data/needs.ts';
import type { FormField, InverseOfItems, Operation } from '../../../data/operation.ts';
import { inputs } from '../operations.ts';
import type { Values } from '../values.ts';

/** The change that takes another one back. */
export interface Inverse {
  operation: OperationName;
  input: Values;
}

/** A change that was made. */
interface CompletedChange {
  name: OperationName;
  operation: Operation;
  input: Values;
  /** The record before it; null if it is about several, or was not read. */
  before: Current | null;
  /** The events that it emitted; null if the viewer may not read events. */
  events: readonly EmittedEvent[] | null;
}

/**
 * The change that takes a change back, built from the old values and from what its events say that it did. Null if
 * there is none that takes back all of it, as for deletions, secrets, ended sessions, and members that have left.
 */
export function inverseOf(change: CompletedChange): Inverse | null {
  const { name, operation, input } = change;
  // Nothing has changed.
  if (change.events?.length === 0) return null;
  if (operation.inverse === 'values') return withOldValues(change);
  const events = change.events ?? [];
  if (!operation.inverse || events.length === 0) return null;
  if ('item' in operation.inverse) return ofItems(operation.inverse, input, events);
  if ('list' in operation.inverse) {
    const { list, added, removed } = operation.inverse;
    const gained = new Set(all(events, added));
    const kept = ((input[list] as string[] | undefined) ?? []).filter((id) => !gained.has(id));
    return { operation: name, input: { ...input, [list]: [...kept, ...all(events, removed)] } };
  }
  const { field, takes, ids } = operation.inverse;
  const taken = takenBack(takes, field, all(events, ids));
  const owner = operation.subject?.field ?? '';
  return taken && { operation: operation.inverse.operation, input: { [owner]: input[owner], ...taken } };
}

const all = (events: readonly EmittedEvent[], name: string): string[] =>
  events.flatMap(({ data }) => (data[name] as string[] | undefined) ?? []);

/** The ids as the inverse takes them; null if it takes one, and there are several. */
function takenBack(takes: 'one' | 'list' | 'items', field: string, ids: readonly string[]): Values | null {
  if (ids.length === 0) return null;
  if (takes === 'list') return { [field]: ids };
  if (takes === 'items') return { items: ids.map((id) => ({ [field]: id })), mode: 'ALL' };
  return ids.length === 1 ? { [field]: ids[0] } : null;
}

/** The same change with the old values of the fields that it changed. */
function withOldValues({ name, operation, input, before, events }: CompletedChange): Inverse | null {
  const fields = inputs[operation.input] ?? [];
  const ids = fields.filter(({ type, isRequired }) => type === 'ID' && isRequired);
  // A part that was replaced as a whole comes back as a whole.
  if (operation.subject?.part !== undefined) {
    const values = fields.flatMap(({ name: field }) => (before && field in before ? [[field, before[field]]] : []));
    return values.length > 0
      ? { operation: name, input: { ...idsOf(input, ids), ...Object.fromEntries(values) } }
      : null;
  }
  const changed = Object.keys(input).filter((field) => !ids.some((id) => id.name === field));
  const [flag = ''] = changed;
  const isSwitch = changed.length === 1 && typeof input[flag] === 'boolean';
  // Of a switch the old value is known, even if the record was not read.
  const old: Values = before ?? (isSwitch ? { [flag]: !input[flag] } : {});
  if (changed.length === 0 || !changed.every((field) => field in old)) return null;
  // Another switch went with this one: only the one would come back.
  if (isSwitch && events?.some(({ data }) => ((data['changed'] as string[] | undefined)?.length ?? 0) > 1)) return null;
  return { operation: name, input: { ...input, ...Object.fromEntries(changed.map((field) => [field, old[field]])) } };
}

const idsOf = (input: Values, ids: readonly FormField[]): Values =>
  Object.fromEntries(ids.map(({ name }) => [name, input[name]]));

/** A bulk operation is taken back for the records that it changed, if it changed all of them in the same way. */
function ofItems(inverse: InverseOfItems, input: Values, events: readonly EmittedEvent[]): Inverse | null {
  const { operation, item, field, takes, ids = '' } = inverse;
  const changes = events.filter(({ typeName }) => inverse.events.includes(typeName));
  if (changes.length === 0) return null;
  const shared = takes === 'opposite' ? { [field]: !input[field] } : takenBack(takes, field, inAll(changes, ids));
  const items = changes.map(({ subject }) => ({ [item]: subject.id }));
  return shared && { operation, input: { items, ...shared, mode: 'ALL' } };
}

/** The ids that each of the events has; none if they differ. */
function inAll(events: readonly EmittedEvent[], name: string): string[] {
  const ids = [...new Set(all(events, name))];
  return events.every((event) => all([event], name).length === ids.length) ? ids : [];
}
