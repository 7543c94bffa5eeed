import { setTimeout as sleep } from 'node:timers/promises';
import { basic } from '../../tools/demo/management.ts';
import { breakThings, type Round } from './faults/breaking.ts';
import type { StateEvent } from './judge/cells.ts';
import { createChance } from './load/chance.ts';
import { type Client, createClient, idIn } from './load/client.ts';
import { type Evidence, judge } from './judge/judge.ts';
import { createHooks, type Hook, startWatchers, filterOf, type Watcher } from './listeners.ts';
import { startLoad } from './load/load.ts';
import { cellsOf, countWithoutPosition, logAfter, queryDatabase, outstanding, positionOf } from './observe.ts';
import { watchOutages } from './faults/outage.ts';
import { openStage, type Stage } from './stage.ts';
import type { Subscriber } from './subscriber.ts';
import type { Commons } from './load/worker.ts';

export interface Plan {
  rounds: number;
  seed: number;
  /** Milliseconds from the beginning of one round to the next. */
  pace: number;
  /** Prints a line of progress. */
  report(line: string): void;
  /** Aborts the run, and everything that it started. */
  signal: AbortSignal;
}

/** The outcome of a run. */
export interface Outcome {
  differences: string[];
  evidence: Evidence;
  rounds: Round[];
  subscribers: readonly Subscriber[];
  /** Deliveries that were resent with `redeliverDelivery`, because the next attempt was minutes away. */
  broughtForward: number;
  /** Maximum milliseconds without any ready process. */
  outage: number;
  /** Milliseconds from the last repair until every event was received. */
  settling: number;
  /** Warnings and errors that the processes logged, with their number. */
  logged: ReadonlyMap<string, number>;
}

/** Milliseconds after the last repair within which all work must be finished. */
const quietTimeout = 120_000;

/**
 * Causes faults under load, repairs them, waits until all work is finished, and judges the outcome. Rejects if aborted.
 */
export async function runChaos(plan: Plan): Promise<Outcome> {
  await using opened = new AsyncDisposableStack();
  const early = Promise.withResolvers<never>();
  plan.signal.addEventListener('abort', () => early.reject(plan.signal.reason));
  return await Promise.race([run(plan, opened), early.promise]);
}

async function run({ rounds: count, seed, pace, report }: Plan, opened: AsyncDisposableStack): Promise<Outcome> {
  const stage = opened.use(await openStage());
  const urls = stage.processes.map(({ url }) => url);
  const token = await accessToken(stage);
  const start = await begin(stage, token);
  const client = createClient(urls, token, createChance(seed + 1));
  const { commons, setUp } = await makeCommons(client);
  const { busy, idle } = await createHooks(client, commons, opened);
  const hooks = [...busy, idle];
  const watchers = startWatchers(urls, token, start.cursor);
  const subscribers = watchers.map(({ subscriber }) => subscriber);
  opened.defer(async () => void (await Promise.all(subscribers.map((subscriber) => subscriber.stop()))));

  const outages = opened.use(watchOutages(stage.processes));
  report(`${count} rounds, seed ${seed}, a round every ${pace} ms`);
  const load = startLoad(client, commons, createChance(seed + 2));
  const receivers = busy.map(({ receiver }) => receiver);
  const { databaseUrl } = stage;
  const surroundings = { receivers, requests: client.requests, databaseUrl, idleWebhookId: idle.webhookId };
  const rounds = await breakThings(stage, surroundings, { rounds: count, pace }, createChance(seed));
  report('all faults are repaired: stopping the clients, then waiting for deliveries');
  const repaired = performance.now();
  const failures = await load.stop();
  const { broughtForward, complaints } = await waitForDeliveries(stage, client, start.position, watchers);
  const settling = performance.now() - repaired;
  const outage = outages.longest();
  for (const process of stage.processes) await process.stop();

  const promised = [...setUp, ...load.promised];
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

/** The state, and the position in the log, before the first change. */
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
  if (!last) throw new Error('the first start emitted no event');
  return queryDatabase(databaseUrl, async (database) => ({
    cursor: last.cursor,
    position: await positionOf(database, last.node.id),
    cells: await cellsOf(database),
  }));
}

async function makeCommons(client: Client): Promise<{ commons: Commons; setUp: StateEvent[] }> {
  const name = 'commons';
  const organizationId = idIn(
    await client.change('createOrganization', { name }, 'organization { id }'),
    'organization',
  );
  const roleId = idIn(await client.change('createRole', { name }, 'role { id }'), 'role');
  return {
    commons: { organizationId, roleId },
    setUp: [
      { type: 'Organization.Created', subjectId: organizationId, data: { organization: { name } } },
      { type: 'Role.Created', subjectId: roleId, data: { role: { name } } },
    ],
  };
}

/**
 * Waits until every event was received. Deliveries that are scheduled minutes later are resent, as an operator would.
 */
async function waitForDeliveries({ databaseUrl }: Stage, client: Client, begins: number, watchers: readonly Watcher[]) {
  let broughtForward = 0;
  for (const start = performance.now(); ; await sleep(250)) {
    const { log, withoutPosition, behind, open, putOff } = await queryDatabase(databaseUrl, async (database) => ({
      ...(await outstanding(database)),
      log: await logAfter(database, begins),
      withoutPosition: await countWithoutPosition(database),
    }));
    const late = watchers.filter(({ subscriber, matches }) => subscriber.received.length < log.filter(matches).length);
    if (!withoutPosition && !behind && !open && !late.length) return { broughtForward, complaints: [] };
    if (performance.now() - start > quietTimeout) {
      const names = late.map(({ subscriber }) => subscriber.name).join(', ') || 'none';
      const complaint = `after ${quietTimeout / 1000} s ${withoutPosition} events have no position, ${behind} are not fanned out, ${open} deliveries are open; subscribers behind: ${names}`;
      return { broughtForward, complaints: [complaint] };
    }
    for (const input of putOff) {
      await client.change('redeliverDelivery', input);
      broughtForward++;
    }
  }
}

const factsOf = ({ databaseUrl }: Stage, begins: number) =>
  queryDatabase(databaseUrl, async (database) => ({
    log: await logAfter(database, begins),
    end: await cellsOf(database),
    withoutPosition: await countWithoutPosition(database),
  }));

interface Findings {
  facts: Pick<Evidence, 'begin' | 'end' | 'log' | 'withoutPosition' | 'promised' | 'complaints'>;
  hooks: readonly Hook[];
  watchers: readonly Watcher[];
}

function evidenceOf({ processes }: Stage, client: Client, { facts, hooks, watchers }: Findings): Evidence {
  const crashes = processes.flatMap((process) => process.crashes);
  return {
    ...facts,
    mutations: client.mutations,
    webhooks: hooks.map((hook) => ({
      name: hook.name,
      matches: filterOf(hook, facts.log),
      expectedContents: hook.expectedContents,
      messages: hook.receiver.messages,
    })),
    subscribers: watchers.map(({ subscriber: { name, received, complaints }, matches, expectedContents }) => ({
      name,
      matches,
      expectedContents,
      received,
      complaints,
    })),
    complaints: [
      ...facts.complaints,
      ...crashes.map((crash) => `a platform process crashed: ${crash}`),
      ...client.hung.map((request) => `a client: a request hung for 40 s: ${request}`),
      ...client.inconsistent.map(
        (responses) => `a client: a repeated mutation returned another response: ${responses}`,
      ),
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
