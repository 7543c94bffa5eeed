import { systemIds as ids } from '../../../src/platform/ids/ids.ts';
import { createSecretBox } from '../../../src/platform/crypto/secret-box.ts';
import { type NewMessage, queueMessage, sealMessage } from '../../../src/store/messages/queue.ts';
import type { TestKernel } from '../../support/kernel.ts';

/** The secret box of `startKernel`. */
export const secretBox = createSecretBox([Buffer.alloc(32, 7)]);

/** Queues a sign-in code for Ada that is valid for 10 minutes, or what `changes` makes of it. Returns its id. */
export async function queue(
  kernel: Pick<TestKernel, 'database' | 'now'>,
  changes: Partial<NewMessage> = {},
): Promise<string> {
  const message = {
    channel: 'email',
    recipient: 'ada@example.com',
    template: 'sign-in-code',
    parameters: { code: '482913', minutes: 10 },
    language: 'en',
    expiresAt: new Date(kernel.now().getTime() + 600_000),
    ...changes,
  } as NewMessage;
  const id = ids.next('message');
  const sealed = sealMessage(secretBox, message);
  await kernel.database.prisma.$transaction((tx) => queueMessage(tx, { ...sealed, id, now: kernel.now() }));
  return id;
}

/** A row with its parameters. */
export const stored = ({ database }: TestKernel, id: string) =>
  database.prisma.message.findUniqueOrThrow({ where: { id }, omit: { encryptedParameters: false } });
