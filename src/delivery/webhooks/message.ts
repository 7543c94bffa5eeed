import { createSigner } from '../../domain/webhook-signature.ts';
import type { PlacedEvent } from '../../store/event-positions.ts';
import type { Endpoint } from '../../store/webhook-endpoints.ts';
import type { EventText } from '../../store/webhook-events.ts';
import type { Turn } from '../../store/webhook-turns.ts';

/** What is sent for an event. */
export interface Message {
  id: string;
  body: string;
}

/** An event with what its texts say. */
export type WholeEvent = Omit<PlacedEvent, 'position' | 'size'>;

/** What a GraphQL selection, which was judged when it was saved, makes of an event. */
export type ShapeEvent = (selection: string, event: WholeEvent) => Promise<Record<string, unknown>>;

/**
 * The message of a delivery: the event, with its place among those about the same record. Where the webhook has a selection, what that makes of the
 * event is the data, and nothing of the event is told besides but what every receiver needs: its id, type and time.
 */
export function messageOf(
  turn: Turn,
  { webhookId, selection }: Pick<Endpoint, 'webhookId' | 'selection'>,
  shape: ShapeEvent,
): Message | Promise<Message> {
  const { event } = turn;
  if (selection === null) return messageWith((event.text ??= textOf(event)), turn, webhookId);
  return shape(selection, read(event)).then((data) =>
    messageWith(`${headOf(event)},"data":${JSON.stringify(data)}`, turn, webhookId),
  );
}

function messageWith(told: string, { event, sequence, previousId }: Turn, webhookId: string): Message {
  const previous = previousId === null ? null : `"${previousId}"`;
  return { id: event.id, body: `{${told},"hookId":"${webhookId}","sequence":${sequence},"previous":${previous}}` };
}

const headOf = ({ id, type, occurredAt }: EventText): string =>
  `"id":"${id}","type":"${type}","timestamp":"${occurredAt.toISOString()}"`;

/** What an event holds goes as it stands in the log. */
function textOf(event: EventText): string {
  const { data, actor, cause, subjectKind, subjectId } = event;
  const subject = JSON.stringify({ kind: subjectKind, id: subjectId });
  return `${headOf(event)},"data":${data},"actor":${actor},"cause":${cause},"subject":${subject}`;
}

const read = ({ actor, cause, data, ...event }: EventText): WholeEvent => ({
  ...event,
  actor: JSON.parse(actor) as WholeEvent['actor'],
  cause: JSON.parse(cause) as WholeEvent['cause'],
  data: JSON.parse(data) as WholeEvent['data'],
});

/** What the headers of requests to one endpoint are made of. */
export interface Headers {
  /** All of one attempt: ours, those of the webhook, and the signature of every secret that signs now. */
  sent(message: Message, time: Date): Record<string, string>;
  /** As the log shows them: a webhook's own can hold secrets. */
  shown(sent: Record<string, string>): Record<string, string>;
}

export function createHeaders({ headers, secrets }: Pick<Endpoint, 'headers' | 'secrets'>): Headers {
  const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const always = {
    'user-agent': 'Mandate-Webhooks/1',
    ...Object.fromEntries(own),
    'content-type': 'application/json',
  };
  const hiddenValues = Object.fromEntries(own.map(([name]) => [name, '(not shown)']));
  const sign = createSigner(secrets);
  return {
    sent: ({ id, body }, time) => ({ ...always, ...sign(id, time, body) }),
    shown: (sent) => (own.length ? { ...sent, ...hiddenValues } : sent),
  };
}
