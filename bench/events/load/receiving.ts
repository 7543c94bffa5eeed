import { startChild } from './child.ts';
import type { Counted, Order, Report } from './receiver.ts';

/** The process that webhooks are sent to, seen from the run. */
export interface Receiving {
  /** Where messages are answered with 204 at once, and where they are never answered. */
  url: string;
  hangingUrl: string;
  /** Begins to count; some of what comes is verified with the secret of its path. */
  begin(secrets: Record<string, string>): Promise<void>;
  /** Resolves when so many have come since the beginning. */
  count(messages: number): Promise<Counted>;
  /** When a message with this mark came, in milliseconds since the epoch. May be asked for when it has come already. */
  await(mark: string): Promise<number>;
  /** Hangs up on whoever waits for an answer: so many. */
  release(): Promise<number>;
  stop(): void;
}

export async function startReceiving(): Promise<Receiving> {
  const { tell, stop } = startChild<Order, Report>('receiver.ts');
  const answer = await tell({ listen: true });
  const base = `http://127.0.0.1:${'port' in answer ? answer.port : 0}`;
  return {
    url: `${base}/`,
    hangingUrl: `${base}/hang`,
    begin: async (secrets) => void (await tell({ begin: secrets })),
    async count(messages) {
      const report = await tell({ count: messages });
      if ('from' in report) return report;
      throw new Error('The receiver misunderstood.');
    },
    async await(mark) {
      const report = await tell({ await: mark });
      if ('at' in report) return report.at;
      throw new Error('The receiver misunderstood.');
    },
    async release() {
      const report = await tell({ release: true });
      return 'waiting' in report ? report.waiting : 0;
    },
    stop,
  };
}
