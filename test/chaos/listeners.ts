import { type Client, idIn } from './load/client.ts';
import { contentsOf } from './judge/contents.ts';
import type { LoggedEvent, ExpectedContents, EventFilter } from './judge/judge.ts';
import { type ChaosReceiver, startChaosReceiver } from './receivers.ts';
import { startSubscriber, type Subscriber } from './subscriber.ts';
import type { Transport } from './transports.ts';
import type { Commons } from './load/worker.ts';

/** The webhooks and subscribers of a run, each with its filter and our own implementation of it. */

/** Types of event as in the log and in GraphQL. */
const someTypes = {
  'User.Created': 'USER_CREATED',
  'User.SuspensionStatus.Updated': 'USER_SUSPENSION_STATUS_UPDATED',
  'User.Deleted': 'USER_DELETED',
};
const isOfSomeType: EventFilter = ({ type }) => type in someTypes;
const everything: EventFilter = () => true;

export interface Hook {
  name: string;
  webhookId: string;
  receiver: ChaosReceiver;
  matches: EventFilter;
  expectedContents: ExpectedContents;
}

const headOf = ({ type, occurredAt }: LoggedEvent) => ({ type, timestamp: occurredAt.toISOString() });
const subjectOf = ({ subjectKind: kind, subjectId: id, subjectLabel: label }: LoggedEvent) => ({ kind, id, label });

/** The parts of a message without a selection. */
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

/** Kinds and channels as enum values of GraphQL. */
const constant = (text: string): string => text.toUpperCase();

/** The fields that subscribers select. */
const followed = (event: LoggedEvent) => {
  const { type, organizationId, actor, cause, data } = event;
  return {
    typeName: type,
    timestamp: event.occurredAt.toISOString(),
    subject: { ...subjectOf(event), kind: constant(event.subjectKind) },
    organizationId,
    actor: { ...actor, kind: constant(actor.kind) },
    cause: { ...cause, channel: constant(cause.channel) },
    data,
  };
};

interface WebhookPlan {
  name: string;
  settings: object;
  matches: EventFilter;
  parts: (event: LoggedEvent) => object;
}

/** Creates a webhook with a receiver for each kind of filter, and one that receives nothing. */
export async function createHooks(
  client: Client,
  { organizationId }: Commons,
  opened: AsyncDisposableStack,
): Promise<{ busy: Hook[]; idle: Hook }> {
  const shaped = { subjectKinds: ['ORGANIZATION'], selection, hasKeyPair: true };
  const isOfKind =
    (kind: string): EventFilter =>
    ({ subjectKind }) =>
      subjectKind === kind;
  const isOfCommons: EventFilter = (event) => event.organizationId === organizationId;
  const wanted: WebhookPlan[] = [
    { name: 'everything', settings: {}, matches: everything, parts: whole },
    { name: 'some', settings: { eventTypes: Object.values(someTypes) }, matches: isOfSomeType, parts: whole },
    { name: 'shaped', settings: shaped, matches: isOfKind('organization'), parts: selected },
    { name: 'commons', settings: { organizationId }, matches: isOfCommons, parts: whole },
  ];
  const busy: Hook[] = [];
  for (const plan of wanted) busy.push(await createHook(client, plan, opened));
  const nothing = {
    name: 'idle',
    settings: { subjectKinds: ['API_RESOURCE'] },
    matches: isOfKind('apiResource'),
    parts: whole,
  };
  return { busy, idle: await createHook(client, nothing, opened) };
}

async function createHook(
  client: Client,
  { name, settings, matches, parts }: WebhookPlan,
  opened: AsyncDisposableStack,
): Promise<Hook> {
  const receiver = opened.use(await startChaosReceiver());
  // A day, so that a failed delivery blocks later ones until it succeeds, however long the run is.
  const input = { name, url: receiver.url, orderingTimeoutSeconds: 86_400, ...settings };
  const payload = await client.change('createWebhook', input, 'secret webhook { id }');
  receiver.secret = payload?.['secret'] as string;
  const webhookId = idIn(payload, 'webhook');
  const expectedContents: ExpectedContents = (event) => contentsOf({ ...parts(event), hookId: webhookId });
  return { name, webhookId, receiver, matches, expectedContents };
}

/** The filter of a webhook, for events after its creation. */
export function filterOf({ webhookId, matches }: Hook, log: readonly LoggedEvent[]): EventFilter {
  const created = log.find(({ type, subjectId }) => type === 'Webhook.Created' && subjectId === webhookId);
  const begins = created?.position ?? Infinity;
  return (event) => event.position > begins && matches(event);
}

export interface Watcher {
  subscriber: Subscriber;
  matches: EventFilter;
  expectedContents: ExpectedContents;
}

/** Subscribers from a cursor on, over WebSockets and server-sent events, at either process. */
export function startWatchers(urls: readonly string[], token: string, after: string): Watcher[] {
  const wanted: [name: string, transport: Transport, types: readonly string[] | undefined, matches: EventFilter][] = [
    ['one', 'webSocket', undefined, everything],
    ['two', 'webSocket', undefined, everything],
    ['some', 'webSocket', Object.values(someTypes), isOfSomeType],
    ['stream', 'serverSentEvents', undefined, everything],
  ];
  const expectedContents: ExpectedContents = (event) => contentsOf(followed(event));
  return wanted.map(([name, transport, types, matches], index) => {
    const order = index % 2 ? urls.toReversed() : urls;
    return {
      subscriber: startSubscriber({ name, transport, urls: order, token, after, types }),
      matches,
      expectedContents,
    };
  });
}
