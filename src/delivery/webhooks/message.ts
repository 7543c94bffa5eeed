import { createSigner } from '../../domain/webhooks/webhook-signature.ts';
import type { LoggedEvent, PositionedEvent } from '../../store/logged-event.ts';
import type { DueDelivery } from '../../store/webhooks/deliveries.ts';
import type { Endpoint } from '../../store/webhooks/endpoints.ts';

/** The message of an event. */
interface Message {
  id: string;
  body: string;
}

/** Applies a GraphQL selection, which was validated when it was saved, to an event. */
export type ShapeEvent = (selection: string, event: PositionedEvent) => Promise<Record<string, unknown>>;

/** The event of a delivery, with its place among those about the same record. */
type NumberedEvent = Pick<DueDelivery, 'event' | 'sequence' | 'previousId'>;

/**
 * The message of a delivery: the event with its sequence number. With a selection, its result replaces `data`, and only
 * id, type and time of the event are sent besides.
 */
export function webhookMessageOf(
  delivery: NumberedEvent,
  { webhookId, selection }: Pick<Endpoint, 'webhookId' | 'selection'>,
  shape: ShapeEvent,
): Message | Promise<Message> {
  const { event } = delivery;
  if (selection === null) return messageWith(textOf(event), delivery, webhookId);
  return shape(selection, event).then((data) =>
    messageWith(`${headOf(event)},"data":${JSON.stringify(data)}`, delivery, webhookId),
  );
}

function messageWith(members: string, { event, sequence, previousId }: NumberedEvent, webhookId: string): Message {
  const previous = previousId === null ? null : `"${previousId}"`;
  return { id: event.id, body: `{${members},"hookId":"${webhookId}","sequence":${sequence},"previous":${previous}}` };
}

const headOf = ({ id, type, occurredAt }: LoggedEvent): string =>
  `"id":"${id}","type":"${type}","timestamp":"${occurredAt.toISOString()}"`;

function textOf(event: LoggedEvent): string {
  const { json, subjectKind, subjectId, subjectLabel } = event;
  const subject = JSON.stringify({ kind: subjectKind, id: subjectId, label: subjectLabel });
  return `${headOf(event)},"data":${json.data},"actor":${json.actor},"cause":${json.cause},"subject":${subject}`;
}

/** The headers of requests to one endpoint. */
interface MessageHeaders {
  /** All headers of an attempt: ours, the custom ones, and the signatures of all current secrets. */
  sent(message: Message, time: Date, traceparent?: string): Record<string, string>;
  /** The headers as they are published, without the values of custom ones, which can be secret. */
  shown(headers: Record<string, string>): Record<string, string>;
}

export function createHeaders({ headers, secrets }: Pick<Endpoint, 'headers' | 'secrets'>): MessageHeaders {
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const constant = {
    'user-agent': 'Mandate-Webhooks/1',
    ...Object.fromEntries(lowerCase),
    'content-type': 'application/json',
  };
  const hiddenValues = Object.fromEntries(lowerCase.map(([name]) => [name, '(not shown)']));
  const sign = createSigner(secrets);
  return {
    sent: ({ id, body }, time, traceparent) => ({
      ...(traceparent !== undefined && { traceparent }),
      ...constant,
      ...sign(id, time, body),
    }),
    shown: (requestHeaders) => (lowerCase.length ? { ...requestHeaders, ...hiddenValues } : requestHeaders),
  };
}
