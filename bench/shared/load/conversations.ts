import { createHistogram, performance } from 'node:perf_hooks';
import { countProcessor, type Spent } from '../counters.ts';
import { type Connection, openConnection } from './connection.ts';

/**
 * A conversation of one or more requests, later ones depending on earlier responses. Throws if a response is
 * unexpected.
 */
export type Conversation = (connection: Connection, number: number) => Promise<void>;

export interface Conversations {
  port: number;
  /** The process of the server. */
  pid: number;
  converse: Conversation;
  /** Keep-alive connections, each with one conversation in progress: a closed loop. */
  connections: number;
  /** The number of the first conversation; each has the next one. */
  from: number;
  /** Conversations before those that count: the caches of the processor are the server's again. */
  warm: number;
  /** The most seconds and conversations that count; those in progress are awaited. */
  seconds: number;
  most: number;
}

/** "completed" are whole conversations; latencies are those of whole conversations in milliseconds. */
export interface ConversationsResult {
  completed: number;
  /** From the first request to the last response. */
  seconds: number;
  p50: number;
  p99: number;
  /** The number of the next conversation. */
  next: number;
  spent: Spent;
}

/** Runs conversations on several connections, and waits for the last response. Rejects if one fails. */
export async function runConversations(load: Conversations): Promise<ConversationsResult> {
  const connections = await Promise.all(Array.from({ length: load.connections }, () => openConnection(load.port)));
  const latencies = createHistogram();
  let number = load.from;
  const run = async (last: number, deadline: number): Promise<void> => {
    const loop = async (connection: Connection) => {
      while (number < last && performance.now() < deadline) {
        const begun = performance.now();
        await load.converse(connection, number++);
        latencies.record(Math.max(1, Math.round((performance.now() - begun) * 1e6)));
      }
    };
    await Promise.all(connections.map(loop));
  };
  try {
    await run(number + load.warm, Number.POSITIVE_INFINITY);
    latencies.reset();
    const first = number;
    const processor = countProcessor(load.pid);
    await run(first + load.most, performance.now() + load.seconds * 1000);
    const spent = processor();
    const at = (percentile: number) => latencies.percentile(percentile) / 1e6;
    return { completed: number - first, seconds: spent.elapsed, p50: at(50), p99: at(99), next: number, spent };
  } finally {
    for (const connection of connections) connection.close();
  }
}
