import { beforeEach, describe, expect, test } from 'vitest';
import { stateOf } from '../../src/domain/oauth/signing-keys.ts';
import { retireSigningKey } from '../../src/operations/signing-keys/retire-signing-key.ts';
import { rotateSigningKeys } from '../../src/operations/signing-keys/rotate-signing-keys.ts';
import { systemIds as ids } from '../../src/platform/ids/ids.ts';
import { actorWith, originOf, refusalOf, startKernel, platformActor } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);
beforeEach(() => kernel.database.prisma.signingKey.deleteMany());

/** Returns the ids of the new keys, for RS256 and for ES256. */
const rotate = async (delaySeconds: number): Promise<[string, string]> => {
  const [rs256 = '', es256 = ''] = (await kernel.run(rotateSigningKeys, { delaySeconds })).output.signingKeyIds;
  return [rs256, es256];
};
const retire = async (signingKeyId: string) => (await kernel.run(retireSigningKey, { signingKeyId })).output;
const rows = () => kernel.database.prisma.signingKey.findMany({ orderBy: { id: 'asc' } });
/** The state of each key, by its id. */
const states = async () => {
  const keys = await rows();
  return Object.fromEntries(keys.map(({ id }) => [id, stateOf(id, keys, kernel.now())]));
};
const untilOf = async (id: string) => (await rows()).find((row) => row.id === id)?.publishedUntil;

describe('a signing key that is withdrawn', () => {
  test.each([0, 1] as const)('a key that signs is replaced at once, without another change (%d)', async (place) => {
    const keys = await rotate(0);
    const other = keys[1 - place] ?? '';
    const { output, events } = await kernel.run(retireSigningKey, { signingKeyId: keys[place] });
    expect(await states()).toEqual({ [other]: 'CURRENT', [output.signingKey]: 'CURRENT' });
    const algorithm = ['RS256', 'ES256'][place];
    expect(events).toMatchObject([
      { type: 'SigningKey.Retired', subjectId: keys[place], data: { signingKey: { algorithm } } },
      { type: 'SigningKey.Rotated', data: { signingKey: { algorithm, signsFrom: kernel.now().toISOString() } } },
    ]);
    expect(events[1]?.subjectId).toBe(output.signingKey);
  });

  test('a key whose successor is published is also replaced: by a single new key, which signs at once', async () => {
    const [, current] = await rotate(0);
    const [, next] = await rotate(300);
    const { signingKey } = await retire(current);
    expect(await states()).toMatchObject({ [signingKey]: 'CURRENT', [next]: 'NEXT' });
    kernel.advance(300);
    expect(await states()).toMatchObject({ [signingKey]: 'CURRENT', [next]: 'PREVIOUS' });
  });

  test('the withdrawal of a key that has not signed cancels the rotation of its algorithm only', async () => {
    const [rs256, es256] = await rotate(0);
    const [nextRs, next] = await rotate(300);
    const { signingKey, retirement } = await retire(next);
    expect(signingKey).toBe(es256);
    expect(retirement).toMatchObject({ state: 'NEXT', tokensExpireBy: null });
    kernel.advance(301);
    expect(await states()).toEqual({ [rs256]: 'PREVIOUS', [nextRs]: 'CURRENT', [es256]: 'CURRENT' });
    expect(await untilOf(es256)).toBeNull();
  });

  test('the withdrawal of a key that has not signed keeps the previous key published until the next one signs', async () => {
    const [, current] = await rotate(0);
    const [, second] = await rotate(300);
    const [, third] = await rotate(600);
    await retire(second);
    expect(await states()).toMatchObject({ [current]: 'CURRENT', [third]: 'NEXT' });
    expect(await untilOf(current)).toEqual(new Date(kernel.now().getTime() + (600 + 86_400 + 300) * 1000));
  });

  test('the withdrawal of a key that no longer signs changes nothing else', async () => {
    const [rs256, previous] = await rotate(0);
    kernel.advance(60);
    const [nextRs, current] = await rotate(0);
    const { signingKey, retirement } = await retire(previous);
    expect(signingKey).toBe(current);
    const expiry = new Date(kernel.now().getTime() + 86_400_000).toISOString();
    expect(retirement).toMatchObject({ state: 'PREVIOUS', tokensExpireBy: expiry });
    expect(await states()).toEqual({ [rs256]: 'PREVIOUS', [nextRs]: 'CURRENT', [current]: 'CURRENT' });
  });

  test('concurrent calls never leave the platform without a signing key', async () => {
    const [rs256, es256] = await rotate(0);
    const calls = [es256, es256, rs256, es256].map((id) =>
      retire(id).then(
        () => 'retired',
        ({ code }) => code,
      ),
    );
    const outcomes: string[] = await Promise.all(calls);
    expect(outcomes.toSorted()).toEqual(['NOT_FOUND', 'NOT_FOUND', 'retired', 'retired']);
    const keys = await rows();
    expect(keys.map(({ algorithm }) => algorithm).toSorted()).toEqual(['ES256', 'RS256']);
    expect(Object.values(await states())).toEqual(['CURRENT', 'CURRENT']);
    expect((await refusalOf(retire(es256))).paths).toEqual(['signingKeyId']);
  });
});

test('a dry run returns what the withdrawal would end and replace, and changes nothing', async () => {
  const { prisma } = kernel.database;
  const [, es256] = await rotate(0);
  const indicator = (n: number) => ({ id: ids.next('apiResource'), name: 'API', indicator: `urn:retired:${n}` });
  await prisma.apiResource.createMany({
    data: [indicator(1), indicator(2), { ...indicator(3), accessTokenSigningAlg: 'RS256' }],
  });
  const application = (type: 'NATIVE' | 'MACHINE_TO_MACHINE', idTokenSigningAlg: string) => ({
    id: ids.next('application'),
    name: 'App',
    type,
    idTokenSigningAlg,
  });
  await prisma.application.createMany({
    data: [application('NATIVE', 'ES256'), application('NATIVE', 'RS256'), application('MACHINE_TO_MACHINE', 'ES256')],
  });
  const record = (model: string, data: object = {}) => ({
    model,
    key: ids.secret(),
    payload: {},
    userId: ids.next('user'),
    expiresAt: new Date(kernel.now().getTime() + 1000),
    ...data,
  });
  await prisma.oidcRecord.createMany({
    data: [
      record('Session'),
      record('Session', { userId: null }),
      record('Session', { expiresAt: kernel.now() }),
      record('RefreshToken'),
      record('RefreshToken'),
      record('RefreshToken', { consumedAt: kernel.now() }),
    ],
  });
  const [, next] = await rotate(300);
  const before = await rows();
  const runDry = async (signingKeyId: string) => {
    const origin = originOf(ids.next('request'));
    const { output } = await kernel.dryRun(platformActor, ({ execute }) =>
      execute(retireSigningKey, actorWith(), { signingKeyId }, origin),
    );
    return output.retirement;
  };
  expect(await runDry(es256)).toEqual({
    algorithm: 'ES256',
    state: 'CURRENT',
    tokensExpireBy: new Date(kernel.now().getTime() + 86_400_000).toISOString(),
    apiResourceCount: 2,
    applicationCount: 1,
    sessionCount: 1,
    refreshTokenCount: 2,
  });
  // It has signed nothing yet.
  expect(await runDry(next)).toMatchObject({ state: 'NEXT', apiResourceCount: 0, applicationCount: 0 });
  expect(await rows()).toEqual(before);
});
