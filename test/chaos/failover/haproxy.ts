import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptPort } from '../../support/kept-port.ts';

/** The file that operators start from. */
const example = 'docs/operating/haproxy.cfg';

/** Starts HAProxy with that file and these two servers. */
export async function startHaproxy(
  folder: string,
  servers: readonly [number, number],
): Promise<AsyncDisposable & { url: string }> {
  const port = await keptPort();
  const addresses = { '127.0.0.1:6432': port, '10.0.0.1:5432': servers[0], '10.0.0.2:5432': servers[1] };
  let text = readFileSync(example, 'utf8');
  for (const [shown, used] of Object.entries(addresses)) {
    if (!text.includes(shown)) throw new Error(`${example}: ${shown} is missing`);
    text = text.replace(shown, `127.0.0.1:${used}`);
  }
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, text);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  return {
    url: `postgresql://mandate@127.0.0.1:${port}/mandate`,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
