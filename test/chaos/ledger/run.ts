import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { signInAsApplication } from '../../../tools/demo/management.ts';
import type { ExchangeLedgerMode } from '../../../src/vocabulary/token-exchange.ts';
import { createChance } from '../load/chance.ts';
import { allowExchange, createCast, createMachine, createPerson } from '../endings/cast.ts';
import { accessTokenOf } from '../endings/flows.ts';
import type { Party, Platform } from '../endings/platform.ts';
import { openStage, type Stage } from '../stage.ts';
import { type Attempt, keepExchanging } from './client.ts';
import { judgeLedger } from './judge.ts';

interface Plan {
  mode: Exclude<ExchangeLedgerMode, 'off'>;
  rounds: number;
  seed: number;
  /** Milliseconds from the beginning of one fault to the next. */
  pace: number;
  report(line: string): void;
  signal: AbortSignal;
}

export interface Outcome {
  attempts: Attempt[];
  faults: string[];
  differences: string[];
}

/** Clients that request exchanges at the same time. */
const crowd = 4;
const people = 3;
const kinds = ['killed', 'postgres', 'full disk'] as const;

/** Exchanges tokens while processes are killed, PostgreSQL crashes and its disk is full, and judges the ledger. */
export async function runLedger({ mode, rounds, seed, pace, report, signal }: Plan): Promise<Outcome> {
  await using stage = await openStage({ EXCHANGE_LEDGER: mode });
  const urls = stage.processes.map(({ url }) => url);
  const management = await signInAsApplication(urls[0] ?? '', stage.first);
  const chance = createChance(seed);
  const platform: Platform = { publicUrl: urls[0] ?? '', urls, management, chance, faults: [] };
  const cast = await createCast(platform);
  const tokens: string[] = [];
  for (let number = 0; number < people; number++)
    tokens.push(await accessTokenOf({ platform, person: await createPerson(platform, cast), parties: [cast.web] }));
  report(`ledger ${mode}: ${rounds} faults, seed ${seed}, one every ${pace} ms`);
  const ending = new AbortController();
  const [attempts, backends]: [Attempt[], Party[]] = [[], [cast.backend]];
  const until = AbortSignal.any([signal, ending.signal]);
  const clients = Array.from({ length: crowd }, () =>
    keepExchanging({ urls, chance, backends, tokens, attempts, signal: until }),
  );
  const faults = await breakThings(stage, { rounds, pace, pick: chance.pick, signal }, () =>
    addBackend(platform, backends),
  );
  ending.abort();
  await Promise.all(clients);
  const differences = await withClient(stage.databaseUrl, (client) =>
    judgeLedger(client, { mode, attempts, hasStalled: faults.includes('full disk') }),
  );
  for (const process of stage.processes) await process.stop();
  differences.push(...stage.processes.flatMap(({ crashes }) => crashes));
  return { attempts, faults, differences };
}

/** Each application that begins to exchange tokens is a new delegation, during the next fault. */
async function addBackend(platform: Platform, backends: Party[]): Promise<void> {
  const backend = await createMachine(platform);
  await allowExchange(platform, backend);
  backends.push(backend);
}

/** Causes faults in turn. Resolves with their names when everything is repaired. */
async function breakThings(
  stage: Stage,
  { rounds, pace, pick, signal }: Pick<Plan, 'rounds' | 'pace' | 'signal'> & { pick: Platform['chance']['pick'] },
  between: () => Promise<void>,
): Promise<string[]> {
  const cause = {
    killed: () => pick(stage.processes).kill(),
    postgres: () => stage.crashPostgres(),
    'full disk': () => fillDisk(stage.databaseUrl, pace / 2),
  };
  const faults: string[] = [];
  while (faults.length < rounds && !signal.aborted) {
    const kind = kinds[faults.length % kinds.length] ?? 'killed';
    faults.push(kind);
    await Promise.all([cause[kind](), sleep(pace)]);
    await between().catch(() => {});
  }
  return faults;
}

const full = `
  CREATE OR REPLACE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION 'no space left on device' USING ERRCODE = 'disk_full'; END $$;
  CREATE TRIGGER full_disk BEFORE INSERT ON exchanges FOR EACH ROW EXECUTE FUNCTION full_disk()`;

/** Rows of the ledger are refused like by a full disk for a while. */
async function fillDisk(url: string, milliseconds: number): Promise<void> {
  await alter(url, full);
  await sleep(milliseconds);
  await alter(url, 'DROP TRIGGER full_disk ON exchanges');
}

/** Alters a table that is written: PostgreSQL ends it if it deadlocks with a writer, and it is tried again. */
async function alter(url: string, statement: string, tries = 5): Promise<void> {
  try {
    await withClient(url, (client) => client.query(statement));
  } catch (error) {
    const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01';
    if (!isDeadlock || tries === 1) throw error;
    await alter(url, statement, tries - 1);
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
