import { connect } from 'node:net';
import { createHistogram, performance } from 'node:perf_hooks';
import { createAnswerReader } from './answers.ts';

/** The requests to send: `requests[from]`, `requests[from + 1]` …, and again from the start. */
export interface Load {
  port: number;
  requests: readonly Buffer[];
  from: number;
  /** Maximum seconds and requests; requests in progress are awaited. */
  seconds: number;
  most: number;
  /** Keep-alive connections, each with one request in progress: a closed loop. */
  connections: number;
}

export interface LoadResult {
  completed: number;
  /** Seconds from the first request to the last response. */
  seconds: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Responses by status, for every status except 2xx. */
  refusals: Record<string, number>;
  /** The body of every 997th response, with its request. */
  samples: { request: number; body: string }[];
  /** The index of the next request. */
  next: number;
  /** Processor seconds of the generator. */
  ownCpuSeconds: number;
}

const sampleEvery = 997;
const answerLimitMs = 10_000;

/** Sends the load and waits for the last response. Rejects if a connection fails or a response is missing. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const tally = createTally(load);
  const cpu = process.cpuUsage();
  const started = performance.now();
  const deadline = started + load.seconds * 1000;
  await Promise.all(Array.from({ length: load.connections }, () => runConnection(load, tally, deadline)));
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { ...tally.result(), seconds, ownCpuSeconds: (user + system) / 1e6 };
}

type Tally = ReturnType<typeof createTally>;

function createTally({ requests, from, most }: Load) {
  const latencies = createHistogram();
  const refusals: Record<string, number> = {};
  const samples: { request: number; body: string }[] = [];
  let completed = 0;
  let sent = 0;
  let next = from % requests.length;
  return {
    isEnough: () => sent >= most,
    take: () => {
      const request = next;
      sent += 1;
      next = next + 1 === requests.length ? 0 : next + 1;
      return request;
    },
    answered: (request: number, milliseconds: number, status: number, body: Buffer) => {
      completed += 1;
      latencies.record(Math.max(1, Math.round(milliseconds * 1e6)));
      if (status < 200 || status > 299) refusals[status] = (refusals[status] ?? 0) + 1;
      else if (completed % sampleEvery === 0) samples.push({ request, body: body.toString() });
    },
    result: () => ({
      completed,
      p50: latencies.percentile(50) / 1e6,
      p99: latencies.percentile(99) / 1e6,
      refusals,
      samples,
      next,
    }),
  };
}

function runConnection(load: Load, tally: Tally, deadline: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(load.port, '127.0.0.1').setNoDelay().setTimeout(answerLimitMs);
    let request = 0;
    let sent = 0;
    let finished = false;
    const send = () => {
      request = tally.take();
      sent = performance.now();
      socket.write(load.requests[request] ?? '');
    };
    const read = createAnswerReader(({ status, body }) => {
      const now = performance.now();
      tally.answered(request, now - sent, status, body);
      finished = now >= deadline || tally.isEnough();
      if (finished) socket.end();
      else send();
    });
    socket.on('connect', send);
    socket.on('data', (chunk: Buffer) => {
      try {
        read(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    socket.on('timeout', () => socket.destroy(new Error('The server did not respond in time.')));
    socket.on('error', reject);
    socket.on('close', () => (finished ? resolve() : reject(new Error('The server closed the connection.'))));
  });
}
