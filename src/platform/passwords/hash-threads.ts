import { fileURLToPath } from 'node:url';
import type { Piscina } from 'piscina';
import type { Comparison } from './hash-worker.ts';

/** Hashes and compares passwords in threads of their own. */
export interface HashThreads {
  hash(password: string): Promise<string>;
  matches(comparison: Comparison): Promise<boolean>;
}

/**
 * Below the priority of the main thread and PostgreSQL (nice(2)): a third of their share. The lowest one would let a
 * sign-in on a busy machine take minutes.
 */
const niceIncrement = 5;
/** Milliseconds after which a thread without work ends. */
const idleTimeout = 60_000;

/**
 * At most `count` threads, started by the first password. For bench:sign-in, exchange p99 beside 50 clients: the
 * threads of libuv have the priority of the main thread, so a core that hashes would be lost to it.
 */
export function createHashThreads(count: number): HashThreads {
  let opened: Promise<Piscina> | undefined;
  const run = async (name: string, task: unknown): Promise<unknown> => {
    const pool = await (opened ??= openPool(count));
    return pool.run(task, { name });
  };
  return {
    hash: (password) => run('hash', password) as Promise<string>,
    matches: (comparison) => run('matches', comparison) as Promise<boolean>,
  };
}

async function openPool(maxThreads: number): Promise<Piscina> {
  const { Piscina } = await import('piscina');
  const filename = fileURLToPath(new URL('hash-worker.ts', import.meta.url));
  return new Piscina({ filename, minThreads: 0, maxThreads, idleTimeout, niceIncrement });
}
