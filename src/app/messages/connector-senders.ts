import type { Config } from '../../config.ts';
import { renderBody } from '../../domain/messages/message-template.ts';
import { createSigner, type SigningSecret } from '../../domain/webhooks/webhook-signature.ts';
import type { Clock } from '../../platform/clock.ts';
import type { HttpBody } from '../../platform/messaging/http.ts';
import type { OutgoingMessage, Sender } from '../../platform/messaging/sender.ts';
import type { SafeFetch } from '../../platform/network/safe-fetch.ts';
import type { SendingConnector } from '../../store/connectors.ts';
import type { HttpFormat } from '../../vocabulary/connectors/connectors.ts';

interface ConnectorSenders {
  /** The sender of a connector. */
  open(connector: SendingConnector): Promise<Sender>;
  /** Drops all connections. */
  close(): Promise<void>;
}

/** Sends with connectors: only to the public internet, unless private addresses are allowed. */
export function createConnectorSenders(
  { webhookPrivateAddresses: allowPrivateAddresses }: Pick<Config, 'webhookPrivateAddresses'>,
  clock: Clock,
): ConnectorSenders {
  let safeFetch: Promise<SafeFetch> | undefined;
  const openFetch = async () =>
    (await import('../../platform/network/safe-fetch.ts')).createSafeFetch({ allowPrivateAddresses });
  return {
    async open(connector) {
      if (connector.areSecretsLost) return withoutSecrets(connector.id);
      if (connector.driver === 'smtp') return openSmtp(connector, allowPrivateAddresses);
      return openHttp(connector, await (safeFetch ??= openFetch()), clock);
    },
    close: async () => (await safeFetch)?.close(),
  };
}

/** A sender that only states what the connector needs. */
export const lostSecrets = 'Its secrets cannot be decrypted: set them again.';
const withoutSecrets = (connectorId: string): Sender => ({
  connectorId,
  send: () => Promise.resolve({ error: lostSecrets, isPermanent: false }),
});

type Of<Driver extends SendingConnector['driver']> = Extract<SendingConnector, { driver: Driver }>;

const tlsOf = { starttls: 'required', tls: 'implicit', none: 'none' } as const;

async function openSmtp({ id, settings, secrets }: Of<'smtp'>, allowPrivateAddresses: boolean): Promise<Sender> {
  const { createSmtpSender } = await import('../../platform/messaging/smtp.ts');
  const { host, port, security, username, senderName, senderAddress } = settings;
  return createSmtpSender({
    connectorId: id,
    server: {
      host,
      port,
      tls: tlsOf[security],
      user: username ?? '',
      password: secrets.password ?? '',
    },
    from: { name: senderName, address: senderAddress },
    ...(!allowPrivateAddresses && { publicOnly: {} }),
  });
}

const mediaTypes: Record<HttpFormat, string> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
};

async function openHttp({ id, settings, secrets }: Of<'http'>, safeFetch: SafeFetch, clock: Clock): Promise<Sender> {
  const { createHttpSender } = await import('../../platform/messaging/http.ts');
  const { url, format, body, username, sender } = settings;
  const encode = ({ recipient, subject, html, ...message }: OutgoingMessage): HttpBody => {
    const { text, template, language } = message;
    const optional = { sender: sender ?? '', subject: subject ?? '', html: html ?? '' };
    const values = { id: message.id, to: recipient, text, template, language, ...optional };
    return { mediaType: mediaTypes[format], body: renderBody(body, format, values) };
  };
  const credentials = Buffer.from(`${username}:${secrets.password}`).toString('base64');
  const headers = { ...secrets.headers, ...(username !== null && { authorization: `Basic ${credentials}` }) };
  const sign = secrets.signingSecret && createSigner([secrets.signingSecret as SigningSecret]);
  return createHttpSender({ connectorId: id, url, headers, encode, safeFetch, clock, ...(sign && { sign }) });
}
