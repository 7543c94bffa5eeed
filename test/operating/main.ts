import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { killAll, startPlatform, temporaryDataDir } from '../support/servers/platform-process.ts';
import { ensurePrograms } from '../support/servers/programs.ts';
import { checkOtherDatabase } from './other-database.ts';
import { checkProxies } from './proxies.ts';
import { checkRules, type Prometheus, startPrometheus } from './prometheus.ts';
import { alertQueries, boardQueries, type Query } from './queries.ts';
import { work } from './work.ts';

const help = `npm run check:operating: what docs/operating contains, and another database.

Starts a platform on a free port, with its data in a temporary folder, lets every part of it do something, and a
Prometheus that reads its metrics. Each query of the alert rules and the board must return data; those of alert rules
without their threshold. HAProxy and nginx run their examples for HTTP in front of the platform: addresses of clients,
kept connections, WebSockets, streams and imports. Then the main journeys run on the PostgreSQL of the distribution, in
another locale, time zone, date style and schema, and through PgBouncer. Missing programs (haproxy, nginx, pgbouncer,
postgresql, prometheus) are installed as npm test does. Takes four minutes. Exit code 1 if a rule is not valid, a query
returns nothing, or a part or journey fails.`;

const rules = 'docs/operating/alerts.yml';
const board = 'docs/operating/grafana.json';

/** Milliseconds within which every query returns data. */
const limit = 40_000;

/** The scrape works, and the main figure is one. */
const figures: readonly Query[] = [
  { of: 'the platform is up', text: 'up{job="mandate"} == 1' },
  {
    of: 'p95 of token requests, in seconds',
    text: 'histogram_quantile(0.95, sum by (le) (rate(mandate_token_request_duration_seconds_bucket[1m]))) > 0',
  },
];

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort(new Error(`ended by ${signal}`)));
  try {
    ensurePrograms({ prometheus: 'prometheus', promtool: 'prometheus', haproxy: 'haproxy', nginx: 'nginx' });
    checkRules(rules);
    console.log(`ok      promtool check rules ${rules}`);
    const failed = await check(ending.signal);
    return (await checkOtherDatabase(ending.signal)) > 0 ? 1 : failed;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  }
}

async function check(signal: AbortSignal): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const data = temporaryDataDir();
  stack.defer(data.remove);
  stack.defer(killAll);
  const token = randomBytes(32).toString('base64url');
  const client = { id: systemIds.next('application'), secret: randomBytes(32).toString('base64url') };
  const platform = await startPlatform({
    DATA_DIR: data.path,
    METRICS_TOKEN: token,
    TRUSTED_PROXIES: '1',
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  });
  await platform.ready;
  signal.throwIfAborted();
  const { url } = platform;
  // Known to Prometheus before their first increase, so that rates have two values.
  const { again, management } = await work({ url: url.replace('127.0.0.1', 'localhost'), client });
  const prometheus = stack.use(await startPrometheus({ url, token }, rules));
  await sleep(3000, undefined, { signal });
  const found = await prometheus.rules();
  const invalid = found.filter(({ health }) => health === 'err');
  for (const { name, lastError } of invalid) console.log(`FAILED  alert ${name}: ${lastError}`);
  const queries = [...figures, ...alertQueries(found), ...boardQueries(board)];
  const failed = await runAll(prometheus, queries, { signal, again });
  signal.throwIfAborted();
  const broken = await checkProxies({ port: Number(new URL(url).port), management });
  return invalid.length + failed + broken ? 1 : 0;
}

interface Waiting {
  signal: AbortSignal;
  /** Before the next try. */
  again(): Promise<void>;
}

/** Runs each query until it returns data. Returns how many did not. */
async function runAll(prometheus: Prometheus, queries: readonly Query[], { signal, again }: Waiting): Promise<number> {
  const end = performance.now() + limit;
  let failed = 0;
  for (const { of, text } of queries) {
    let values: number[] = [];
    while (!values.length) {
      values = await prometheus.values(text);
      if (values.length || performance.now() > end) break;
      await again();
      await sleep(500, undefined, { signal });
    }
    if (!values.length) failed += 1;
    console.log(values.length ? `ok      ${of}: ${shown(values)}` : `FAILED  ${of}: no data from ${text}`);
  }
  return failed;
}

/** One value, or the number of series. */
function shown([first, ...others]: readonly number[]): string {
  return others.length ? `${others.length + 1} series` : String(first);
}
