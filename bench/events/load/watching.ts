import { startChild } from './child.ts';
import type { Order, Report } from './watchers.ts';

/** The client of the process that holds the sockets. */
export interface Watching {
  open(order: Extract<Order, { open: number }>): Promise<void>;
  /** Expects the same message on every socket, possibly after it was sent. */
  expectOnEach(): Promise<{ at: number; message: string }>;
  closeAll(): Promise<void>;
  stop(): void;
}

export function startWatching(): Watching {
  const { send, stop } = startChild<Order, Report>('watchers.ts');
  return {
    open: async (order) => void (await send(order)),
    async expectOnEach() {
      const report = await send({ expect: true });
      if ('at' in report) return report;
      throw new Error('Unexpected response of the watchers.');
    },
    closeAll: async () => void (await send({ close: true })),
    stop,
  };
}
