import { createLanes } from '../platform/semaphore.ts';
import type { PlacedEvent } from '../store/event-positions.ts';
import type { Log } from './tail.ts';

/** Events after this position were removed when their time was over. */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
}

/** A page of what came after a position, none when nothing has, and none for who has left. Rejects with CursorExpired when some of it is gone. */
export type History = (position: bigint, until: AbortSignal) => Promise<PlacedEvent[]>;

/** Pages that are read at once for those whom memory does not help: everybody who asks for something else needs connections and memory, too. */
const lanes = 4;

export function createHistory(log: Log): History {
  const inTurn = createLanes(lanes);
  // The turn ends with the reading: who takes long to be told holds up nobody.
  return (position, until) => inTurn(async () => (until.aborted ? [] : read(log, position)));
}

async function read(log: Log, position: bigint): Promise<PlacedEvent[]> {
  const found = await log.after(position);
  // None, though there were some: all of them were removed, unless they came just now.
  const isShort = !found.length && (await log.head()) > position;
  const events = isShort ? await log.after(position) : found;
  if (isShort && !events.length) throw new CursorExpired();
  // One of them is gone while an earlier one, which another transaction holds, is not yet.
  const last = events.at(-1)?.position ?? position;
  if (last !== position + BigInt(events.length)) throw new CursorExpired();
  return events;
}
