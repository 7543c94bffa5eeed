import type { Config } from '../../config.ts';
import { platformActor } from '../../kernel/actor.ts';
import type { PrepareServices, SendsWithoutConnector } from '../../kernel/prepare-services.ts';
import type { Execute, KernelServices } from '../../kernel/types.ts';
import { reportConnectorFailure } from '../../operations/connectors/report-connector-failure.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Sender, Senders, SendFailure } from '../../platform/messaging/sender.ts';
import { findConnector, findEnabledConnector, recordSuccess, type SendingConnector } from '../../store/connectors.ts';
import { createConnectorSenders } from './connector-senders.ts';
import { platformOrigin } from '../platform-origin.ts';

type SenderServices = Pick<KernelServices, 'database' | 'secretBox' | 'clock' | 'ids'> & {
  execute: Execute;
  logger: Pick<Logger, 'warn'>;
  config: Pick<Config, 'smtp' | 'production' | 'webhookPrivateAddresses'>;
};

/**
 * Chooses senders. For a channel: the enabled connector; without one `SMTP_URL` for mail; outside production the inbox,
 * which shows every message anyway. Connectors are read for each message, so changes apply at once in every process.
 */
export function createSenders(services: SenderServices): Senders {
  const { smtp, production } = services.config;
  const connectors = createConnectorSenders(services.config, services.clock);
  let mail: Promise<Sender> | undefined;
  return {
    async choose(channel, connectorId) {
      const connector = await (connectorId === null
        ? findEnabledConnector(services, channel)
        : findConnector(services, connectorId));
      if (connector) return reporting(services, connector, await connectors.open(connector));
      if (connectorId !== null) return undefined;
      if (channel === 'email' && smtp) return (mail ??= openSmtp(smtp));
      return production ? undefined : inbox;
    },
    close: () => connectors.close(),
  };
}

/** The senders by channel. Outside production, the inbox shows every message. */
export function createSendability(
  { smtp, production }: Pick<Config, 'smtp' | 'production'>,
  services: Parameters<typeof findEnabledConnector>[0],
): Pick<PrepareServices, 'canSend' | 'sendsWithoutConnector'> {
  const sendsWithoutConnector: SendsWithoutConnector = (channel) =>
    !production || (channel === 'email' && smtp !== undefined);
  return {
    sendsWithoutConnector,
    canSend: async (channel) =>
      sendsWithoutConnector(channel) || (await findEnabledConnector(services, channel)) !== undefined,
  };
}

/** Records the outcomes of a connector. An outcome that cannot be recorded does not affect the message. */
function reporting(services: SenderServices, connector: SendingConnector, sender: Sender): Sender {
  const { database, clock, logger } = services;
  const record = (work: Promise<unknown>) =>
    work.catch((err: unknown) => logger.warn({ err, connectorId: connector.id }, 'connector: outcome not recorded'));
  return {
    connectorId: sender.connectorId,
    async send(message, signal) {
      try {
        const failure = await sender.send(message, signal);
        if (!failure) await record(recordSuccess(database, connector, clock.now()));
        else if (isOfConnector(failure)) await record(reportFailure(services, connector, failure.error));
        return failure;
      } catch (error) {
        if ((signal.reason as Error | undefined)?.name === 'TimeoutError')
          await record(reportFailure(services, connector, 'There was no result in time.'));
        throw error;
      }
    },
  };
}

/** Whether other messages would fail as well, as far as it is known. */
const isOfConnector = ({ step, isPermanent }: SendFailure): boolean =>
  !isPermanent && step !== 'envelope' && step !== 'content';

/** Milliseconds for which the same failure is not written again. */
const failureInterval = 60_000;

async function reportFailure({ execute, ids, clock }: SenderServices, connector: SendingConnector, error: string) {
  const { id: connectorId, lastError, lastFailedAt } = connector;
  const isRecent = lastFailedAt !== null && clock.now().getTime() - lastFailedAt.getTime() < failureInterval;
  if (isRecent && lastError === error) return;
  await execute(reportConnectorFailure, platformActor, { connectorId, error }, platformOrigin(ids));
}

const inbox: Sender = { connectorId: null, send: () => Promise.resolve(undefined) };

async function openSmtp({ server, from }: NonNullable<Config['smtp']>): Promise<Sender> {
  const { createSmtpSender } = await import('../../platform/messaging/smtp.ts');
  return createSmtpSender({ connectorId: null, server, from });
}
