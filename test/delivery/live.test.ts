import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/delivery/feed.ts';
import { CursorExpired } from '../../src/delivery/history.ts';
import { live } from '../../src/delivery/live.ts';
import { placed } from './held-log.ts';

/** What a follower is told that goes on after a position, of a log with events up to `head`, the first ones of which may be gone. */
async function told(after: bigint | undefined, { head, gone = 0 }: { head: number; gone?: number }): Promise<string[]> {
  const feed: Feed = {
    head: async () => BigInt(head),
    async follow(from, { tell, idle }) {
      if (from < gone) throw new CursorExpired();
      for (let position = Number(from) + 1; position <= head; position++) await tell(placed(position));
      await idle?.(from < head ? BigInt(head) : from);
    },
    close: async () => undefined,
  };
  const messages: string[] = [];
  const take = (message: Parameters<Parameters<typeof live>[2]>[0]) => {
    messages.push(message.kind === 'event' ? `event ${message.event.position}` : message.kind);
    return undefined;
  };
  await live(feed, { after, wants: () => true }, take, new AbortController().signal);
  return messages;
}

describe('who follows live', () => {
  it('is told what came after its position, then that it has caught up', async () => {
    expect(await told(1n, { head: 3 })).toEqual(['event 2', 'event 3', 'caughtUp']);
  });

  it('has caught up at once at the end of the log, and without a position', async () => {
    expect(await told(3n, { head: 3 })).toEqual(['caughtUp']);
    expect(await told(undefined, { head: 3 })).toEqual(['caughtUp']);
    expect(await told(0n, { head: 0 })).toEqual(['caughtUp']);
  });

  it('is told that its position has expired when the log does not reach back to it', async () => {
    expect(await told(1n, { head: 3, gone: 2 })).toEqual(['cursorExpired']);
  });

  it('is told so, too, when the log never had its position: it is of another log', async () => {
    expect(await told(4n, { head: 3 })).toEqual(['cursorExpired']);
    expect(await told(99_999_999_999_999_999_999n, { head: 0 })).toEqual(['cursorExpired']);
  });
});
