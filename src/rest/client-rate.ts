import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';

/** The least rate at which a client must send or read. */
export interface ClientRate {
  bytesPerSecond: number;
  /** Milliseconds that it may fall behind. */
  tolerance: number;
}
export const minRate: ClientRate = { bytesPerSecond: 1024, tolerance: 30_000 };

export const rateInWords = ({ bytesPerSecond, tolerance }: ClientRate): string =>
  `${bytesPerSecond} bytes per second on average, after ${tolerance / 1000} seconds`;

/**
 * Bounds how long a client keeps the platform waiting. Each wait takes from the tolerance, and each byte gives back
 * what it may take at the least rate, so that the rate holds for any longer time. What the platform takes for its own
 * work does not count.
 */
export function measureRate({ bytesPerSecond, tolerance }: ClientRate) {
  let left = tolerance;
  return {
    /** Waits for the client. Calls `expired` when it is too slow. */
    async wait<T>(waiting: Promise<T>, expired: () => void): Promise<T> {
      const begun = performance.now();
      const timer = setTimeout(expired, left);
      try {
        return await waiting;
      } finally {
        clearTimeout(timer);
        left = Math.max(0, left - (performance.now() - begun));
      }
    },
    add(bytes: number): void {
      left = Math.min(tolerance, left + (bytes * 1000) / bytesPerSecond);
    },
  };
}

/** Characters that are written at a time: at the least rate, they take less than the tolerance. */
const pieceLength = 16_384;

/** Writes a response as fast as its client reads it. A client that is too slow is disconnected. */
interface Writer {
  /** Writes no more once the client has left. */
  write(text: string): Promise<void>;
  /** Resolves when everything was sent, or the client has left. */
  end(): Promise<void>;
}

/** `target` is what the texts are written to, if that is not the response itself. */
export function createWriter(
  response: ServerResponse,
  rate: ClientRate = minRate,
  target: Writable = response,
): Writer {
  const reading = measureRate(rate);
  const until = (emitter: Writable, event: 'drain' | 'finish') =>
    reading.wait(emittedOrClosed(emitter, event), () => response.destroy());
  return {
    async write(text) {
      for (let from = 0; from < text.length && !target.destroyed; from += pieceLength) {
        const piece = text.slice(from, from + pieceLength);
        if (!target.write(piece)) await until(target, 'drain');
        reading.add(piece.length);
      }
    },
    async end() {
      target.end();
      if (!response.destroyed && !response.writableFinished) await until(response, 'finish');
    },
  };
}

const emittedOrClosed = (emitter: Writable, event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      emitter.off(event, settle).off('close', settle);
      resolve();
    };
    emitter.on(event, settle).on('close', settle);
  });
