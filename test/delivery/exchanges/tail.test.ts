import { expect, it } from 'vitest';
import { createTail, type Tail } from '../../../src/delivery/exchanges/tail.ts';
import { addExchanges } from '../../support/exchanges/exchange-rows.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';

const fixture = perFile(async () => {
  const kernel = await startKernel();
  const { database } = kernel;
  return { kernel, database, [Symbol.asyncDispose]: () => kernel[Symbol.asyncDispose]() };
});

const pageSize = 100;

const add = async (): Promise<string> => {
  const [id = ''] = await addExchanges(fixture.database, [{ at: fixture.kernel.now() }]);
  return id;
};
const copies = `
  INSERT INTO exchanges (id, at, delegation_id, granted)
  SELECT overlay(id::text PLACING lpad(to_hex(number), 12, '0') FROM 25)::uuid, at, delegation_id, granted
  FROM exchanges, generate_series(1, $2::int) AS number WHERE id = $1 ORDER BY number RETURNING id::text`;

/** A tail that has found the end. */
async function start(): Promise<() => Promise<string[][]>> {
  const tail: Tail = createTail(fixture.database, { now: () => new Date(fixture.kernel.now()) }, pageSize);
  const read = async (): Promise<string[][]> =>
    (await Array.fromAsync(tail.read())).map((page) => page.map(({ id }) => id));
  expect(await read()).toEqual([]);
  return read;
}

it('pages have bounds, are in order, and a read with too many of them goes on at the end', async () => {
  const { pool } = fixture.database;
  const first = await add();
  const read = await start();
  const { rows } = await pool.query<{ id: string }>(copies, [first, 2050]);
  const pages = await read();
  expect(pages.map(({ length }) => length)).toEqual(Array.from({ length: 20 }, () => pageSize));
  expect(pages.flat()).toEqual(rows.slice(0, 2000).map(({ id }) => id));
  expect(await read()).toEqual([]);
  const next = await add();
  expect(await read()).toEqual([[next]]);
});

it('numbers without rows, for several pages, are passed over', async () => {
  await add();
  const read = await start();
  await fixture.database.pool.query(
    `SELECT setval('exchanges_sequence_seq', last_value + 1000) FROM exchanges_sequence_seq`,
  );
  expect(await read()).toEqual([]);
  const next = await add();
  expect(await read()).toEqual([[next]]);
  expect(await read()).toEqual([]);
});

it('rows that are committed after later ones are read, each once', async () => {
  const first = await add();
  const read = await start();
  const client = await fixture.database.pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ id: string }>(copies, [first, 1500]);
    // Nothing is after them yet, so the place stays before them.
    expect(await read()).toEqual([]);
    const later = await add();
    expect(await read()).toEqual([[later]]);
    await client.query('COMMIT');
    expect((await read()).flat()).toEqual(rows.map(({ id }) => id));
    expect(await read()).toEqual([]);
  } finally {
    client.release();
  }
});
