import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { userOnPages } from '../../src/kernel/actor.ts';
import type { OutputShape, TypedOperation } from '../../src/kernel/operation.ts';
import { operations } from '../../src/operations/index.ts';
import { recordSignIn } from '../../src/operations/sign-in/record-sign-in.ts';
import { examples } from '../operations/examples/index.ts';
import { makeRecords } from '../support/records.ts';
import { actorWith, originOf, refusalOf, startKernel, type TestKernel } from '../support/kernel.ts';

let kernel: TestKernel;
beforeAll(async () => {
  kernel = await startKernel();
});
afterAll(() => kernel[Symbol.asyncDispose]());

const others = operations.filter(({ name }) => name !== 'recordSignIn') as TypedOperation<z.ZodType, OutputShape>[];

/** A user, and the input with which that user signs in. */
async function signIn() {
  const { user: userId } = await makeRecords(kernel);
  await kernel.database.prisma.user.update({ where: { id: userId }, data: { passwordHash: 'a hash' } });
  return { userId, applicationId: null, passwordHash: 'a hash', endings: 0 };
}

test('The pages let a user sign in, and run no other operation', async () => {
  const input = await signIn();
  const actor = userOnPages(input.userId);
  const records = await makeRecords(kernel);
  const before = await kernel.database.prisma.event.count();
  for (const operation of others) {
    const example = examples[operation.name]?.({ ...records, user: input.userId }).input ?? {};
    const refusal = await refusalOf(kernel.run(operation, example, actor));
    expect({ ...refusal, name: operation.name }).toMatchObject({
      name: operation.name,
      message: `Requires the permission ${operation.permission as string}.`,
    });
  }
  expect(await kernel.database.prisma.event.count()).toBe(before);
  expect((await kernel.run(recordSignIn, input, actor)).events).toMatchObject([{ type: 'PostSignIn' }]);
});

test('No other user and no administrator can run the operation that signs a user in', async () => {
  const input = await signIn();
  const { user: other } = await makeRecords(kernel);
  for (const actor of [userOnPages(other), actorWith(), { ...actorWith(), kind: 'application' as const }]) {
    const refusal = await refusalOf(kernel.execute(recordSignIn, actor, input, originOf('req_1')));
    expect(refusal).toMatchObject({ code: 'FORBIDDEN', message: 'Only the user themselves may do this.' });
  }
});
