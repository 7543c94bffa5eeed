import { setTimeout as sleep } from 'node:timers/promises';
import { createCast, createPerson } from './cast.ts';
import {
  accessTokenOf,
  exchangedAgainFlow,
  exchangedFlow,
  type Flow,
  type RequestResult,
  ownJwtFlow,
  ownTokenFlow,
  prepare,
  pushedFlow,
  type Setting,
} from './flows.ts';
import { survivors } from './judge.ts';
import { type Kind, kinds, settingFor } from './kinds.ts';
import type { Browser, Platform } from './platform.ts';

interface EndingsPlan {
  /** Changes of each kind. */
  changes: number;
  /** Flows in progress during each change, at most 16; with fewer, they alternate. */
  flows: number;
  /** Concurrent changes. */
  concurrency: number;
  report(line: string): void;
  signal: AbortSignal;
}

export interface KindOutcome {
  name: string;
  changes: number;
  /** Flows in progress, and those that survived the change. */
  flows: number;
  survivors: string[];
  /** Flows whose request was accepted before the change. */
  accepted: number;
}

/** Milliseconds over which the requests of a round and the change are spread. */
const spread = 30;

/** Milliseconds between two lines of progress. */
const progressInterval = 10_000;

/**
 * Makes changes of every kind in turn, during sign-ins, consents, redemptions, refreshes and exchanges, and reports
 * what survived.
 */
export async function runEndings(platform: Platform, plan: EndingsPlan): Promise<KindOutcome[]> {
  const cast = await createCast(platform);
  const person = await createPerson(platform, cast);
  const bystander = { ...person, token: await accessTokenOf({ platform, person, parties: [cast.web] }) };
  const outcomes: KindOutcome[] = kinds.map(({ name }) => ({ name, changes: 0, flows: 0, survivors: [], accepted: 0 }));
  const turns = kinds.length * plan.changes;
  let turn = 0;
  let made = 0;
  const loop = async (): Promise<void> => {
    while (turn < turns && !plan.signal.aborted) {
      const [kind, outcome] = [kinds[turn % kinds.length], outcomes[turn % kinds.length]];
      const round = Math.floor(turn++ / kinds.length);
      if (!kind || !outcome) throw new Error('no kinds of change');
      const setting = await settingFor(kind, { platform, cast, bystander }, round);
      await playRound(kind, { setting, flows: await flowsOf(kind, setting, { round, count: plan.flows }) }, outcome);
      made++;
    }
  };
  const begun = performance.now();
  const progress = setInterval(() => {
    const seconds = (performance.now() - begun) / 1000;
    const left = made ? `about ${Math.ceil(((turns - made) * seconds) / made / 60)} min left` : 'none made yet';
    plan.report(
      `${made} of ${turns} changes, ${sumOfSurvivors(outcomes)} survivors, ${Math.round(seconds)} s, ${left}`,
    );
  }, progressInterval);
  try {
    await Promise.all(Array.from({ length: plan.concurrency }, loop));
  } finally {
    clearInterval(progress);
  }
  return outcomes;
}

const sumOfSurvivors = (outcomes: readonly KindOutcome[]): number =>
  outcomes.reduce((sum, { survivors: alive }) => sum + alive.length, 0);

export const renderKind = ({ name, changes, flows, accepted, survivors: alive }: KindOutcome): string =>
  `${name}: ${changes} changes, ${flows} requests in progress, ${accepted} accepted, ${alive.length} survivors`;

interface Round {
  setting: Setting;
  flows: readonly Flow[];
}

async function playRound(kind: Kind, { setting, flows }: Round, outcome: KindOutcome): Promise<void> {
  const at = () => sleep(setting.platform.chance.number() * spread);
  const [, ...ends] = await Promise.all([
    at().then(() => kind.make(setting)),
    ...flows.map((flow) => at().then(() => flow.go())),
  ]);
  outcome.changes++;
  outcome.flows += flows.length;
  outcome.survivors.push(...(await judgeAll(kind, setting, { flows, ends }, outcome)));
}

async function flowsOf(
  { ends }: Kind,
  setting: Setting,
  { round, count }: { round: number; count: number },
): Promise<Flow[]> {
  const flows = await prepare(setting, round * count, count);
  if (ends === 'user') return flows;
  // The session survives the ending of an application, so later flows are not ended.
  const ended = flows.filter(({ name }) => name !== 'silent authorization');
  const flowsOfApplication = round % 2 ? ofThirdParty : ofFirstParty;
  return [...ended, ...(await Promise.all(flowsOfApplication.map((flow) => flow(setting))))];
}

const ofFirstParty = [(setting: Setting) => ownTokenFlow(setting), exchangedFlow, exchangedAgainFlow];
const ofThirdParty = [pushedFlow, ownJwtFlow];

interface Played {
  flows: readonly Flow[];
  ends: readonly RequestResult[];
}

async function judgeAll(
  kind: Kind,
  setting: Setting,
  { flows, ends }: Played,
  outcome: KindOutcome,
): Promise<string[]> {
  const court = { ...setting, endsSessions: kind.ends === 'user', judged: new Set<Browser>() };
  const found: string[] = [];
  let signedIn = 0;
  for (const [index, flow] of flows.entries()) {
    const held = ends[index] as RequestResult;
    if (held.tokens?.access_token || held.requestUri || (held.step && ('left' in held.step || held.step.response.ok)))
      outcome.accepted++;
    const alive = await survivors(court, held);
    if (!alive.length) continue;
    if (flow.isSignIn && kind.letsIn) signedIn++;
    else found.push(`${kind.name}: ${flow.name}: ${alive.join(', ')}`);
  }
  // An event is listed a moment after its commit.
  let admitted = 0;
  for (let queryDatabase = 0; queryDatabase < 20 && admitted < signedIn; queryDatabase++) {
    if (queryDatabase) await sleep(100);
    admitted = await signInsAfter(setting);
  }
  for (let extra = admitted; extra < signedIn; extra++) found.push(`${kind.name}: password: a sign-in`);
  return found;
}

/** Sign-ins of this user after the change, in the order of the log. */
async function signInsAfter({ platform, person }: Setting): Promise<number> {
  const { events } = await platform.management.call<{ events: { nodes: { type: string }[] } }>(
    `query ($id: ID!) { events(first: 100, filter: { subjectId: $id }, orderBy: { field: POSITION, direction: ASC }) { nodes { type } } }`,
    { id: person.id },
  );
  const types = events.nodes.map(({ type }) => type);
  return types.slice(types.findLastIndex((type) => type !== 'POST_SIGN_IN')).filter((type) => type === 'POST_SIGN_IN')
    .length;
}
