import { connect, type Socket } from 'node:net';
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
  /** How long to wait for a connection, new or from the pool. */
  connect: number;
  /** How long PostgreSQL may send nothing while a query is pending. */
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

/** Internal fields of the driver that are used here. */
type Internals = pg.Client & {
  readyForQuery: boolean;
  _ending: boolean;
  processID: number;
  secretKey: number;
  connection: { stream: Socket };
};

/**
 * A client that closes its connection if PostgreSQL sends nothing for `silence` milliseconds while a query is pending.
 * The query_timeout of the driver only abandons the query: the connection returns to the pool with the query in
 * progress, and a ROLLBACK waits for it. The timer is the socket's own, one per connection, so a query costs nothing
 * more.
 */
function clientWithin(silence: number): new () => pg.Client {
  return class extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      this.once('connect', () => closeWhenSilent(this as unknown as Internals, silence));
    }
  };
}

function closeWhenSilent(client: Internals, silence: number): void {
  const { stream } = client.connection;
  // A callback given to `setTimeout` is only called once, so not again after an idle time.
  stream.setTimeout(silence).on('timeout', () => {
    const before = stream.bytesRead;
    // If this process was blocked, the response may have arrived without being read.
    setImmediate(() => {
      if (stream.bytesRead !== before) return;
      // The server does not close the connection; left open, it would keep this process running.
      if (client._ending) stream.destroy();
      if (client._ending || client.readyForQuery) return;
      stream.destroy(new Error(`PostgreSQL sent no response for ${silence} ms`));
      cancelStatement(client, silence);
    });
  });
}

/** The code of a CancelRequest message (PostgreSQL manual, "Message Formats"). */
const cancelRequest = 80_877_102;

/**
 * Cancels the statement of a client whose connection was closed, over another connection, as the protocol requires.
 * PostgreSQL only notices a closed connection when it responds: statements that wait for a lock would accumulate until
 * no connection is left.
 */
function cancelStatement({ host, port, processID, secretKey }: Internals, timeout: number): void {
  const message = Buffer.alloc(16);
  for (const [index, value] of [message.length, cancelRequest, processID, secretKey].entries()) {
    message.writeInt32BE(value, 4 * index);
  }
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => {}).setTimeout(timeout, () => socket.destroy());
  socket.unref().resume().end(message);
}
