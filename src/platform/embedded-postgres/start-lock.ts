import { hash } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two attempts to take the lock. */
const retryInterval = 50;

/**
 * Runs `work` while no other process of this machine runs one with the same name. The lock is an address that only one
 * process can listen on; the system frees it when the process ends. macOS has no such addresses, and so no lock. Throws
 * if another process holds the lock for longer than `timeout` milliseconds.
 */
export async function withLock<Result>(name: string, timeout: number, work: () => Promise<Result>): Promise<Result> {
  const lock = await acquire(addressOf(name), performance.now() + timeout);
  try {
    return await work();
  } finally {
    lock?.close();
  }
}

/** Cannot be guessed if the name contains a secret. */
function addressOf(name: string): string | undefined {
  const id = `mandate-${hash('sha256', name, 'base64url')}`;
  if (process.platform === 'linux') return `\0${id}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${id}` : undefined;
}

async function acquire(address: string | undefined, deadline: number): Promise<Server | undefined> {
  if (address === undefined) return undefined;
  for (;;) {
    const server = await listen(address);
    if (server) return server;
    if (performance.now() > deadline) throw new Error('The start in another process takes too long.');
    await sleep(retryInterval);
  }
}

/** Undefined if another process listens there. */
function listen(address: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(server));
  });
}
