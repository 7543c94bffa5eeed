import { connect, type Socket } from 'node:net';
import pg from 'pg';

/**
 * What every connection to PostgreSQL has: while it is idle, the operating system probes it after 10 s and closes it when the other end is
 * gone. It also keeps firewalls from dropping what they take for unused.
 */
const keptAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } satisfies pg.ClientConfig;

/** A connection of its own, outside of the pools: its statements may take any time. */
export const clientConfig = (connectionString: string) =>
  ({ ...keptAlive, connectionString, connectionTimeoutMillis: 10_000 }) satisfies pg.ClientConfig;

/** Milliseconds. */
export interface PoolLimits {
  /** To wait for a connection, new or from the pool. */
  connect: number;
  /** That PostgreSQL may be silent while a query is pending. */
  silence: number;
}

/** The settings of a pool whose connections are kept alive and closed when PostgreSQL does not answer. */
export const poolConfig = ({ connect, silence }: PoolLimits) =>
  ({ ...keptAlive, connectionTimeoutMillis: connect, Client: clientWithin(silence) }) satisfies pg.PoolConfig;

/** Watches a pool. `onLost` is called when an idle connection is lost; the pool opens another one by itself. */
export function watched<Pool extends pg.Pool>(pool: Pool, onLost: (error: Error) => void): Pool {
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', onLost);
  // The loss of a connection in use is reported by its query. Without a listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** What is used of the driver's client beyond its types. */
type Internals = pg.Client & {
  readyForQuery: boolean;
  _ending: boolean;
  processID: number;
  secretKey: number;
  connection: { stream: Socket };
};

/**
 * A client that closes its connection when a query is pending and PostgreSQL sends nothing for so long. The driver's `query_timeout`
 * would only give up the query: the connection goes back to the pool with the query still on it, and a ROLLBACK waits behind it.
 * One timer per connection, of the socket's own: nothing is added to a query.
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
  // Given to `setTimeout` itself, it would be called once: not again after the connection was idle.
  stream.setTimeout(silence).on('timeout', () => {
    const before = stream.bytesRead;
    // After this process itself was held up, the answer may be there and not read yet.
    setImmediate(() => {
      if (stream.bytesRead !== before) return;
      // The other end does not close the connection: it would keep this process from ending.
      if (client._ending) stream.destroy();
      if (client._ending || client.readyForQuery) return;
      stream.destroy(new Error(`PostgreSQL sent no answer for ${silence} ms`));
      cancelStatement(client, silence);
    });
  });
}

/** The code of a CancelRequest (PostgreSQL's manual, "Message Formats"). */
const cancelRequest = 80_877_102;

/**
 * Asks PostgreSQL to end the statement of a client whose connection is closed, on another connection, as the protocol has it. PostgreSQL
 * notices a closed connection when it answers: statements that wait for a lock would pile up there until no connection is left.
 */
function cancelStatement({ host, port, processID, secretKey }: Internals, patience: number): void {
  const message = Buffer.alloc(16);
  for (const [place, value] of [message.length, cancelRequest, processID, secretKey].entries()) {
    message.writeInt32BE(value, 4 * place);
  }
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.on('error', () => {}).setTimeout(patience, () => socket.destroy());
  socket.unref().resume().end(message);
}
