import type { SendStep } from '../../vocabulary/connectors/connectors.ts';
import type { MessageChannel, MessageContent } from '../../vocabulary/connectors/message-templates.ts';

/** A message as it is sent: rendered, and with its parameters for senders that render it themselves. */
export type OutgoingMessage = MessageContent & {
  /** The same for all attempts. */
  id: string;
  channel: MessageChannel;
  recipient: string;
  language: string;
  /** Null for SMS. */
  subject: string | null;
  text: string;
  /** Null for SMS. */
  html: string | null;
};

/** Why an attempt failed. */
export interface SendFailure {
  /** One sentence. It contains neither the message nor anything that the server sent, except status codes. */
  error: string;
  /** The step that failed, if it is known. */
  step?: SendStep;
  /** Whether further attempts are useless. */
  isPermanent: boolean;
}

/** A way to send messages. */
export interface Sender {
  /** The id of the connector; null for `SMTP_URL` and the inbox. */
  connectorId: string | null;
  /** Makes one attempt. Undefined if the message was accepted. The signal aborts the attempt. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendFailure | undefined>;
}

/** Chooses how messages are sent. */
export interface Senders {
  /** The sender of a connector or, for null, of a channel. Undefined if there is none at present. */
  choose(channel: MessageChannel, connectorId: string | null): Promise<Sender | undefined>;
  /** Drops all connections. */
  close(): Promise<void>;
}
