import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { killAll, startPlatform, temporaryDataDir } from '../support/platform-process.ts';
import { ensurePrograms } from '../support/programs.ts';
import { checkOtherDatabase } from './other-database.ts';
import { checkRules, type Prometheus, startPrometheus } from './prometheus.ts';
import { alertQueries, boardQueries, type Query } from './queries.ts';
import { work } from './work.ts';

const help = `npm run check:operating: the alert rules and the board of docs/operating, and another database.

Starts a platform on a free port, with its data in a temporary folder, lets every part of it do something, and a
Prometheus (Debian: apt-get install prometheus) that reads its metrics. Each query must return data; those of alert rules
without their threshold. Then the main journeys run on the PostgreSQL of the distribution, in another locale, time zone,
date style and schema, and through PgBouncer. Missing programs are installed as npm test does. Takes four minutes. Exit
code 1 if a rule is not valid, a query returns nothing, or a journey fails.`;

const rules = 'docs/operating/alerts.yml';
const board = 'docs/operating/grafana.json';

/** Milliseconds within which every query returns data. */
const limit = 40_000;

process.exit(await main(process.argv.slice(2)));

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(help);
    return 0;
  }
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort(new Error(`ended by ${signal}`)));
  try {
    ensurePrograms({ prometheus: 'prometheus', promtool: 'prometheus' });
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
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    LOG_LEVEL: 'error',
    BOOTSTRAP_CLIENT_ID: client.id,
    BOOTSTRAP_CLIENT_SECRET: client.secret,
  });
  await platform.ready;
  signal.throwIfAborted();
  const { url } = platform;
  // Known to Prometheus before their first increase, so that rates have two values.
  const { again } = await work({ url: url.replace('127.0.0.1', 'localhost'), client });
  const prometheus = stack.use(await startPrometheus({ url, token }, rules));
  await sleep(3000, undefined, { signal });
  const found = await prometheus.rules();
  const invalid = found.filter(({ health }) => health === 'err');
  for (const { name, lastError } of invalid) console.log(`FAILED  alert ${name}: ${lastError}`);
  const failed = await runAll(prometheus, [...alertQueries(found), ...boardQueries(board)], { signal, again });
  return invalid.length + failed ? 1 : 0;
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
    let series = 0;
    while (!series) {
      series = await prometheus.count(text);
      if (series || performance.now() > end) break;
      await again();
      await sleep(500, undefined, { signal });
    }
    if (!series) failed += 1;
    console.log(series ? `ok      ${of}: ${series} series` : `FAILED  ${of}: no data from ${text}`);
  }
  return failed;
}
