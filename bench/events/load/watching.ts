import { startChild } from './child.ts';
import type { Order, Report } from './watchers.ts';

/** The process that holds the sockets, seen from the run. */
export interface Watching {
  open(order: Extract<Order, { open: number }>): Promise<void>;
  /** Every socket gets one message, all the same. May be asked for after it was caused. */
  expectOnEach(): Promise<{ at: number; message: string }>;
  closeAll(): Promise<void>;
  stop(): void;
}

export function startWatching(): Watching {
  const { tell, stop } = startChild<Order, Report>('watchers.ts');
  return {
    open: async (order) => void (await tell(order)),
    async expectOnEach() {
      const report = await tell({ expect: true });
      if ('at' in report) return report;
      throw new Error('The watchers misunderstood.');
    },
    closeAll: async () => void (await tell({ close: true })),
    stop,
  };
}
