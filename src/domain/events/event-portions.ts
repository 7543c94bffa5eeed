import { changedLists } from '../../vocabulary/event-parts.ts';
import { type EventType, events } from '../../vocabulary/events.ts';

/** Items in a list of what was added or removed, in one event. */
const maxItemsInEvent = 1000;

type Data = Readonly<Record<string, unknown>>;

/** The data of a change, divided among several events if one of its lists is too long. */
export function portionsOf<D extends Data>(type: EventType, data: D): D[] {
  const lists = Object.entries(events[type].data.shape).flatMap(([name, schema]) =>
    changedLists.get(schema) ? [[name, data[name] as unknown[]] as const] : [],
  );
  const longest = Math.max(0, ...lists.map(([, items]) => items.length));
  if (longest <= maxItemsInEvent) return [data];
  return Array.from({ length: Math.ceil(longest / maxItemsInEvent) }, (_, index) => {
    const [from, to] = [index * maxItemsInEvent, (index + 1) * maxItemsInEvent];
    return { ...data, ...Object.fromEntries(lists.map(([name, items]) => [name, items.slice(from, to)])) };
  });
}
