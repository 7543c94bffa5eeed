import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tinypool } from 'tinypool';
import type { Comparison } from './hash-worker.ts';

/** Hashes and compares passwords in processes of their own. */
export interface HashProcesses {
  /** Maximum number of processes. */
  count: number;
  hash(password: string): Promise<string>;
  matches(comparison: Comparison): Promise<boolean>;
}

/** Milliseconds after which a process without work ends. */
const idleTimeout = 60_000;

/** Sign-ins leave one core for everything else, and memory is bounded. */
const defaultCount = Math.max(1, availableParallelism() - 1);

/**
 * At most `count` processes, started by the first password. Each hash fills 46 MiB, which in a thread of this process
 * would delay whatever else it does. For bench:sign-in, p99 of exchanges beside 50 clients at most 1.3 times alone, or
 * 10 ms.
 */
export function createHashProcesses(count = defaultCount): HashProcesses {
  let opened: Promise<Tinypool> | undefined;
  const run = async (name: string, task: unknown): Promise<unknown> => {
    const pool = await (opened ??= openPool(count));
    // A process was killed, for example because memory was short. Another one hashes again.
    return pool.run(task, { name }).catch(() => pool.run(task, { name }));
  };
  return {
    count,
    hash: (password) => run('hash', password) as Promise<string>,
    matches: (comparison) => run('matches', comparison) as Promise<boolean>,
  };
}

/**
 * Not the environment of the platform, which contains its secrets. A process keeps the 46 MiB of a hash for the next
 * one: returned to the system with each hash, they let virtual machines that report free memory to their host stall
 * for 100 ms, everything in them. @node-rs/argon2 2.1 and 2.2 always return them, with madvise(MADV_HUGEPAGE).
 */
const environment = { MIMALLOC_PURGE_DELAY: '-1' };

// A module of its own, in the source and in what is built from it.
const worker = fileURLToPath(new URL(`hash-worker${extname(import.meta.url)}`, import.meta.url));

async function openPool(maxThreads: number): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  const limits = { minThreads: 0, maxThreads, idleTimeout };
  const pool = new Tinypool({
    filename: worker,
    runtime: 'child_process',
    env: environment,
    execArgv: [],
    ...limits,
  });
  // A process without work was killed: the next password starts another one.
  pool.on('error', () => undefined);
  return pool;
}
