import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../support/servers/redis-server.ts';
import type { AlertRule } from './queries.ts';

/** A Prometheus that reads the metrics of one platform every second. */
export interface Prometheus extends AsyncDisposable {
  /** The values of a query's result, one of each series, without those that are not a number. */
  values(query: string): Promise<number[]>;
  rules(): Promise<AlertRule[]>;
}

interface Sample {
  value: [number, string];
}

/** Throws a sentence if a rule is not valid. */
export function checkRules(file: string): void {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`promtool refuses ${file}: ${stdout} ${stderr}`);
}

/** Starts it, and waits until it is ready. */
export async function startPrometheus(target: { url: string; token: string }, rules: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'mandate-prometheus-'));
  const settings = join(folder, 'prometheus.yml');
  writeFileSync(settings, configuration(target, resolve(rules)));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [`--config.file=${settings}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  );
  const stop = async (): Promise<void> => {
    await ended(child);
    rmSync(folder, { recursive: true });
  };
  const read = async <Data>(path: string): Promise<Data> => {
    const response = await fetch(`http://${address}/api/v1/${path}`);
    const answer = (await response.json()) as { status: string; data: Data; error?: string };
    if (answer.status !== 'success') throw new Error(answer.error);
    return answer.data;
  };
  try {
    await ready(address, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async values(query) {
      const { result } = await read<{ result: Sample[] }>(`query?query=${encodeURIComponent(query)}`);
      return result.map(({ value: [, text] }) => Number(text)).filter((value) => !Number.isNaN(value));
    },
    rules: async () =>
      (await read<{ groups: { rules: AlertRule[] }[] }>('rules')).groups.flatMap((group) => group.rules),
    [Symbol.asyncDispose]: stop,
  };
}

const configuration = ({ url, token }: { url: string; token: string }, rules: string): string =>
  JSON.stringify({
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [rules],
    scrape_configs: [
      {
        job_name: 'mandate',
        authorization: { credentials: token },
        static_configs: [{ targets: [new URL(url).host] }],
      },
    ],
  });

async function ready(address: string, child: ChildProcess): Promise<void> {
  for (let left = 100; left > 0; left--) {
    if (child.exitCode !== null) break;
    const answer = await fetch(`http://${address}/-/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(200);
  }
  throw new Error('prometheus does not start');
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
