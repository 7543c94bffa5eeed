import type { Send } from '../../../delivery/event-log/subscribe.ts';
import type { Watched } from '../../../delivery/webhooks/watch.ts';
import { forbidden, notFound } from '../../../domain/failure.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { webhookDeliveries } from '../../../reads/lists/webhook-deliveries.ts';
import { attemptCursor, readAttemptCursor } from './attempt-cursors.ts';
import { callerStream } from '../../context/caller-stream.ts';
import type { Context } from '../../context/context.ts';
import type { LiveCaller } from '../../context/live-access.ts';
import { renewActor, requiresEverywhere } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { ownCursors } from '../../schema/connections.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

/** Deliveries that were attempted, and the cursor after them. */
interface DeliveriesPayload {
  cursor: string;
  ids: readonly string[];
}

const permission = 'webhooks:read';

const DeliveriesMessage = builder.objectRef<DeliveriesPayload>('WebhookDeliveriesMessage').implement({
  description: 'A message of a subscription to deliveries.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'Cursor to continue after this message.' }),
    deliveries: t.prismaField({
      type: [WebhookDelivery],
      ...requiresEverywhere(permission),
      description: 'The deliveries that were attempted since the previous message, in their current state.',
      resolve: async (query, { ids }, _args, { prisma }) => {
        const deliveries = await prisma.webhookDelivery.findMany({
          ...query,
          where: { id: { in: [...ids] }, ...webhookDeliveries.existing },
        });
        return deliveries.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
      },
    }),
  }),
});

/** The fields of a message are checked for what the caller may read when it is sent. */
async function sendDeliveries(
  context: Context,
  live: LiveCaller,
  watched: Watched,
  send: Send<DeliveriesPayload>,
  signal: AbortSignal,
): Promise<void> {
  let exists = false;
  for await (const { ids, last } of context.watchDeliveries(watched, signal)) {
    exists = true;
    renewActor(context, live.actor());
    await send({ ids, cursor: attemptCursor(watched.webhookId, last) });
  }
  if (!exists && !signal.aborted) throw notFound('webhook', 'id');
}

async function subscribe(context: Context, watched: Watched): Promise<AsyncIterable<DeliveriesPayload>> {
  const isMet = ({ permissions }: Actor) => permissions.has(permission);
  const live = await context.followCaller();
  return callerStream(live, { isMet, refusal: forbidden(permission) }, (send, signal) =>
    sendDeliveries(context, live, watched, send, signal),
  );
}

builder.subscriptionField('webhookDeliveries', (t) =>
  t.field({
    type: DeliveriesMessage,
    ...requiresEverywhere(permission),
    description:
      'Deliveries as they are attempted, of one webhook or of all. The first message has none and confirms the start. After a lost connection, continue with the last cursor: no attempt is left out, and a delivery that was attempted several times meanwhile is sent once. It ends when its one webhook is deleted. Requires the permission webhooks:read.',
    args: {
      id: t.arg.id({ description: 'Id of a webhook; if omitted, the deliveries of all webhooks.' }),
      after: t.arg.string({ description: 'Cursor of a message of such a subscription. Default: only new attempts.' }),
    },
    extensions: { [ownCursors]: true },
    subscribe: (_root, { id, after }, context) => {
      const webhookId = id ?? null;
      return subscribe(context, { webhookId, after: after == null ? undefined : readAttemptCursor(webhookId, after) });
    },
    resolve: (payload) => payload,
  }),
);
