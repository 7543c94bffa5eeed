import type { ExchangeDatabase } from './fixture/database.ts';
import { createJudge, type Judge } from './judge.ts';
import type { LoadGenerator } from '../shared/load/control.ts';
import type { Run } from '../shared/load/generator.ts';
import type { LoadResult } from '../shared/load/run.ts';
import { countDatabase } from '../shared/counters.ts';
import { type Side, type Slice, sliceOf, sliceSeconds } from '../shared/pairs.ts';
import { residentBytes } from '../shared/processor.ts';
import { type ServerProcess, startServer } from '../shared/server-process.ts';
import { probeExchange, probeRules } from './probe.ts';
import { expectRecorded } from './recorded.ts';
import { issuer, requestsOf, type Variant, type VariantName } from './variants.ts';

/** The common parameters of all variants. */
export interface Bench {
  generator: LoadGenerator;
  /** Different requests per set of the generator (sets are named like the databases). */
  requests: number;
  /** The number of requests that are repeated in variants with the same tokens. */
  sameTokens: number;
  /** Requests of a part of the warm-up. */
  warmRequests: number;
  connections: number;
  /** Called with the resident bytes of a server after each slice. */
  noteResident(name: VariantName, bytes: number): void;
}

/** Requests before each slice, until the caches of the processor contain the server again. */
const warmPerSlice = 64;

/** Starts the server, and checks its responses. Throws if a response is wrong. */
export async function startSide(bench: Bench, variant: Variant, database: ExchangeDatabase): Promise<Side> {
  const server = await startServer(variant.server);
  try {
    const judge = variant.isPlatform ? await checkServer(variant, database, server) : undefined;
    const load = loadOf(bench, variant, database, server, judge);
    return {
      title: variant.title,
      warmUp: () => load({ warm: 0, seconds: Number.POSITIVE_INFINITY, most: bench.warmRequests }),
      async slice() {
        const slice = await load({ warm: warmPerSlice, seconds: sliceSeconds, most: Number.POSITIVE_INFINITY });
        bench.noteResident(variant.name, residentBytes(server.pid));
        return slice;
      },
      async stop() {
        try {
          if (isOwn(variant)) await expectRecorded(server.port, variant.title, variant.name.startsWith('ledgerOff'));
        } finally {
          await server.stop();
        }
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Whether it is the platform of this commit. */
const isOwn = ({ isPlatform, name }: Variant): boolean => isPlatform && !name.startsWith('against');

/** Probes the platform of this commit. Another commit is a reference, whose responses are verified. */
async function checkServer(variant: Variant, database: ExchangeDatabase, { port }: ServerProcess): Promise<Judge> {
  const judge = await createJudge(port, issuer);
  const probe = variant.isWhole ? probeRules : probeExchange;
  if (isOwn(variant)) await probe({ ...database, port, judge, isRuled: variant.database === 'ruled' });
  return judge;
}

function loadOf(
  { generator, connections, sameTokens, requests }: Bench,
  variant: Variant,
  { client, scale, fixture }: ExchangeDatabase,
  { port, pid }: ServerProcess,
  judge: Judge | undefined,
) {
  const limit = variant.sameTokens ? sameTokens : requests;
  let next = 0;
  return async (part: Pick<Run, 'warm' | 'seconds' | 'most'>): Promise<Slice> => {
    const spentByDatabase = await countDatabase(variant.isPlatform ? client : undefined);
    const order = { ...part, port, pid, set: requestsOf(variant), limit, connections, from: next };
    const { completed, spent, samples, refusals, ...result } = await generator.run(order);
    const databaseSeconds = await spentByDatabase();
    next = result.next;
    expectNone(refusals, variant);
    for (const { request, body } of judge ? samples : []) await judge?.(fixture.exchangeOf(request, scale), body);
    return sliceOf(completed, spent, (databaseSeconds * completed) / (completed + part.warm));
  };
}

function expectNone(refusals: LoadResult['refusals'], { title }: Variant): void {
  const [first] = Object.entries(refusals);
  if (first) throw new Error(`${title}: ${first[1]} requests under load failed with ${first[0]}. The run is void.`);
}
