import { createHistogram, performance } from 'node:perf_hooks';
import { type Connection, openConnection } from './connection.ts';

/**
 * A conversation of one or more requests, later ones depending on earlier responses. Throws if a response is
 * unexpected.
 */
export type Conversation = (connection: Connection, number: number) => Promise<void>;

interface Conversations {
  port: number;
  converse: Conversation;
  /** The number of the first conversation; each has the next one. */
  from: number;
  seconds: number;
  connections: number;
}

/** "completed" are whole conversations; latencies are those of whole conversations in milliseconds. */
interface ConversationsResult {
  completed: number;
  seconds: number;
  p50: number;
  p99: number;
  next: number;
}

/** Runs conversations on several connections, a closed loop on each, and waits for the last response. */
export async function runConversations(load: Conversations): Promise<ConversationsResult> {
  const latencies = createHistogram();
  let number = load.from;
  const started = performance.now();
  const deadline = started + load.seconds * 1000;
  const loop = async () => {
    const connection = await openConnection(load.port);
    while (performance.now() < deadline) {
      const begun = performance.now();
      await load.converse(connection, number++);
      latencies.record(Math.max(1, Math.round((performance.now() - begun) * 1e6)));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: load.connections }, loop));
  const seconds = (performance.now() - started) / 1000;
  const at = (percentile: number) => latencies.percentile(percentile) / 1e6;
  return { completed: number - load.from, seconds, p50: at(50), p99: at(99), next: number };
}
