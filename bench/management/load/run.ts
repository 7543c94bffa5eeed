import { createHistogram, performance } from 'node:perf_hooks';
import { type Connection, openConnection } from './connection.ts';

/** One or more requests, the later ones depending on earlier answers. Throws when an answer is not the one to be expected. */
export type Conversation = (connection: Connection, number: number) => Promise<void>;

export interface Conversations {
  port: number;
  converse: Conversation;
  /** The first number; each conversation has the next one. */
  from: number;
  seconds: number;
  connections: number;
}

/** What was done: "completed" are whole conversations, latencies those of whole conversations in milliseconds. */
export interface ConversationsResult {
  completed: number;
  seconds: number;
  p50: number;
  p99: number;
  next: number;
}

/** Holds conversations on several connections at once, a closed loop on each, and waits for the last answer. */
export async function runConversations(asked: Conversations): Promise<ConversationsResult> {
  const latencies = createHistogram();
  let number = asked.from;
  const started = performance.now();
  const deadline = started + asked.seconds * 1000;
  const loop = async () => {
    const connection = await openConnection(asked.port);
    while (performance.now() < deadline) {
      const begun = performance.now();
      await asked.converse(connection, number++);
      latencies.record(Math.max(1, Math.round((performance.now() - begun) * 1e6)));
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: asked.connections }, loop));
  const seconds = (performance.now() - started) / 1000;
  const at = (percentile: number) => latencies.percentile(percentile) / 1e6;
  return { completed: number - asked.from, seconds, p50: at(50), p99: at(99), next: number };
}
