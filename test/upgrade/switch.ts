import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../support/servers/redis-server.ts';

/** A load balancer by connection: new connections get one of its processes in turn. */
export interface Switch extends AsyncDisposable {
  port: number;
  /** Replaces the ports of the processes. */
  use(...ports: number[]): void;
}

export async function startSwitch(): Promise<Switch> {
  let ports: number[] = [];
  let next = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(ports[next++ % ports.length] ?? 0, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket);
          client.destroy();
          target.destroy();
        });
    }
    client.pipe(target).pipe(client);
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port,
    use: (...others) => {
      ports = others;
    },
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
