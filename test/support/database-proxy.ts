import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before PostgreSQL that can do what networks do to connections: forget them without a word. */
export interface DatabaseProxy extends AsyncDisposable {
  /** Address of the same database through the proxy. */
  url: string;
  /** From now on nothing is forwarded on the connections that are open. Neither side is told. */
  silence(): void;
  /** Whether connections that are opened from now on are silent as well: accepted, and never answered. */
  silenceNew(silent: boolean): void;
  /** Connections that were opened up to now. */
  opened(): number;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let newAreSilent = false;
  let opened = 0;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    opened += 1;
    keep(client);
    if (newAreSilent) return;
    const upstream = connect(Number(port), hostname);
    keep(upstream);
    client.pipe(upstream).pipe(client);
    // A side that closes takes the other one with it, unless nothing is forwarded any more.
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => upstream.readableFlowing !== false && client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(databaseUrl);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as { port: number }).port);
  return {
    url: address.href,
    silence: () => sockets.forEach((socket) => void socket.unpipe().pause()),
    silenceNew: (silent) => {
      newAreSilent = silent;
    },
    opened: () => opened,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
