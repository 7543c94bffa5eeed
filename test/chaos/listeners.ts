import { type Client, idIn } from './client.ts';
import { contentsOf } from './contents.ts';
import type { LoggedEvent, Tells, Wants } from './judge.ts';
import { type ChaosReceiver, startChaosReceiver } from './receivers.ts';
import { startSubscriber, type Subscriber } from './subscriber.ts';
import type { Transport } from './transports.ts';
import type { Commons } from './worker.ts';

/** Those who are told: the webhooks and the subscribers of a run, each with what it asks for and with our own idea of what that means. */

/** Types of event as the log spells them, with how GraphQL does. */
const someTypes = {
  'User.Created': 'USER_CREATED',
  'User.SuspensionStatus.Updated': 'USER_SUSPENSION_STATUS_UPDATED',
  'User.Deleted': 'USER_DELETED',
};
const isOfSomeType: Wants = ({ type }) => type in someTypes;
const everything: Wants = () => true;

export interface Hook {
  name: string;
  webhookId: string;
  receiver: ChaosReceiver;
  asksFor: Wants;
  tells: Tells;
}

const headOf = ({ type, occurredAt }: LoggedEvent) => ({ type, timestamp: occurredAt.toISOString() });
const subjectOf = ({ subjectKind, subjectId }: LoggedEvent) => ({ kind: subjectKind, id: subjectId });

/** The parts of a message. What a selection leaves out is not told. */
const whole = (event: LoggedEvent) => {
  const { data, actor, cause } = event;
  return { ...headOf(event), data, actor, cause, subject: subjectOf(event) };
};
const selection = '{ typeName about: subject { id } ... on OrganizationCreatedEvent { organization { name } } }';
const selected = (event: LoggedEvent) => {
  const { name } = (event.data['organization'] ?? {}) as { name?: string };
  const created = event.type === 'Organization.Created' && { organization: { name } };
  return { ...headOf(event), data: { typeName: event.type, about: { id: event.subjectId }, ...created } };
};

/** Kinds and doors as GraphQL spells those that there are in a run. */
const constant = (text: string): string => text.toUpperCase();

/** The fields of an event that subscribers select. */
const followed = (event: LoggedEvent) => {
  const { type, organizationId, actor, cause, data } = event;
  return {
    typeName: type,
    timestamp: event.occurredAt.toISOString(),
    subject: { kind: constant(event.subjectKind), id: event.subjectId },
    organizationId,
    actor: { ...actor, kind: constant(actor.kind) },
    cause: { ...cause, channel: constant(cause.channel) },
    data,
  };
};

interface Asking {
  name: string;
  asks: object;
  asksFor: Wants;
  parts: (event: LoggedEvent) => object;
}

/** A webhook with a receiver for each way of asking, and one that asks for what does not happen. */
export async function createHooks(
  client: Client,
  { organizationId }: Commons,
  opened: AsyncDisposableStack,
): Promise<{ busy: Hook[]; idle: Hook }> {
  const shaped = { subjectKinds: ['ORGANIZATION'], selection, hasKeyPair: true };
  const isOfKind =
    (kind: string): Wants =>
    ({ subjectKind }) =>
      subjectKind === kind;
  const isOfCommons: Wants = (event) => event.organizationId === organizationId;
  const wanted: Asking[] = [
    { name: 'everything', asks: {}, asksFor: everything, parts: whole },
    { name: 'some', asks: { eventTypes: Object.values(someTypes) }, asksFor: isOfSomeType, parts: whole },
    { name: 'shaped', asks: shaped, asksFor: isOfKind('organization'), parts: selected },
    { name: 'commons', asks: { organizationId }, asksFor: isOfCommons, parts: whole },
  ];
  const busy: Hook[] = [];
  for (const asking of wanted) busy.push(await createHook(client, asking, opened));
  const nothing = {
    name: 'idle',
    asks: { subjectKinds: ['API_RESOURCE'] },
    asksFor: isOfKind('apiResource'),
    parts: whole,
  };
  return { busy, idle: await createHook(client, nothing, opened) };
}

async function createHook(
  client: Client,
  { name, asks, asksFor, parts }: Asking,
  opened: AsyncDisposableStack,
): Promise<Hook> {
  const receiver = opened.use(await startChaosReceiver());
  // A day: what fails holds back what follows it until it is told, however long the run is.
  const input = { name, url: receiver.url, orderingTimeoutSeconds: 86_400, ...asks };
  const payload = await client.change('createWebhook', input, 'secret webhook { id }');
  receiver.secret = payload?.['secret'] as string;
  const webhookId = idIn(payload, 'webhook');
  const tells: Tells = (event) => contentsOf({ ...parts(event), hookId: webhookId });
  return { name, webhookId, receiver, asksFor, tells };
}

/** What a webhook asks for, of what came after its own creation. */
export function wantsOf({ webhookId, asksFor }: Hook, log: readonly LoggedEvent[]): Wants {
  const created = log.find(({ type, subjectId }) => type === 'Webhook.Created' && subjectId === webhookId);
  const begins = created?.position ?? Infinity;
  return (event) => event.position > begins && asksFor(event);
}

export interface Watcher {
  subscriber: Subscriber;
  wants: Wants;
  tells: Tells;
}

/** Subscribers that begin after a cursor, over WebSockets and as a stream of server-sent events, at one process and at the other. */
export function startWatchers(urls: readonly string[], token: string, after: string): Watcher[] {
  const wanted: [name: string, transport: Transport, types: readonly string[] | undefined, wants: Wants][] = [
    ['one', 'webSocket', undefined, everything],
    ['two', 'webSocket', undefined, everything],
    ['some', 'webSocket', Object.values(someTypes), isOfSomeType],
    ['stream', 'serverSentEvents', undefined, everything],
  ];
  const tells: Tells = (event) => contentsOf(followed(event));
  return wanted.map(([name, transport, types, wants], index) => {
    const order = index % 2 ? urls.toReversed() : urls;
    return { subscriber: startSubscriber({ name, transport, urls: order, token, after, types }), wants, tells };
  });
}
