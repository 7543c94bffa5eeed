// SQL: the settings of a new connection.
import { Socket } from 'node:net';
import pg from 'pg';

/**
 * TCP keep-alive of every connection: after 10 idle seconds the operating system probes it, and closes it if the other
 * end is gone. Firewalls do not drop it as unused.
 */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } satisfies pg.ClientConfig;

/** For a connection outside the pools, whose statements have no time limit. */
export const clientConfig = (config: pg.ClientConfig) =>
  ({ ...keptAlive, ...config, connectionTimeoutMillis: 10_000 }) satisfies pg.ClientConfig;

/** The name of the connections of a process that serves requests, unless the address has one. */
export const servingName = 'mandate';

/** A connection of a process that does not serve requests yet: other processes do not count it. */
export const startingConfig = (config: pg.ClientConfig) =>
  clientConfig({ ...config, application_name: `${config.application_name ?? servingName} start` });

/** Milliseconds. */
export interface PoolLimits {
  /** Longest wait for a connection, new or from the pool. */
  connect: number;
  /** Longest time in which PostgreSQL sends nothing while a query is pending. */
  silence: number;
}

/**
 * Settings of a pool whose connections are kept alive, closed if PostgreSQL does not respond, and begin with the
 * `sessionSettings`.
 */
export const poolConfig = ({ connect, silence }: PoolLimits, sessionSettings: string) =>
  ({
    ...keptAlive,
    connectionTimeoutMillis: connect,
    Client: clientWithin(silence),
    onConnect: (client: pg.ClientBase) => client.query(sessionSettings),
  }) satisfies pg.PoolConfig & { onConnect(client: pg.ClientBase): Promise<unknown> };

/** Handles connection errors of a pool. Calls `onLost` when an idle connection is lost; the pool opens another one. */
export function watched<Pool extends pg.Pool>(pool: Pool, onLost: (error: Error) => void): Pool {
  // Without a listener, losing an idle connection would end the process.
  pool.on('error', onLost);
  // Losing a connection in use is reported by its query, but without a listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * A client that closes its connection if PostgreSQL sends nothing for `silence` milliseconds while a query is pending.
 * The query_timeout of the driver only abandons the query: the connection returns to the pool with the query in
 * progress, and a ROLLBACK waits for it. The timer is the socket's own, one per connection.
 */
const clientWithin = (silence: number): (new (config?: pg.ClientConfig) => pg.Client) =>
  class extends pg.Client {
    readonly #inTurn = createTurns();

    constructor(config?: pg.ClientConfig) {
      const socket = new Socket();
      // A pool gives the password as a property that is not enumerable.
      super({ ...config, password: config?.password, stream: () => socket });
      this.once('connect', () => closeWhenSilent(this, socket, silence));
    }

    /**
     * Sends one statement at a time. The driver's queue is deprecated, and Prisma sends statements of a transaction at
     * the same time (https://github.com/prisma/orm/issues/29407).
     */
    override query(...statement: never[]): never {
      const send = () => super.query(...(statement as unknown as [never])) as unknown;
      // With a callback, as the pool calls it, or a stream: the only statement of the connection meanwhile.
      const isAlone = typeof statement.at(-1) === 'function' || isStream(statement[0]);
      return (isAlone ? send() : this.#inTurn(send)) as never;
    }
  };

/** Runs one work at a time, at once if none is in progress. */
function createTurns(): (run: () => unknown) => unknown {
  let last: unknown;
  return (run) => {
    const result = last instanceof Promise ? last.then(run, run) : run();
    const end = () => {
      if (last === result) last = undefined;
    };
    last = result;
    if (result instanceof Promise) result.then(end, end);
    return result;
  };
}

const isStream = (statement: unknown): boolean =>
  typeof statement === 'object' && statement !== null && 'submit' in statement;

function closeWhenSilent(client: pg.Client, socket: Socket, silence: number): void {
  let answered = socket.bytesWritten;
  // PostgreSQL has responded to everything that was sent.
  client.on('drain', () => {
    answered = socket.bytesWritten;
  });
  // A callback given to `setTimeout` is only called once, so not again after an idle time.
  socket.setTimeout(silence).on('timeout', () => {
    const before = socket.bytesRead;
    // If this process was blocked, the response may have arrived without being read.
    setImmediate(() => {
      if (socket.bytesWritten === answered || socket.bytesRead !== before) return;
      // Ended by us. The server does not close the connection; left open, it would keep this process running.
      if (socket.writableEnded) socket.destroy();
      else socket.destroy(new Error(`PostgreSQL sent no response for ${silence} ms`));
    });
  });
}
