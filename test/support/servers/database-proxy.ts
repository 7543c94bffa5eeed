import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy in front of PostgreSQL that can drop connections silently, as networks do. */
export interface DatabaseProxy extends AsyncDisposable {
  /** Address of the same database through the proxy. */
  url: string;
  /** Forwards nothing more on open connections. Neither side is notified. */
  silence(): void;
  /** Whether later connections are also silent: accepted, without a response. */
  silenceNew(silent: boolean): void;
  /** Connections that were opened so far. */
  opened(): number;
  /** Replaces a text of clients by another one of the same length, where one packet contains it. */
  replace(text: string, by: string): void;
}

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let newAreSilent = false;
  let opened = 0;
  let replaced = ['', ''] as [text: string, by: string];
  const replacing = () =>
    new Transform({
      transform: (packet: Buffer, _encoding, done) =>
        done(null, Buffer.from(packet.toString('latin1').replaceAll(...replaced), 'latin1')),
    });
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
    client.pipe(replacing()).pipe(upstream).pipe(client);
    // If one side closes, the other one is closed, unless forwarding was stopped.
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
    replace: (text, by) => {
      replaced = [text, by];
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
