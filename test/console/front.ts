import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The public address of a platform: a load balancer in front of its processes. */
export interface Front extends AsyncDisposable {
  url: string;
  /** Sends new connections to the process at this URL; undefined for none. Open connections stay where they are. */
  leadTo(url: string | undefined): void;
}

export async function startFront(): Promise<Front> {
  const sockets = new Set<Socket>();
  let target: number | undefined;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    keep(client);
    if (target === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(target, '127.0.0.1');
    keep(upstream);
    client.pipe(upstream).pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo(url) {
      target = url === undefined ? undefined : Number(new URL(url).port);
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}
