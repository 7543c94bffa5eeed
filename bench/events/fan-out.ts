import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { median } from '../shared/verdict.ts';
import { renamer } from './load/changes.ts';
import type { Watching } from './load/watching.ts';
import { accessToken, callers, platformCommand, referenceCommand } from './servers.ts';

/** The cost of sending every socket an event, repeatedly for a while. */
export interface FanOut {
  server: 'platform' | 'broadcast';
  sockets: number;
  round: number;
  events: number;
  /** Microseconds of the server's processor per message, without those of the change itself. */
  cpu: number;
  /**
   * Median milliseconds from the time of the event, which is just before its commit, until the last socket received it.
   */
  lastMs: number;
  /** Bytes of resident memory per idle socket, after garbage collection. */
  perSocket: number;
}

export interface FanOutBench {
  url: string;
  /** The number of sockets of the platform and of the reference. */
  watching: Watching;
  watchingReference: Watching;
  /** Turns of each server, and seconds per turn. */
  turns: number;
  turnSeconds: number;
  /** Changes without subscribers, until V8 has compiled their code; and as many that are measured. */
  warmChanges: number;
  /** Milliseconds for a garbage collection. */
  settleMs: number;
  nodeOptions: string;
}

/** The fields that a console shows. */
const consoleQuery = `subscription { events { __typename
  ... on CaughtUp { cursor }
  ... on EventMessage { cursor event { id typeName timestamp data actor { kind id } subject { kind id } organizationId } } } }`;

/**
 * The platform, with sockets that subscribe and changes through the Management API, and the reference, which broadcasts
 * the same bytes. Both run at the same time and alternate, so that other work of the machine affects both.
 */
export async function measureFanOut(bench: FanOutBench, sockets: number, round: number): Promise<[FanOut, FanOut]> {
  const platform = await preparePlatform(bench, sockets);
  try {
    const { message } = await platform.emit();
    const broadcast = await prepareBroadcast(bench, sockets, message);
    try {
      await broadcast.emit();
      const [ours, theirs] = [counter(platform, sockets), counter(broadcast, sockets)];
      for (let turn = 0; turn < bench.turns; turn++) {
        await ours.go();
        await theirs.go();
      }
      return [
        { server: 'platform', sockets, round, ...ours.result() },
        { server: 'broadcast', sockets, round, ...theirs.result() },
      ];
    } finally {
      await broadcast.stop();
    }
  } finally {
    await platform.stop();
  }
}

/** A server with all its sockets. */
interface Prepared {
  server: ServerProcess;
  /** Processor seconds of a change without subscribers. */
  perChange: number;
  perSocket: number;
  /** Emits events for a turn, each after every socket has received the previous one. */
  emit(): Promise<{ times: number[]; message: string }>;
  stop(): Promise<void>;
}

async function preparePlatform(bench: FanOutBench, sockets: number): Promise<Prepared> {
  const server = await startServer(platformCommand(bench.url, bench.nodeOptions));
  const tokens = await Promise.all(callers.slice(1).map((caller) => accessToken(server.port, caller)));
  const cause = renamer(server.port, await accessToken(server.port));
  const setup = { tokens, query: consoleQuery, sockets };
  return prepare(server, bench, { ...setup, cause, begin: timeOf });
}

async function prepareBroadcast(bench: FanOutBench, sockets: number, message: string): Promise<Prepared> {
  const server = await startServer(referenceCommand('broadcast'));
  const cause = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: message });
    return Number(await response.text());
  };
  const setup = { tokens: [], query: '', sockets };
  return prepare(
    server,
    { ...bench, watching: bench.watchingReference },
    { ...setup, cause, begin: (_message, at) => at ?? Number.NaN },
  );
}

/** The time of the event. */
const timeOf = (message: string): number => Date.parse(/"timestamp":"([^"]+)"/.exec(message)?.[1] ?? '');

interface FanOutSetup {
  tokens: string[];
  query: string;
  sockets: number;
  /** Emits one event. Resolves with the time at which sending began, if the response contains it. */
  cause(): Promise<number | void>;
  /** The start time of a message, in milliseconds since the epoch; `answered` is the result of `cause`. */
  begin(message: string, answered: number | void): number;
}

/** Sockets that are opened first and stay, so that code they load does not count for the measured ones. */
const pioneers = 50;
async function prepare(server: ServerProcess, bench: FanOutBench, setup: FanOutSetup): Promise<Prepared> {
  const { watching, warmChanges, settleMs, turnSeconds } = bench;
  const { tokens, query, sockets, cause } = setup;
  const causeAll = async () => {
    for (let times = 0; times < warmChanges; times++) await cause();
  };
  const order = { port: server.port, tokens, query };
  const emit = () => emitFor(turnSeconds, watching, setup);
  try {
    await causeAll();
    const before = cpuSeconds(server.pid);
    await causeAll();
    const perChange = (cpuSeconds(server.pid) - before) / warmChanges;
    await watching.open({ ...order, open: pioneers });
    await emit();
    const bytes = await settledBytes(server.pid, settleMs);
    await watching.open({ ...order, open: sockets - pioneers });
    const perSocket = ((await settledBytes(server.pid, settleMs)) - bytes) / (sockets - pioneers);
    const stop = async () => {
      await watching.closeAll();
      await server.stop();
    };
    return { server, perChange, perSocket, emit, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function emitFor(seconds: number, watching: Watching, { cause, begin }: FanOutSetup) {
  const times: number[] = [];
  let message = '';
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const received = watching.expectOnEach();
    const [last, answered] = await Promise.all([received, cause()]);
    message = last.message;
    times.push(last.at - begin(message, answered));
  }
  return { times, message };
}

/** Counts the cost of a server in its turns. */
function counter({ server, perChange, perSocket, emit }: Prepared, sockets: number) {
  const all: number[] = [];
  let took = 0;
  return {
    async go() {
      const before = cpuSeconds(server.pid);
      const { times } = await emit();
      took += cpuSeconds(server.pid) - before;
      all.push(...times);
    },
    result: () => ({
      events: all.length,
      cpu: ((took / all.length - perChange) * 1e6) / sockets,
      lastMs: median(all),
      perSocket,
    }),
  };
}

/** Resident memory after two garbage collections. */
async function settledBytes(pid: number, settleMs: number): Promise<number> {
  for (let times = 0; times < 2; times++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(settleMs);
  }
  return residentBytes(pid).now;
}
