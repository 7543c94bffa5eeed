import { type Client, idIn } from './client.ts';
import type { LoggedEvent, Wants } from './judge.ts';
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
}

/** A webhook with a receiver for each way of asking. */
export async function createHooks(
  client: Client,
  { organizationId }: Commons,
  opened: AsyncDisposableStack,
): Promise<Hook[]> {
  const shaped = { selection: '{ typeName subject { id } }', hasKeyPair: true };
  const wanted: [name: string, asks: object, asksFor: Wants][] = [
    ['everything', {}, everything],
    ['some', { eventTypes: Object.values(someTypes) }, isOfSomeType],
    ['shaped', { subjectKinds: ['ORGANIZATION'], ...shaped }, ({ subjectKind }) => subjectKind === 'organization'],
    ['commons', { organizationId }, (event) => event.organizationId === organizationId],
  ];
  const hooks: Hook[] = [];
  for (const [name, asks, asksFor] of wanted) {
    const receiver = opened.use(await startChaosReceiver());
    // A day: what fails holds back what follows it until it is told, however long the run is.
    const input = { name, url: receiver.url, holdBackSeconds: 86_400, ...asks };
    const payload = await client.change('createWebhook', input, 'secret webhook { id }');
    receiver.secret = payload?.['secret'] as string;
    hooks.push({ name, webhookId: idIn(payload, 'webhook'), receiver, asksFor });
  }
  return hooks;
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
}

/** Subscribers that begin after a cursor, over WebSockets and as a stream of server-sent events, at one process and at the other. */
export function startWatchers(urls: readonly string[], token: string, after: string): Watcher[] {
  const wanted: [name: string, transport: Transport, types: readonly string[] | undefined, wants: Wants][] = [
    ['one', 'webSocket', undefined, everything],
    ['two', 'webSocket', undefined, everything],
    ['some', 'webSocket', Object.values(someTypes), isOfSomeType],
    ['stream', 'serverSentEvents', undefined, everything],
  ];
  return wanted.map(([name, transport, types, wants], index) => {
    const order = index % 2 ? urls.toReversed() : urls;
    return { subscriber: startSubscriber({ name, transport, urls: order, token, after, types }), wants };
  });
}
