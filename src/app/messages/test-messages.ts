import type { Config } from '../../config.ts';
import { requireRecipient } from '../../domain/messages/connector.ts';
import { notFound } from '../../domain/failure.ts';
import { normalize } from '../../domain/people/identifiers.ts';
import type { SendTestMessage, TestMessageFailure } from '../../kernel/prepare-services.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Ids } from '../../platform/ids/ids.ts';
import { transaction } from '../../platform/database/transactions.ts';
import type { OutgoingMessage, Sender } from '../../platform/messaging/sender.ts';
import { findConnector } from '../../store/connectors.ts';
import { refundMessage } from '../../store/flows/message-limits.ts';
import { countManagementMessage } from '../../store/messages/management-limits.ts';
import { createConnectorSenders } from './connector-senders.ts';
import { mailBrandReader } from './mail-brand-reader.ts';

interface TestServices {
  database: Pick<Database, 'pool' | 'prisma' | 'yieldingPrisma' | 'preparedStatements'>;
  secretBox: SecretBox;
  clock: Clock;
  ids: Ids;
}

/** Maximum duration of a test (ms). */
const timeLimit = 15_000;

/**
 * Sends test messages with connectors. Connections are closed after each. What a connector refuses does not count for
 * the limit of its recipient.
 */
export const createTestMessageSender =
  (config: Pick<Config, 'webhookPrivateAddresses' | 'publicUrl'>, services: TestServices): SendTestMessage =>
  async (connectorId, recipient) => {
    const connector = await findConnector(services, connectorId);
    if (!connector) throw notFound('connector', 'connectorId');
    requireRecipient(connector.kind, recipient);
    const message = await testMessage(services, config, { channel: connector.kind, recipient });
    const now = services.clock.now();
    const limitKey = await countTest(services, recipient, now);
    const senders = createConnectorSenders(config, services.clock);
    const startedAt = performance.now();
    try {
      const failure = await sendWithin(await senders.open(connector), message);
      if (failure) await refundMessage(services.database, limitKey, now);
      return { failure, durationMs: Math.round(performance.now() - startedAt) };
    } finally {
      await senders.close();
    }
  };

/** In a transaction of its own, which ends before the message is sent. */
const countTest = ({ database, secretBox }: TestServices, recipient: string, now: Date): Promise<Uint8Array> =>
  transaction(database, (tx) => {
    const counted = { recipient: normalize(recipient), organizationId: null, now, path: 'recipient' };
    return countManagementMessage(tx, secretBox, counted);
  });

async function testMessage(
  { ids, clock, database }: TestServices,
  config: Pick<Config, 'publicUrl'>,
  { channel, recipient }: { channel: 'email' | 'sms'; recipient: string },
) {
  const { render } = await import('../../delivery/messages/render.ts');
  const content = { template: 'connector-test', parameters: { time: clock.now().toISOString() } } as const;
  const language = 'en';
  const brand = await mailBrandReader(config, database)(null);
  const texts = render(content, { channel, language, publicUrl: config.publicUrl, brand });
  return { ...content, id: ids.next('message'), channel, recipient, language, ...texts };
}

async function sendWithin(sender: Sender, message: OutgoingMessage): Promise<TestMessageFailure | null> {
  const limit = AbortSignal.timeout(timeLimit);
  const timeout = { step: 'timeout', error: `There was no result within ${timeLimit / 1000} seconds.` } as const;
  try {
    const failure = await sender.send(message, limit);
    return failure ? { step: failure.step ?? 'protocol', error: failure.error } : null;
  } catch (error) {
    if (limit.aborted) return timeout;
    throw error;
  }
}
