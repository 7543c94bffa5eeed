import { expect, test } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../src/domain/failure.ts';
import { defineOperation } from '../../src/kernel/operation.ts';
import { actorWith, originOf, refusalOf, startKernel, platformActor } from '../support/kernel.ts';
import { perFile } from '../support/per-file.ts';

const kernel = perFile(startKernel);

const writeMessage = defineOperation({
  name: 'writeMessage',
  summary: 'Queue a message.',
  permission: 'roles:write',
  route: { method: 'POST', path: '/test' },
  words: { title: 'Test', button: 'Test', danger: null },
  input: z.strictObject({ fails: z.boolean() }),
  output: {},
  always: [],
  queuesMessages: true,
  async run({ unchanged }, { fails }) {
    if (fails) throw new Failure('CONFLICT', 'No.');
    return unchanged({});
  },
});

test('an operation that may queue messages nudges their engine after the commit only', async () => {
  await refusalOf(kernel.run(writeMessage, { fails: true }));
  await kernel.dryRun(platformActor, ({ execute }) =>
    execute(writeMessage, actorWith(), { fails: false }, originOf('req_1')),
  );
  expect(kernel.nudged).toEqual([]);
  await kernel.run(writeMessage, { fails: false });
  expect(kernel.nudged).toEqual([{ kind: 'messages' }]);
});
