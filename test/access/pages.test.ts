import { expect, test } from 'vitest';
import { personOnPages, platformActor } from '../../src/kernel/actor.ts';
import { operations } from '../../src/operations/index.ts';
import { completeSignIn } from '../../src/operations/flows/complete-sign-in.ts';
import { systemIds } from '../../src/platform/ids/ids.ts';
import { examples } from '../operations/examples/index.ts';
import { addInteraction } from '../support/browsers/interaction.ts';
import { makeRecords } from '../support/records.ts';
import { actorWith, originOf, refusalOf, startKernel } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

/** A flow of a user with a password, and the input that signs the user in. */
async function signIn() {
  const { user: userId } = await makeRecords(kernel);
  await kernel.database.prisma.factor.deleteMany({ where: { userId } });
  await kernel.database.prisma.user.update({ where: { id: userId }, data: { passwordHash: 'a hash' } });
  const flowId = systemIds.next('signInAttempt');
  const now = kernel.now();
  const reference = systemIds.secret(6);
  const times = { createdAt: now, touchedAt: now };
  await kernel.database.prisma.signInAttempt.create({ data: { id: flowId, purpose: 'sign-in', reference, ...times } });
  const limited = {
    kind: 'password' as const,
    userId,
    deviceId: null,
    identifier: 'ada',
    isProven: false,
    network: null,
  };
  const proven = { kind: 'password' as const, subject: userId, sessionEpoch: 0 };
  const verification = { ...proven, limited, use: null, rehash: null };
  const request = { deviceHashes: [], session: null, requestedLevel: 1 as const, canUsePasskeys: true };
  const device = { secretHash: Buffer.alloc(32), label: null };
  const answered = { flowId, version: 0, request, step: 'identify' as const, verification };
  const interaction = await addInteraction(kernel.database.prisma, flowId, now);
  return {
    userId,
    input: { ...answered, inputs: {}, trustsDevice: false, language: 'en', device, interaction },
  };
}

test('the pages sign a user in, and run no operation that requires a permission', async () => {
  const { userId, input } = await signIn();
  const actor = personOnPages(input.flowId, userId);
  const records = await makeRecords(kernel);
  const before = await kernel.database.prisma.event.count();
  for (const operation of operations.filter(({ permission }) => typeof permission === 'string')) {
    const example = examples[operation.name]?.({ ...records, user: userId }).input ?? {};
    const refusal = await refusalOf(kernel.run(operation, example, actor));
    expect({ ...refusal, name: operation.name }).toMatchObject({
      name: operation.name,
      message:
        operation.permission === 'self'
          ? 'Requires a user with any permission of the Management API.'
          : `Requires the permission ${operation.permission as string}.`,
    });
  }
  expect(await kernel.database.prisma.event.count()).toBe(before);
  expect((await kernel.run(completeSignIn, input, actor)).events).toMatchObject([{ type: 'PostSignIn' }]);
});

test('only the person on the pages can run the operations of a flow, not even an administrator', async () => {
  const { userId, input } = await signIn();
  const another = personOnPages(systemIds.next('signInAttempt'), userId);
  for (const actor of [another, actorWith(), { ...actorWith(), kind: 'application' as const }, platformActor]) {
    const refusal = await refusalOf(kernel.execute(completeSignIn, actor, input, originOf('req_1')));
    expect(refusal).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only the person who began this flow can continue it.',
    });
  }
});

test('a sign-in is refused without a verification, of another version, and once the flow has ended', async () => {
  const { userId, input } = await signIn();
  const actor = personOnPages(input.flowId, userId);
  for (const refused of [
    { ...input, verification: null },
    { ...input, version: 1 },
  ])
    expect(await refusalOf(kernel.run(completeSignIn, refused, actor))).toMatchObject({ code: 'CONFLICT' });
  await kernel.run(completeSignIn, input, actor);
  for (const version of [0, 1, 2])
    expect(await refusalOf(kernel.run(completeSignIn, { ...input, version }, actor))).toMatchObject({
      code: 'CONFLICT',
    });
});

test('a password that is changed during its check is refused', async () => {
  const { userId, input } = await signIn();
  const actor = personOnPages(input.flowId, userId);
  const ended = { ...input, verification: { ...input.verification, sessionEpoch: 1 } };
  expect(await refusalOf(kernel.run(completeSignIn, ended, actor))).toMatchObject({ code: 'FORBIDDEN' });
  expect((await kernel.run(completeSignIn, input, actor)).events).toMatchObject([{ type: 'PostSignIn' }]);
});
