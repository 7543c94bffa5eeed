import { setTimeout as sleep } from 'node:timers/promises';
import { basic } from '../../../tools/demo/management.ts';
import { keptPort } from '../../support/servers/kept-port.ts';
import { ensurePrograms } from '../../support/servers/programs.ts';
import { startHaproxy } from '../../support/servers/proxies.ts';
import { openStage, type Stage } from '../stage.ts';
import type { Supervised } from '../supervised.ts';
import { type Loss, startClients, type TokenRequest } from './clients.ts';

interface Rolling {
  report(line: string): void;
  signal: AbortSignal;
}

/** Restarts of each process. */
const rounds = 3;
/** Requests for tokens that a process has answered again before the other one is restarted. */
const answeredAgain = 20;
/** Milliseconds within which it has. */
const returnLimit = 60_000;

/**
 * Clients request tokens through HAProxy while both processes are restarted in turn. Returns the exit code: 1 if a
 * request was lost.
 */
export async function restartInTurn({ report, signal }: Rolling): Promise<number> {
  ensurePrograms({ haproxy: 'haproxy' });
  await using opened = new AsyncDisposableStack();
  const stage = opened.use(await openStage({ NODE_ENV: 'production', TRUSTED_PROXIES: '1' }));
  const port = await keptPort();
  const [one, other] = stage.processes.map(({ url }) => Number(new URL(url).port));
  const ports = { '127.0.0.1:8080': port, '10.0.0.1:3000': one ?? 0, '10.0.0.2:3000': other ?? 0 };
  opened.use(await startHaproxy('docs/operating/haproxy-http.cfg', ports));
  const clients = startClients(tokenRequestTo(`http://127.0.0.1:${port}`, stage));
  const begun = performance.now();
  const seconds = (time: number) => `${((time - begun) / 1000).toFixed(1)} s`;
  try {
    for (const process of stage.processes) await untilAnswered(process, signal);
    for (let round = 1; round <= rounds; round++) {
      for (const [index, process] of stage.processes.entries()) {
        const before = clients.issued();
        report(`${seconds(performance.now())}  process ${index + 1} gets SIGTERM`);
        await process.restart();
        await untilAnswered(process, signal);
        const issued = clients.issued() - before;
        report(`${seconds(performance.now())}  it was restarted and answers again; ${issued} tokens meanwhile`);
      }
    }
  } finally {
    await clients.stop();
  }
  const crashes = stage.processes.flatMap((process) => process.crashes);
  for (const { at, connection, reason } of clients.losses.slice(0, shown))
    report(`LOST ${seconds(at)}  on a ${connection} connection: ${reason}`);
  for (const output of crashes) report(`WRONG a process ended by itself: ${output}`);
  report(summary(clients.issued(), clients.losses));
  return clients.losses.length + crashes.length ? 1 : 0;
}

/** Losses that are shown one by one. */
const shown = 50;

function summary(issued: number, losses: readonly Loss[]): string {
  const requests = `${issued + losses.length} requests during ${2 * rounds} restarts`;
  if (!losses.length) return `${requests}: each got its token.`;
  const ofKind = (kind: Loss['connection']) => losses.filter(({ connection }) => connection === kind).length;
  return `${requests}: ${losses.length} got no token, ${ofKind('kept')} on kept and ${ofKind('new')} on new connections.`;
}

function tokenRequestTo(url: string, { first, processes }: Stage): TokenRequest {
  const resource = `${processes[0]?.url}/api`;
  return {
    url: `${url}/oidc/token`,
    authorization: basic(first.clientId, first.clientSecret),
    body: new URLSearchParams({ grant_type: 'client_credentials', resource }).toString(),
  };
}

/** Waits until a process has answered requests for tokens since its start: then HAProxy leads clients to it. */
async function untilAnswered({ url }: Supervised, signal: AbortSignal): Promise<void> {
  for (const start = performance.now(); ; await sleep(200, undefined, { signal })) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    const counts = metrics.matchAll(/^mandate_token_request_duration_seconds_count\{[^}]*\} (\d+)$/gm);
    if ([...counts].reduce((sum, [, count]) => sum + Number(count), 0) >= answeredAgain) return;
    if (performance.now() - start > returnLimit) throw new Error(`HAProxy leads no client to ${url}`);
  }
}
