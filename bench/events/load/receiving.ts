import { startChild } from './child.ts';
import type { Counted, Order, Report } from './receiver.ts';

/** The client of the receiver process. */
export interface Receiving {
  /** The URL at which messages get 204 at once, and the one at which they get no response. */
  url: string;
  hangingUrl: string;
  /** Resets the count; a sample is verified with the secret of its path. */
  begin(secrets: Record<string, string>): Promise<void>;
  /** Resolves when this many messages have arrived. */
  count(messages: number): Promise<Counted>;
  /** When a message with this mark arrived, possibly earlier, in milliseconds since the epoch. */
  await(mark: string): Promise<number>;
  /** Closes all requests without a response. Resolves with their number. */
  release(): Promise<number>;
  stop(): void;
}

export async function startReceiving(): Promise<Receiving> {
  const { send, stop } = startChild<Order, Report>('receiver.ts');
  const answer = await send({ listen: true });
  const base = `http://127.0.0.1:${'port' in answer ? answer.port : 0}`;
  return {
    url: `${base}/`,
    hangingUrl: `${base}/hang`,
    begin: async (secrets) => void (await send({ begin: secrets })),
    async count(messages) {
      const report = await send({ count: messages });
      if ('from' in report) return report;
      throw new Error('Unexpected response of the receiver.');
    },
    async await(mark) {
      const report = await send({ await: mark });
      if ('at' in report) return report.at;
      throw new Error('Unexpected response of the receiver.');
    },
    async release() {
      const report = await send({ release: true });
      return 'waiting' in report ? report.waiting : 0;
    },
    stop,
  };
}
