import { setTimeout as sleep } from 'node:timers/promises';
import { basic } from '../../tools/demo/management.ts';
import { breakThings, type Round } from './breaking.ts';
import type { Told } from './cells.ts';
import { createChance } from './chance.ts';
import { type Client, createClient, idIn } from './client.ts';
import { type Evidence, judge } from './judge.ts';
import { createHooks, type Hook, startWatchers, wantsOf, type Watcher } from './listeners.ts';
import { startLoad } from './load.ts';
import { cellsOf, countUnplaced, logAfter, look, outstanding, positionOf } from './observe.ts';
import { watchOutages } from './outage.ts';
import { openStage, type Stage } from './stage.ts';
import type { Subscriber } from './subscriber.ts';
import type { Commons } from './worker.ts';

export interface Plan {
  rounds: number;
  seed: number;
  /** Milliseconds from the beginning of one round to the next. */
  pace: number;
  /** Told a line now and then. */
  tell(line: string): void;
  /** Ends the run early, with all that it started. */
  signal: AbortSignal;
}

/** What came of a run. */
export interface Outcome {
  differences: string[];
  evidence: Evidence;
  rounds: Round[];
  subscribers: readonly Subscriber[];
  /** Deliveries that an operator's `redeliverDelivery` brought forward, because the schedule had put them off for minutes. */
  broughtForward: number;
  /** Milliseconds without any process, at most. */
  outage: number;
  /** Milliseconds from the last repair until everything was told to everybody. */
  settling: number;
  /** Warnings and errors that the platform's processes logged, and how often. */
  logged: ReadonlyMap<string, number>;
}

/** Milliseconds that everything may take to become quiet, once nothing is broken any more. */
const patience = 120_000;

/** Breaks things under load, repairs them, waits until it is quiet, and judges what came of it. Rejects when it is ended early. */
export async function runChaos(plan: Plan): Promise<Outcome> {
  await using opened = new AsyncDisposableStack();
  const early = Promise.withResolvers<never>();
  plan.signal.addEventListener('abort', () => early.reject(plan.signal.reason));
  return await Promise.race([run(plan, opened), early.promise]);
}

async function run({ rounds: count, seed, pace, tell }: Plan, opened: AsyncDisposableStack): Promise<Outcome> {
  const stage = opened.use(await openStage());
  const urls = stage.processes.map(({ url }) => url);
  const token = await accessToken(stage);
  const start = await begin(stage, token);
  const client = createClient(urls, token, createChance(seed + 1));
  const { commons, told } = await makeCommons(client);
  const { busy, idle } = await createHooks(client, commons, opened);
  const hooks = [...busy, idle];
  const watchers = startWatchers(urls, token, start.cursor);
  const subscribers = watchers.map(({ subscriber }) => subscriber);
  opened.defer(async () => void (await Promise.all(subscribers.map((subscriber) => subscriber.stop()))));

  const outages = opened.use(watchOutages(stage.processes));
  tell(`${count} rounds, seed ${seed}, a round every ${pace} ms`);
  const load = startLoad(client, commons, createChance(seed + 2));
  const receivers = busy.map(({ receiver }) => receiver);
  const { databaseUrl } = stage;
  const surroundings = { receivers, requests: client.requests, databaseUrl, idleWebhookId: idle.webhookId };
  const rounds = await breakThings(stage, surroundings, { rounds: count, pace }, createChance(seed));
  tell('everything is whole again: clients end, then it has to become quiet');
  const repaired = performance.now();
  const failures = await load.stop();
  const { broughtForward, complaints } = await becomeQuiet(stage, client, start.position, watchers);
  const settling = performance.now() - repaired;
  const outage = outages.longest();
  for (const process of stage.processes) await process.stop();

  const promised = [...told, ...load.promised];
  const facts = {
    begin: start.cells,
    promised,
    complaints: [...failures, ...complaints],
    ...(await factsOf(stage, start.position)),
  };
  const evidence = evidenceOf(stage, client, { facts, hooks, watchers });
  const differences = judge(evidence);
  return { differences, evidence, rounds, subscribers, broughtForward, outage, settling, logged: loggedBy(stage) };
}

async function accessToken({ first, processes }: Stage): Promise<string> {
  const url = processes[0]?.url;
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(first.clientId, first.clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** How things stand, and the place in the feed, before anything is done. */
async function begin({ processes, databaseUrl }: Stage, token: string) {
  const response = await fetch(`${processes[0]?.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ events(last: 1) { edges { cursor node { id } } } }' }),
  });
  const { data } = (await response.json()) as {
    data: { events: { edges: { cursor: string; node: { id: string } }[] } };
  };
  const [last] = data.events.edges;
  if (!last) throw new Error('the first start left no event');
  return look(databaseUrl, async (database) => ({
    cursor: last.cursor,
    position: await positionOf(database, last.node.id),
    cells: await cellsOf(database),
  }));
}

async function makeCommons(client: Client): Promise<{ commons: Commons; told: Told[] }> {
  const name = 'commons';
  const organizationId = idIn(
    await client.change('createOrganization', { name }, 'organization { id }'),
    'organization',
  );
  const roleId = idIn(await client.change('createRole', { name }, 'role { id }'), 'role');
  return {
    commons: { organizationId, roleId },
    told: [
      { type: 'Organization.Created', subjectId: organizationId, data: { organization: { name } } },
      { type: 'Role.Created', subjectId: roleId, data: { role: { name } } },
    ],
  };
}

/** Waits until every event is told to everybody. What the schedule puts off for minutes is brought forward, as an operator would. */
async function becomeQuiet({ databaseUrl }: Stage, client: Client, begins: number, watchers: readonly Watcher[]) {
  let broughtForward = 0;
  for (const start = performance.now(); ; await sleep(250)) {
    const { log, unplaced, behind, open, putOff } = await look(databaseUrl, async (database) => ({
      ...(await outstanding(database)),
      log: await logAfter(database, begins),
      unplaced: await countUnplaced(database),
    }));
    const late = watchers.filter(({ subscriber, wants }) => subscriber.told.length < log.filter(wants).length);
    if (!unplaced && !behind && !open && !late.length) return { broughtForward, complaints: [] };
    if (performance.now() - start > patience) {
      const names = late.map(({ subscriber }) => subscriber.name).join(', ') || 'none';
      const complaint = `after ${patience / 1000} s of quiet ${unplaced} events have no place, ${behind} are not fanned out, ${open} deliveries are open; subscribers that are behind: ${names}`;
      return { broughtForward, complaints: [complaint] };
    }
    for (const input of putOff) {
      await client.change('redeliverDelivery', input);
      broughtForward++;
    }
  }
}

const factsOf = ({ databaseUrl }: Stage, begins: number) =>
  look(databaseUrl, async (database) => ({
    log: await logAfter(database, begins),
    end: await cellsOf(database),
    unplaced: await countUnplaced(database),
  }));

interface Found {
  facts: Pick<Evidence, 'begin' | 'end' | 'log' | 'unplaced' | 'promised' | 'complaints'>;
  hooks: readonly Hook[];
  watchers: readonly Watcher[];
}

function evidenceOf({ processes }: Stage, client: Client, { facts, hooks, watchers }: Found): Evidence {
  const crashes = processes.flatMap((process) => process.crashes);
  return {
    ...facts,
    asked: client.asked,
    webhooks: hooks.map((hook) => ({
      name: hook.name,
      wants: wantsOf(hook, facts.log),
      tells: hook.tells,
      messages: hook.receiver.messages,
    })),
    subscribers: watchers.map(({ subscriber: { name, told, complaints }, wants, tells }) => ({
      name,
      wants,
      tells,
      told,
      complaints,
    })),
    complaints: [
      ...facts.complaints,
      ...crashes.map((crash) => `a platform process ended by itself: ${crash}`),
      ...client.hung.map((request) => `a client: a request hung for 40 s: ${request}`),
      ...client.inconsistent.map((operation) => `a client: ${operation} was answered otherwise when it was repeated`),
    ],
  };
}

function loggedBy({ processes }: Stage): Map<string, number> {
  const logged = new Map<string, number>();
  for (const process of processes) {
    for (const [line, times] of process.logged) logged.set(line, (logged.get(line) ?? 0) + times);
  }
  return logged;
}
