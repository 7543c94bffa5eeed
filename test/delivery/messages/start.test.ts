import { expect, it } from 'vitest';
import { startMessages } from '../../../src/delivery/messages/start.ts';
import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createLogger } from '../../../src/platform/logger.ts';
import { startKernel } from '../../support/kernel.ts';
import { perFile } from '../../support/per-file.ts';
import { until } from '../../support/until.ts';
import { queue, secretBox, testSender } from './fixture.ts';

const kernel = perFile(startKernel);

it('messages are sent after a nudge, by an engine that starts with the first one and stops with the platform', async () => {
  const sender = testSender();
  const stop = startMessages({
    database: kernel.database,
    clock: { now: kernel.now },
    ids,
    logger: createLogger('error', { write: () => undefined }),
    secretBox,
    nudges: kernel.nudges,
    publicUrl: 'https://id.example.com',
    readBrand: () => Promise.resolve(null),
    count: () => undefined,
    senders: {
      choose: async () => sender,
      close: async () => undefined,
    },
  });
  for (let count = 1; count <= 2; count++) {
    await queue(kernel);
    kernel.nudges.publish({ kind: 'messages' });
    await until(() => sender.sent.length === count);
  }
  await stop();
  await queue(kernel);
  kernel.nudges.publish({ kind: 'messages' });
  await stop();
  expect(sender.sent).toHaveLength(2);
});
