import { setTimeout as sleep } from 'node:timers/promises';
import { type Compared, comparePairs, measureSlice, type Side, type Slice, sliceSeconds } from '../shared/pairs.ts';
import { residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { renamer } from './load/changes.ts';
import type { Watching } from './load/watching.ts';
import { accessToken, callers, platformCommand, referenceCommand } from './servers.ts';

/** A fan-out to this many sockets: pairs of slices of the platform and of the reference. */
export interface FanOut {
  sockets: number;
  compared: Compared;
  /** In the order of the sides. */
  servers: FanOutServer[];
}

interface FanOutServer {
  title: string;
  /**
   * Milliseconds from the time of the event, which is just before its commit, until the last socket received it: for
   * each event.
   */
  lastMs: readonly number[];
  /** Bytes of resident memory per idle socket, after garbage collection. */
  perSocket: number;
}

export interface FanOutBench {
  url: string;
  /** The number of sockets of the platform and of the reference. */
  watching: Watching;
  watchingReference: Watching;
  pairs: number;
  /** Changes without subscribers, until V8 has compiled their code; and as many that are measured. */
  warmChanges: number;
  /** Milliseconds for a garbage collection. */
  settleMs: number;
  nodeOptions: string;
  log(line: string): void;
}

export const fanOutTitle = (sockets: number): string => `one event to ${sockets} sockets, share of bare ws`;

/** The fields that a console shows. */
const consoleQuery = `subscription { events { __typename
  ... on CaughtUp { cursor }
  ... on EventMessage { cursor event { id typeName timestamp data actor { kind id } subject { kind id } organizationId } } } }`;

/**
 * The platform, with sockets that subscribe and changes through the Management API, and the reference, which broadcasts
 * the same bytes.
 */
export async function measureFanOut(bench: FanOutBench, sockets: number): Promise<FanOut> {
  const servers: FanOutServer[] = [];
  const started = async (side: Promise<Prepared>) => {
    const prepared = await side;
    servers.push(prepared.figures);
    return prepared;
  };
  const message = await messageOf(bench);
  const start = [
    () => started(prepareBroadcast(bench, sockets, message)),
    () => started(preparePlatform(bench, sockets)),
  ] as const;
  const [compared] = await comparePairs([{ title: fanOutTitle(sockets), start }], { ...bench, starts: 1 });
  return { sockets, compared: compared as Compared, servers };
}

/** A message of the platform. */
async function messageOf(bench: FanOutBench): Promise<string> {
  const platform = await preparePlatform({ ...bench, warmChanges: 1 }, pioneers + 1);
  try {
    return await platform.warmUp();
  } finally {
    await platform.stop();
  }
}

/** A server with all its sockets. */
interface Prepared extends Side {
  warmUp(): Promise<string>;
  figures: FanOutServer;
}

async function preparePlatform(bench: FanOutBench, sockets: number): Promise<Prepared> {
  const server = await startServer(platformCommand(bench.url, bench.nodeOptions));
  const tokens = await Promise.all(callers.slice(1).map((caller) => accessToken(server.port, caller)));
  const cause = renamer(server.port, await accessToken(server.port));
  const setup = { tokens, query: consoleQuery, sockets };
  return prepare('platform', server, bench, { ...setup, cause, begin: timeOf });
}

async function prepareBroadcast(bench: FanOutBench, sockets: number, message: string): Promise<Prepared> {
  const server = await startServer(referenceCommand('broadcast'));
  const cause = async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: message });
    return Number(await response.text());
  };
  const setup = { tokens: [], query: '', sockets };
  return prepare(
    'bare ws',
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

async function prepare(
  title: string,
  { pid, port, stop }: ServerProcess,
  bench: FanOutBench,
  setup: FanOutSetup,
): Promise<Prepared> {
  const { watching, warmChanges, settleMs } = bench;
  const { tokens, query, sockets, cause } = setup;
  const emitter = createEmitter(watching, setup);
  const order = { port, tokens, query };
  try {
    const perChange = await costOfChange(pid, cause, warmChanges);
    await watching.open({ ...order, open: pioneers });
    await emitter.emit();
    const bytes = await settledBytes(pid, settleMs);
    await watching.open({ ...order, open: sockets - pioneers });
    const perSocket = ((await settledBytes(pid, settleMs)) - bytes) / (sockets - pioneers);
    return {
      title,
      warmUp: emitter.emit,
      async slice() {
        await emitter.emit();
        return perMessage(await measureSlice(pid, undefined, emitter.slice), perChange, sockets);
      },
      figures: { title, lastMs: emitter.times, perSocket },
      async stop() {
        await watching.closeAll();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Microseconds of processor of a change without subscribers. */
async function costOfChange(pid: number, cause: FanOutSetup['cause'], changes: number): Promise<number> {
  const causeAll = async () => {
    for (let times = 0; times < changes; times++) await cause();
    return changes;
  };
  await causeAll();
  return (await measureSlice(pid, undefined, causeAll)).cpu;
}

const perMessage = ({ units, cpu, ...slice }: Slice, perChange: number, sockets: number): Slice => ({
  ...slice,
  units: units * sockets,
  cpu: (cpu - perChange) / sockets,
});

/** Emits events, each after every socket has received the previous one. */
function createEmitter(watching: Watching, { cause, begin }: FanOutSetup) {
  const times: number[] = [];
  const emit = async () => {
    const received = watching.expectOnEach();
    const [last, answered] = await Promise.all([received, cause()]);
    times.push(last.at - begin(last.message, answered));
    return last.message;
  };
  const slice = async () => {
    let events = 0;
    for (const end = performance.now() + sliceSeconds * 1000; performance.now() < end; events++) await emit();
    return events;
  };
  return { times, emit, slice };
}

/** Resident memory after two garbage collections. */
async function settledBytes(pid: number, settleMs: number): Promise<number> {
  for (let times = 0; times < 2; times++) {
    process.kill(pid, 'SIGUSR2');
    await sleep(settleMs);
  }
  return residentBytes(pid);
}
