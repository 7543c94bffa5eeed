import { fileURLToPath } from 'node:url';
import { asShipped, projectRoot, type ServerProcess, startServer } from '../shared/server-process.ts';
import { median } from '../shared/verdict.ts';
import type { Latencies } from './rate.ts';

/** A server that sends a constant response: its latency is what the machine adds to that of an exchange. */
export function startConstant(cores: { hasAllCores?: boolean } = {}): Promise<ServerProcess> {
  const file = fileURLToPath(new URL('../exchange/servers/bare.ts', import.meta.url));
  return startServer({ ...asShipped(projectRoot, file), env: {}, ...cores });
}

/** The doubts about a bar in milliseconds, if a constant response alone takes more than half of it. */
export function constantDoubts(constant: readonly Latencies[], mostMilliseconds: number): string[] {
  const p99 = median(constant.map((latencies) => latencies.p99));
  if (p99 <= mostMilliseconds / 2) return [];
  return [
    `p99 of a constant response was ${p99.toFixed(1)} ms: the machine is too busy for a bar of ${mostMilliseconds} ms.`,
  ];
}
