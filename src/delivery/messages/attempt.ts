import type { RecordSpan } from '../../platform/telemetry/spans.ts';
import { messageRetryDelay } from '../../domain/messages/message-retry.ts';
import type { SecretBox } from '../../platform/crypto/secret-box.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { OutgoingMessage, Sender, SendFailure, Senders } from '../../platform/messaging/sender.ts';
import { type ClaimedMessage, type MessageResult, openParameters } from '../../store/messages/outbox.ts';
import type { MessageChannel, MessageContent } from '../../vocabulary/connectors/message-templates.ts';
import type { MailBrand } from './mail-brand.ts';
import { render } from './render.ts';

/** The outcome of an attempt: `deferred` is repeated, `unsendable` was none because there is no sender. */
type Outcome = 'sent' | 'deferred' | 'failed' | 'expired' | 'unsendable';

export interface AttemptServices {
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
  secretBox: Pick<SecretBox, 'open' | 'derive'>;
  senders: Senders;
  publicUrl: string;
  /** The look of the mails of an application, or of those of none. */
  readBrand(applicationId: string | null): Promise<MailBrand | null>;
  /** Shows the message in the inbox, in development. */
  record?: ((message: OutgoingMessage) => Promise<void>) | undefined;
  /** Counts an attempt, and messages that expired without one. */
  count(channel: MessageChannel, outcome: Outcome): void;
  recordSpan?: RecordSpan | undefined;
  /** Maximum duration of an attempt (ms). */
  timeLimit?: number;
}

const defaultTimeLimit = 15_000;
/** Pause while there is no sender (ms). */
const senderPause = 5000;

interface AttemptResult {
  outcome: Outcome;
  result: MessageResult;
}

/** Makes one attempt to send a claimed message. The signal aborts it when the platform stops. */
export async function attempt(
  services: AttemptServices,
  claimed: ClaimedMessage,
  stop: AbortSignal,
): Promise<AttemptResult> {
  const { clock, logger, senders } = services;
  const startedAt = performance.now();
  const sender = await senders.choose(claimed.channel, claimed.connectorId);
  if (!sender) return unsendable(claimed, clock.now());
  const failure = await send(services, sender, claimed, stop);
  const attempted = attemptedOf(claimed, failure, sender.connectorId, clock.now());
  const { id: messageId, channel, template, attempts } = claimed;
  const { outcome, result } = attempted;
  const milliseconds = performance.now() - startedAt;
  const durationMs = Math.round(milliseconds);
  services.recordSpan?.({
    name: 'message attempt',
    kind: 'client',
    milliseconds,
    isFailed: outcome !== 'sent',
    attributes: { 'mandate.message_id': messageId, 'mandate.channel': channel, 'mandate.outcome': outcome },
  });
  const { connectorId, lastError: error, nextAttemptAt } = result;
  const fields = { messageId, channel, template, connectorId, attempt: attempts, outcome, error, durationMs };
  logger[outcome === 'failed' || outcome === 'expired' ? 'warn' : 'info'](
    { ...fields, nextAttemptAt },
    `message attempt: ${outcome}`,
  );
  return attempted;
}

const ended = { nextAttemptAt: null, sentAt: null, counts: true };

/** The message waits until there is a sender, or it expires. */
function unsendable({ connectorId, expiresAt }: ClaimedMessage, now: Date): AttemptResult {
  const nextAttemptAt = earlier(new Date(now.getTime() + senderPause), expiresAt);
  const lastError = 'No connector can send this message.';
  const result = { ...ended, state: 'pending', nextAttemptAt, connectorId, lastError, counts: false } as const;
  return { outcome: 'unsendable', result };
}

function attemptedOf(
  { attempts, expiresAt }: ClaimedMessage,
  failure: SendFailure | undefined,
  connectorId: string | null,
  now: Date,
): AttemptResult {
  const lastError = failure?.error ?? null;
  if (!failure) return { outcome: 'sent', result: { ...ended, state: 'sent', sentAt: now, connectorId, lastError } };
  const isOver = failure.isPermanent ? 'failed' : now >= expiresAt ? 'expired' : undefined;
  if (isOver) return { outcome: isOver, result: { ...ended, state: isOver, connectorId, lastError } };
  const nextAttemptAt = earlier(new Date(now.getTime() + messageRetryDelay(attempts)), expiresAt);
  return { outcome: 'deferred', result: { ...ended, state: 'pending', nextAttemptAt, connectorId: null, lastError } };
}

const earlier = (one: Date, other: Date): Date => (one < other ? one : other);

/** Sends within the time limit, whether or not the sender respects the signal. */
async function send(
  services: AttemptServices,
  sender: Sender,
  claimed: ClaimedMessage,
  stop: AbortSignal,
): Promise<SendFailure | undefined> {
  const { secretBox, publicUrl, record, logger, timeLimit = defaultTimeLimit } = services;
  const content = openParameters(secretBox, claimed);
  if (!content) return transient('The parameters were encrypted with a key that is not configured.');
  const { id, channel, recipient, language } = claimed;
  const brand = channel === 'email' ? await services.readBrand(applicationOf(content)) : null;
  const texts = render(content, { channel, language, publicUrl, brand });
  const message = { ...content, id, channel, recipient, language, ...texts };
  await record?.(message);
  const limit = AbortSignal.timeout(timeLimit);
  const signal = AbortSignal.any([stop, limit]);
  try {
    return await Promise.race([sender.send(message, signal), aborted(signal)]);
  } catch (error) {
    if (stop.aborted) return transient('The platform stopped during the attempt.');
    if (limit.aborted) return transient(`There was no result within ${timeLimit / 1000} seconds.`);
    // The message of the error is not logged: it may contain the code.
    const name = error instanceof Error ? error.name : typeof error;
    logger.warn({ messageId: id, channel, name }, 'message attempt: unexpected error');
    return transient('Unexpected error.');
  }
}

const applicationOf = ({ parameters }: MessageContent): string | null =>
  ('applicationId' in parameters && parameters.applicationId) || null;

const transient = (error: string): SendFailure => ({ error, isPermanent: false });

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
