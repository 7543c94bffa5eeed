import { setTimeout as sleep } from 'node:timers/promises';
import { type Management, signInAsApplication } from '../../../tools/demo/management.ts';
import { providerEnvironment } from '../../support/upstreams/identity-providers.ts';
import { type Chance, createChance } from '../load/chance.ts';
import { queryDatabase } from '../observe.ts';
import { openStage, type Stage } from '../stage.ts';
import { openElsewhere } from './elsewhere.ts';
import { judgePeople } from './judge.ts';
import { type Life, live, mailPatience, type World } from './person.ts';
import { openPostOffice } from './post-office.ts';

export interface Plan {
  rounds: number;
  seed: number;
  /** Milliseconds from the beginning of one fault to the next. */
  pace: number;
  /** Prints a line of progress. */
  report(line: string): void;
  signal: AbortSignal;
}

export interface Outcome {
  differences: string[];
  lives: Life[];
  faults: string[];
}

/** People who sign up and in at the same time. */
const crowd = 3;

/** People sign up and sign in while processes, PostgreSQL, the mail server and an identity provider fail. */
export async function runPeople({ rounds, seed, pace, report, signal }: Plan): Promise<Outcome> {
  await using office = await openPostOffice();
  const mail = { SMTP_URL: office.url, MAIL_FROM: 'login@people.example' };
  await using stage = await openStage({ ...mail, ...providerEnvironment, SIGN_UP: 'open' });
  const chance = createChance(seed);
  const management = await signInAsApplication(stage.processes[0]?.url ?? '', stage.first);
  await using elsewhere = await openElsewhere(management);
  const made = await makeApplication(stage, management);
  const world = { ...made, office, elsewhere, chance: createChance(seed + 1) };
  const ending = new AbortController();
  report(`${rounds} faults, seed ${seed}, one every ${pace} ms`);
  let people = 0;
  const lives: Life[] = [];
  const failures: string[] = [];
  const settle = async () => {
    while (!ending.signal.aborted) {
      const begun = performance.now();
      const until = AbortSignal.any([ending.signal, AbortSignal.timeout(5 * pace)]);
      // Every third one, so that a crowd has all kinds.
      const isElsewhere = ++people % 3 === 0;
      lives.push(await live(world, { email: `person${people}@people.example`, isElsewhere }, until));
      report(`a person lived for ${Math.round((performance.now() - begun) / 1000)} s`);
    }
  };
  const living = Array.from({ length: crowd }, () => settle().catch((error: Error) => failures.push(error.message)));
  const faults = await breakThings({ stage, office, elsewhere }, { rounds, pace, chance, signal });
  ending.abort();
  await Promise.all(living);
  const pending = await untilSent(stage.databaseUrl);
  for (const process of stage.processes) await process.stop();
  const crashes = stage.processes.flatMap((process) => process.crashes);
  const differences = [...failures, ...crashes, ...pending, ...(await judgePeople(stage.databaseUrl, lives, office))];
  return { differences, lives, faults };
}

async function makeApplication(
  { processes }: Stage,
  { call }: Management,
): Promise<Pick<World, 'urls' | 'redirectUri' | 'clientId'>> {
  const urls = processes.map(({ url }) => url);
  const redirectUri = 'https://app.people.example/callback';
  const { createApplication } = await call<{ createApplication: { application: { id: string } } }>(
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }',
    { input: { name: 'People', type: 'SINGLE_PAGE', redirectUris: [redirectUri] } },
  );
  return { urls, redirectUri, clientId: createApplication.application.id };
}

interface Breaking extends Pick<Plan, 'rounds' | 'pace' | 'signal'> {
  chance: Chance;
}

interface Things extends Pick<World, 'office' | 'elsewhere'> {
  stage: Stage;
}

/** Causes a fault every `pace` milliseconds. Resolves with their names when everything is repaired. */
async function breakThings({ stage, office, elsewhere }: Things, { rounds, pace, chance, signal }: Breaking) {
  const kinds: Record<string, () => Promise<unknown>> = {
    killed: () => chance.pick(stage.processes).kill(),
    postgres: () => stage.crashPostgres(),
    'mail refused': async () => {
      office.refuse(true);
      await sleep(pace);
      office.refuse(false);
    },
    'mail server away': async () => {
      await office.close();
      await sleep(pace);
      await office.reopen();
    },
    'identity provider away': async () => {
      elsewhere.fail(true);
      await sleep(pace);
      elsewhere.fail(false);
    },
  };
  const names = Object.keys(kinds);
  const faults: string[] = [];
  for (let round = 0; round < rounds && !signal.aborted; round++) {
    const kind = names[round % names.length] ?? '';
    faults.push(kind);
    await Promise.all([kinds[kind]?.(), sleep(pace)]);
  }
  return faults;
}

/** Waits until no message is pending after the last repair. */
async function untilSent(databaseUrl: string): Promise<string[]> {
  for (const start = performance.now(); performance.now() - start < mailPatience; await sleep(250)) {
    const left = await queryDatabase(databaseUrl, (database) =>
      database.query(`SELECT FROM messages WHERE state = 'pending'`),
    );
    if (!left.rowCount) return [];
  }
  return [`messages are pending ${mailPatience / 1000} s after the last repair`];
}
