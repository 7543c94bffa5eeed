import { startConsole, type TestConsole } from '../support/browsers/console.ts';
import { addExchangeOf } from '../support/exchanges/exchange-rows.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { addCrowd, nameLikeCrowd } from './crowd.ts';

/** The console with records of every kind. */
export interface Stage extends AsyncDisposable {
  console: TestConsole;
  records: Records & { exchange: string };
}

export async function startStage(): Promise<Stage> {
  const started = await startConsole();
  const records = await newRecords(started);
  return { console: started, records, [Symbol.asyncDispose]: () => started[Symbol.asyncDispose]() };
}

/** The same with 20,000 users more, and with names that are long, equal, from right to left, and hostile. */
export async function startCrowdedStage(): Promise<Stage> {
  const stage = await startStage();
  await addCrowd(stage.console.app, stage.records);
  await nameLikeCrowd(stage.console.app, stage.records);
  return stage;
}

/** Records whose names are like those of no others, so that a person finds them by their name. */
async function newRecords({ app }: Pick<TestConsole, 'app'>): Promise<Stage['records']> {
  const { database, clock } = app.services;
  const records = await makeRecords({ database, now: clock.now });
  const { n } = records;
  const ids = Object.values(records).filter((value) => typeof value === 'string');
  for (const table of ['applications', 'organizations', 'api_resources', 'webhooks']) {
    await database.pool.query(`UPDATE ${table} SET name = name || ' ' || $1 WHERE id = ANY ($2)`, [String(n), ids]);
  }
  // An example names them.
  await database.pool.query(
    `UPDATE scopes SET name = 'of-others:' || name WHERE name LIKE 'orders:%' AND id <> ALL ($1)`,
    [ids],
  );
  return { ...records, exchange: await addExchangeOf(database, records, clock.now()) };
}
