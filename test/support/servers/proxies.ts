import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Ports of this machine by the addresses in an example; the first one is that of the proxy. */
type Ports = Readonly<Record<string, number>>;

/** Starts HAProxy with a file of docs/operating. */
export const startHaproxy = (example: string, ports: Ports): Promise<AsyncDisposable> =>
  startProxy(ports, (folder) => {
    const file = join(folder, 'haproxy.cfg');
    writeFileSync(file, withPorts(example, ports));
    return ['haproxy', '-db', '-f', file];
  });

/** Starts nginx with a file of docs/operating, which is included in the block `http`. */
export const startNginx = (example: string, ports: Ports): Promise<AsyncDisposable> =>
  startProxy(ports, (folder) => {
    writeFileSync(join(folder, 'mandate.conf'), withPorts(example, ports));
    const file = join(folder, 'nginx.conf');
    writeFileSync(file, around(folder));
    return ['nginx', '-p', folder, '-e', 'stderr', '-c', file];
  });

/** The directives that the packages of distributions have in their nginx.conf; everything else is in the folder. */
const around = (folder: string): string => `
daemon off;
pid ${folder}/nginx.pid;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/mandate.conf;
}
`;

/** The text of the example with other addresses. */
function withPorts(example: string, ports: Ports): string {
  let text = readFileSync(example, 'utf8');
  for (const [shown, port] of Object.entries(ports)) {
    if (!text.includes(shown)) throw new Error(`${example}: ${shown} is missing`);
    text = text.replaceAll(shown, `127.0.0.1:${port}`);
  }
  return text;
}

/** Starts the command that `prepare` returns, and waits until it listens. */
async function startProxy(ports: Ports, prepare: (folder: string) => string[]): Promise<AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-proxy-'));
  const [command = '', ...args] = prepare(folder);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const stop = async (): Promise<void> => {
    await ended(child);
    rmSync(folder, { recursive: true });
  };
  try {
    await listens(child, Object.values(ports)[0] ?? 0);
  } catch (error) {
    await stop();
    throw error;
  }
  return { [Symbol.asyncDispose]: stop };
}

async function listens(child: ChildProcess, port: number): Promise<void> {
  let written = '';
  child.stderr?.on('data', (chunk: Buffer) => (written += chunk.toString()));
  for (let left = 100; left > 0 && child.exitCode === null; left--) {
    if (await canConnect(port)) return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} does not start: ${written}`);
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** SIGTERM, because nginx would leave its workers behind. */
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
