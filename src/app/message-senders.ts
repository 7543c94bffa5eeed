import type { Config } from '../config.ts';
import type { Sender, Senders } from '../platform/messaging/sender.ts';

/**
 * Chooses senders. For a channel: `SMTP_URL` for mail; outside production the inbox, which shows every message anyway.
 * They are loaded by their first message.
 */
export function createSenders({ smtp, production }: Pick<Config, 'smtp' | 'production'>): Senders {
  let mail: Promise<Sender> | undefined;
  return {
    async choose(channel, connectorId) {
      if (connectorId !== null) return undefined;
      if (channel === 'email' && smtp) return (mail ??= openSmtp(smtp));
      return production ? undefined : inbox;
    },
    canSend: (channel) => Promise.resolve((channel === 'email' && smtp !== undefined) || !production),
    close: () => Promise.resolve(),
  };
}

const inbox: Sender = { connectorId: null, send: () => Promise.resolve(undefined) };

async function openSmtp({ server, from }: NonNullable<Config['smtp']>): Promise<Sender> {
  const { createSmtpSender } = await import('../platform/messaging/smtp.ts');
  return createSmtpSender({ connectorId: null, server, from });
}
