import { setTimeout as sleep } from 'node:timers/promises';
import { basic, signInAsApplication } from '../../../tools/demo/management.ts';
import { queryPage } from '../../support/browsers/revocation-feed.ts';
import { type Chance, createChance } from '../load/chance.ts';
import { type Cast, createCast } from '../endings/cast.ts';
import { ask, type Party, type Platform } from '../endings/platform.ts';
import { openStage, type Stage } from '../stage.ts';
import { endings, type SignedIn, signIn } from './endings.ts';
import { startVerifier, type Verifier } from './verifier.ts';

interface Plan {
  /** Time in which endings are made, and faults caused (ms). */
  duration: number;
  seed: number;
  /** Milliseconds from the beginning of one fault to the next. */
  pace: number;
  /** Prints a line of progress. */
  report(line: string): void;
  signal: AbortSignal;
}

/** An ending that was acknowledged, and the tokens that ended with it. */
interface Ended {
  name: string;
  tokens: readonly string[];
  /** When it was acknowledged (ms since the epoch). */
  at: number;
}

export interface Outcome {
  ended: Ended[];
  faults: string[];
  verifiers: readonly Verifier[];
  differences: string[];
}

/** People whose tokens end at the same time. */
const crowd = 3;
/** Milliseconds within which a verifier must be up to date again after the last repair. */
const patience = 20_000;

/**
 * Ends people, sessions and applications in every way while processes are killed and frozen and PostgreSQL crashes, and
 * holds five APIs that follow what ended against it.
 */
export async function runRevocations({ duration, seed, pace, report, signal }: Plan): Promise<Outcome> {
  await using stage = await openStage();
  const world = await prepare(stage, seed);
  const { verifiers, platform, cast } = world;
  const spared = await signIn(platform, cast);
  report(`endings for ${duration / 1000} s, seed ${seed}, a fault every ${pace} ms`);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(duration)]);
  const ended: Ended[] = [];
  const differences: string[] = [];
  const loops = Array.from({ length: crowd }, (_, index) => endInTurn(world, index, ended, ending));
  const watching = watch(verifiers, ended, differences, ending);
  const faults = await breakThings(stage, createChance(seed), pace, ending);
  await Promise.all([...loops, watching]);
  differences.push(...(await judge(world, ended, spared)));
  for (const verifier of verifiers) await verifier.stop();
  differences.push(...verifiers.flatMap(({ name, complaints }) => complaints.map((one) => `${name}: ${one}`)));
  for (const process of stage.processes) await process.stop();
  differences.push(...stage.processes.flatMap(({ crashes }) => crashes));
  return { ended, faults, verifiers, differences };
}

interface World {
  platform: Platform;
  cast: Cast;
  /** The application of an API, which introspects its own tokens. */
  backend: Party;
  verifiers: readonly Verifier[];
}

async function prepare({ processes, first }: Stage, seed: number): Promise<World> {
  const urls = processes.map(({ url }) => url);
  const [url = ''] = urls;
  const management = await signInAsApplication(url, first);
  const chance = createChance(seed + 1);
  const platform: Platform = { publicUrl: url, urls, management, chance, faults: [] };
  const cast = await createCast(platform);
  const token = await accessTokenOf(url, first);
  const { page } = await queryPage({ url, token });
  const after = page?.cursor ?? '';
  const verifiers = Array.from({ length: 5 }, (_, index) =>
    startVerifier({
      name: `API ${index + 1}`,
      transport: index % 2 ? 'serverSentEvents' : 'webSocket',
      urls: index % 2 ? urls : urls.toReversed(),
      token,
      after,
    }),
  );
  return { platform, cast, backend: cast.backend, verifiers };
}

/** The text of the token, for transports. */
async function accessTokenOf(url: string, { clientId, clientSecret }: Stage['first']): Promise<string> {
  const response = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ grant_type: 'client_credentials', resource: `${url}/api` }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

/** Signs people in and ends them, until the time is over. What a fault interrupts begins again. */
async function endInTurn({ platform, cast }: World, begin: number, ended: Ended[], signal: AbortSignal): Promise<void> {
  for (let turn = begin; !signal.aborted; turn++) {
    const ending = endings[turn % endings.length];
    const signedIn = await signIn(platform, cast).catch(() => undefined);
    if (!ending || !signedIn) {
      await sleep(100);
      continue;
    }
    if (await acknowledged(() => ending.make(platform, signedIn)))
      ended.push({ name: ending.name, tokens: signedIn.tokens, at: Date.now() });
  }
}

/** Makes a change until it is acknowledged. NOT_FOUND: an earlier attempt was. False after ten attempts. */
async function acknowledged(change: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      await change();
      return true;
    } catch (error) {
      if (/NOT_FOUND/.test((error as Error).message)) return true;
      await sleep(500);
    }
  }
  return false;
}

/** Compares each ending with what the APIs refuse as soon as they are up to date beyond it. */
async function watch(
  verifiers: readonly Verifier[],
  ended: readonly Ended[],
  differences: string[],
  signal: AbortSignal,
): Promise<void> {
  const judged = new Map<Verifier, number>(verifiers.map((verifier) => [verifier, 0]));
  while (!signal.aborted) {
    for (const verifier of verifiers) {
      const from = judged.get(verifier) ?? 0;
      const due = ended.slice(from).findIndex(({ at }) => at >= verifier.asOf());
      const until = due < 0 ? ended.length : from + due;
      differences.push(...acceptedBy(verifier, ended.slice(from, until)));
      judged.set(verifier, until);
    }
    await sleep(20);
  }
}

const acceptedBy = (verifier: Verifier, ended: readonly Ended[]): string[] =>
  ended
    .filter(({ tokens }) => tokens.some((token) => !verifier.refuses(token)))
    .map(({ name }) => `${verifier.name} accepted a token after: ${name}`);

const faultKinds = ['killed', 'frozen', 'postgres'] as const;

/** Causes a fault every `pace` milliseconds. Resolves with their names when everything is repaired. */
async function breakThings(stage: Stage, chance: Chance, pace: number, signal: AbortSignal): Promise<string[]> {
  const kinds = {
    killed: () => chance.pick(stage.processes).kill(),
    frozen: () => chance.pick(stage.processes).freeze(pace / 2),
    postgres: () => stage.crashPostgres(),
  };
  const faults: string[] = [];
  while (!signal.aborted) {
    const kind = faultKinds[faults.length % faultKinds.length] ?? 'killed';
    faults.push(kind);
    await Promise.all([kinds[kind](), sleep(pace)]);
  }
  return faults;
}

/** The end: every API is up to date and refuses what ended, the token endpoint as well, and nobody refuses others. */
async function judge({ platform, backend, verifiers }: World, ended: readonly Ended[], spared: SignedIn) {
  const differences: string[] = [];
  const last = Date.now();
  for (const verifier of verifiers) {
    while (verifier.asOf() < last && Date.now() - last < patience) await sleep(50);
    if (verifier.asOf() < last) differences.push(`${verifier.name} was not up to date after ${patience / 1000} s`);
    differences.push(...acceptedBy(verifier, ended));
    if (spared.tokens.some((token) => verifier.refuses(token)))
      differences.push(`${verifier.name} refused a token that never ended`);
  }
  const isActive = async (token: string) =>
    ((await (await ask(platform, '/token/introspection', backend, { token })).json()) as { active: boolean }).active;
  for (const { name, tokens } of ended)
    if (await isActive(tokens[1] ?? '')) differences.push(`introspection: a token was active after: ${name}`);
  if (!(await isActive(spared.tokens[1] ?? '')))
    differences.push('introspection: a token that never ended is inactive');
  return differences;
}
