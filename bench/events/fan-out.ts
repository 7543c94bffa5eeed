import { setTimeout as sleep } from 'node:timers/promises';
import { cpuSeconds, residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { median } from '../shared/verdict.ts';
import { renamer } from './load/changes.ts';
import type { Watching } from './load/watching.ts';
import { accessToken, callers, platformCommand, referenceCommand } from './servers.ts';

/** What it took to tell every socket of one event, over and over for a while. */
export interface FanOut {
  server: 'platform' | 'broadcast';
  sockets: number;
  round: number;
  events: number;
  /** Microseconds of the server's processor per message; what the change itself takes when nobody listens is not counted. */
  cpu: number;
  /** Milliseconds from the event's own time, which is just before its commit, until the last socket was told of it: the median. */
  lastMs: number;
  /** Bytes of resident memory per idle socket, after a collection of garbage. */
  perSocket: number;
}

export interface FanOutBench {
  url: string;
  /** The sockets of the platform, and of the reference. */
  watching: Watching;
  watchingReference: Watching;
  /** Turns of each of both, and seconds of each turn. */
  turns: number;
  turnSeconds: number;
  /** Changes before anybody listens, until V8 has compiled what makes them; and as many that are measured. */
  warmChanges: number;
  /** Milliseconds for a collection of garbage. */
  settleMs: number;
  nodeOptions: string;
}

/** What a console shows of what happens. */
const consoleQuery = `subscription { events { __typename
  ... on CaughtUp { cursor }
  ... on EventMessage { cursor event { id typeName timestamp data actor { kind id } subject { kind id } organizationId } } } }`;

/**
 * The platform, with sockets that subscribe and changes through the Management API, and the reference, which broadcasts the same bytes: both are
 * there at the same time and take turns, so that what else the machine does concerns both.
 */
export async function measureFanOut(bench: FanOutBench, sockets: number, round: number): Promise<[FanOut, FanOut]> {
  const platform = await preparePlatform(bench, sockets);
  try {
    const { message } = await platform.tell();
    const broadcast = await prepareBroadcast(bench, sockets, message);
    try {
      await broadcast.tell();
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
  /** Processor seconds of a change when nobody listens. */
  perChange: number;
  perSocket: number;
  /** One event after the other for a turn, each when every socket knows of the one before. */
  tell(): Promise<{ times: number[]; message: string }>;
  stop(): Promise<void>;
}

async function preparePlatform(bench: FanOutBench, sockets: number): Promise<Prepared> {
  const server = await startServer(platformCommand(bench.url, bench.nodeOptions));
  const tokens = await Promise.all(callers.slice(1).map((caller) => accessToken(server.port, caller)));
  const cause = renamer(server.port, await accessToken(server.port));
  const asked = { tokens, query: consoleQuery, sockets };
  return prepare(server, bench, { ...asked, cause, begin: timeOf });
}

async function prepareBroadcast(bench: FanOutBench, sockets: number, message: string): Promise<Prepared> {
  const server = await startServer(referenceCommand('broadcast'));
  const cause = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: message });
    return Number(await response.text());
  };
  const asked = { tokens: [], query: '', sockets };
  return prepare(
    server,
    { ...bench, watching: bench.watchingReference },
    { ...asked, cause, begin: (_message, at) => at ?? Number.NaN },
  );
}

/** The event's own time. */
const timeOf = (message: string): number => Date.parse(/"timestamp":"([^"]+)"/.exec(message)?.[1] ?? '');

interface Asked {
  tokens: string[];
  query: string;
  sockets: number;
  /** Causes one event. Resolves when that is answered: with when telling began, if the answer says so. */
  cause(): Promise<number | void>;
  /** When what a message tells of began, in milliseconds since the epoch: `answered` is what causing it was answered with. */
  begin(message: string, answered: number | void): number;
}

/** Sockets that come first and stay: what is loaded and compiled by them is not counted to those that are measured. */
const pioneers = 50;
async function prepare(server: ServerProcess, bench: FanOutBench, asked: Asked): Promise<Prepared> {
  const { watching, warmChanges, settleMs, turnSeconds } = bench;
  const { tokens, query, sockets, cause } = asked;
  const causeAll = async () => {
    for (let times = 0; times < warmChanges; times++) await cause();
  };
  const order = { port: server.port, tokens, query };
  const tell = () => tellFor(turnSeconds, watching, asked);
  try {
    await causeAll();
    const before = cpuSeconds(server.pid);
    await causeAll();
    const perChange = (cpuSeconds(server.pid) - before) / warmChanges;
    await watching.open({ ...order, open: pioneers });
    await tell();
    const bytes = await settledBytes(server.pid, settleMs);
    await watching.open({ ...order, open: sockets - pioneers });
    const perSocket = ((await settledBytes(server.pid, settleMs)) - bytes) / (sockets - pioneers);
    const stop = async () => {
      await watching.closeAll();
      await server.stop();
    };
    return { server, perChange, perSocket, tell, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function tellFor(seconds: number, watching: Watching, { cause, begin }: Asked) {
  const times: number[] = [];
  let message = '';
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    const told = watching.expectOnEach();
    const [last, answered] = await Promise.all([told, cause()]);
    message = last.message;
    times.push(last.at - begin(message, answered));
  }
  return { times, message };
}

/** Counts what a server takes in its turns. */
function counter({ server, perChange, perSocket, tell }: Prepared, sockets: number) {
  const all: number[] = [];
  let took = 0;
  return {
    async go() {
      const before = cpuSeconds(server.pid);
      const { times } = await tell();
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

/** Resident memory after two collections of garbage. */
async function settledBytes(pid: number, settleMs: number): Promise<number> {
  for (let times = 0; times < 2; times++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(settleMs);
  }
  return residentBytes(pid).now;
}
