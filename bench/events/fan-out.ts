import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { cpuSeconds, residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { median } from '../shared/verdict.ts';
import type { Watching } from './load/watching.ts';
import { renamer } from './load/changes.ts';
import { accessToken, callers, platformCommand, referenceCommand } from './servers.ts';

/** What it took to tell every socket of one event, over and over for a while. */
export interface FanOut {
  server: 'platform' | 'broadcast';
  sockets: number;
  round: number;
  events: number;
  /** Microseconds of the server's processor per message, the change that caused it included. */
  cpu: number;
  /** Milliseconds from asking for the change until the last socket was told of it: the median. */
  lastMs: number;
  /** Bytes of resident memory per idle socket, after a collection of garbage. */
  perSocket: number;
}

export interface FanOutBench {
  url: string;
  client: pg.Client;
  watching: Watching;
  seconds: number;
  nodeOptions: string;
}

/** What a console shows of what happens. */
export const consoleQuery = `subscription { events { __typename
  ... on CaughtUp { cursor }
  ... on EventMessage { cursor event { id typeName timestamp data actor { kind id } subject { kind id } organizationId } } } }`;

/** The platform: sockets that subscribe, and changes through the Management API. Returns what a socket was told last, too. */
export async function measurePlatform(
  bench: FanOutBench,
  sockets: number,
  round: number,
): Promise<FanOut & { message: string }> {
  return withServer(platformCommand(bench.url, bench.nodeOptions), async (server) => {
    const tokens = await Promise.all(callers.slice(1).map((caller) => accessToken(server.port, caller)));
    const rename = renamer(server.port, await accessToken(server.port));
    const order = { port: server.port, tokens, query: consoleQuery };
    return {
      ...(await measure(bench, server, { ...order, sockets, cause: rename })),
      server: 'platform',
      sockets,
      round,
    };
  });
}

/** The reference, which broadcasts the same bytes. */
export async function measureBroadcast(
  bench: FanOutBench,
  sockets: number,
  round: number,
  message: string,
): Promise<FanOut> {
  return withServer(referenceCommand('broadcast'), async (server) => {
    const post = async () => {
      const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: message });
      await response.arrayBuffer();
    };
    const order = { port: server.port, tokens: [], query: '' };
    const { message: _, ...measured } = await measure(bench, server, { ...order, sockets, cause: post });
    return { ...measured, server: 'broadcast', sockets, round };
  });
}

async function withServer<T>(
  command: Parameters<typeof startServer>[0],
  work: (server: ServerProcess) => Promise<T>,
): Promise<T> {
  const server = await startServer(command);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
}

interface Measured {
  port: number;
  tokens: string[];
  query: string;
  sockets: number;
  /** Causes one event. Resolves when that is answered. */
  cause(): Promise<void>;
}

/** Sockets that come first and stay: what is loaded and compiled by them is not counted to those that are measured. */
const pioneers = 50;

async function measure({ watching, seconds }: FanOutBench, server: ServerProcess, measured: Measured) {
  const { cause, sockets, ...order } = measured;
  await watching.open({ ...order, open: pioneers });
  await tellFor(1, watching, cause);
  const before = await settledBytes(server.pid);
  await watching.open({ ...order, open: sockets - pioneers });
  const perSocket = ((await settledBytes(server.pid)) - before) / (sockets - pioneers);
  await tellFor(1, watching, cause);
  const cpuBefore = cpuSeconds(server.pid);
  const { times, message } = await tellFor(seconds, watching, cause);
  const cpu = ((cpuSeconds(server.pid) - cpuBefore) * 1e6) / (times.length * sockets);
  await watching.closeAll();
  return { events: times.length, cpu, lastMs: median(times), perSocket, message };
}

/** One event after the other, each when every socket knows of the one before. */
async function tellFor(seconds: number, watching: Watching, cause: () => Promise<void>) {
  const times: number[] = [];
  let message = '';
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const told = watching.expectOnEach();
    const asked = performance.timeOrigin + performance.now();
    await Promise.all([cause(), told]);
    const last = await told;
    times.push(last.at - asked);
    message = last.message;
  }
  return { times, message };
}

/** Resident memory after two collections of garbage. */
async function settledBytes(pid: number): Promise<number> {
  for (let times = 0; times < 2; times++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(500);
  }
  return residentBytes(pid).now;
}
