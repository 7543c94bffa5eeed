import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemIds } from '../../../src/platform/ids/ids.ts';
import { signInAsApplication } from '../../../tools/demo/management.ts';
import { startIssuer, type TestIssuer } from '../../support/issuer.ts';
import { createChance } from '../load/chance.ts';
import type { Platform } from './platform.ts';
import { runEndings } from './run.ts';

/** As many changes as the suite has time for; `npm run chaos -- --endings` makes more, with any seed. */
const plan = { changes: 10, flows: 2, concurrency: 6 };
const first = { clientId: systemIds.next('application'), clientSecret: systemIds.secret() };
const environment = { BOOTSTRAP_CLIENT_ID: first.clientId, BOOTSTRAP_CLIENT_SECRET: first.clientSecret };
const processes: TestIssuer[] = [];
let platform: Platform;

beforeAll(async () => {
  const here = await startIssuer({ environment });
  processes.push(here, await startIssuer({ beside: here, environment }));
  platform = {
    publicUrl: here.publicUrl,
    urls: processes.map(({ url }) => url),
    management: await signInAsApplication(here.url, first),
    chance: createChance(4),
    faults: [],
  };
});
afterAll(async () => {
  for (const process of processes.reverse()) await process[Symbol.asyncDispose]();
});

test('a request in progress does not survive an ending, at any step and on any process', async () => {
  const outcomes = await runEndings(platform, {
    ...plan,
    report: () => undefined,
    signal: new AbortController().signal,
  });
  expect(outcomes.flatMap(({ survivors }) => survivors)).toEqual([]);
  expect([...platform.faults, ...processes.flatMap(({ faults }) => faults)]).toEqual([]);
});
