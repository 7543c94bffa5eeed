import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds until the last rows are written. */
const timeout = 5000;

/** Checks that a platform has recorded every answer; with the ledger off, none. Throws an Error with a sentence. */
export async function expectRecorded(port: number, title: string, isOff: boolean): Promise<void> {
  for (const start = performance.now(); ; await sleep(100)) {
    const { answers, rows } = await readCounts(port);
    if (rows === (isOff ? 0 : answers)) return;
    if (performance.now() - start > timeout)
      throw new Error(`${title}: ${rows} rows for ${answers} answers. The run is void.`);
  }
}

async function readCounts(port: number): Promise<{ answers: number; rows: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const sum = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+)$`, 'gm'))].reduce(
      (all, [, count]) => all + Number(count),
      0,
    );
  return { answers: sum('mandate_token_exchanges_total'), rows: sum('mandate_exchange_ledger_rows_total') };
}
