import type { Send } from '../../delivery/event-log/subscribe.ts';
import { forbidden, notFound } from '../../domain/failure.ts';
import type { Actor } from '../../kernel/actor.ts';
import { webhookDeliveries } from '../../reads/webhook-deliveries.ts';
import { requiresEverywhere } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../request/context.ts';
import { sessionStream } from '../live/session-stream.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

type Ids = readonly string[];

const permission = 'webhooks:read';

async function sendDeliveries({ watchDeliveries }: Context, webhookId: string, send: Send<Ids>, signal: AbortSignal) {
  let exists = false;
  for await (const ids of watchDeliveries(webhookId, signal)) {
    exists = true;
    await send(ids);
  }
  if (!exists && !signal.aborted) throw notFound('webhook', 'id');
}

async function subscribe(context: Context, webhookId: string): Promise<AsyncIterable<Ids>> {
  const isMet = ({ permissions }: Actor) => permissions.has(permission);
  return sessionStream(await context.openSession(), { isMet, refusal: forbidden(permission) }, (send, signal) =>
    sendDeliveries(context, webhookId, send, signal),
  );
}

builder.subscriptionField('webhookDeliveries', (t) =>
  t.prismaField({
    type: [WebhookDelivery],
    ...requiresEverywhere(permission),
    description:
      'Deliveries of a webhook as they are attempted. Each message has the deliveries that were attempted since the previous one, in their current state. The first message is empty and confirms the start; query `webhookDeliveries` for earlier deliveries. A subscription cannot be resumed after a lost connection. It ends when the webhook is deleted. Requires the permission webhooks:read.',
    args: { id: t.arg.id({ required: true, description: 'Id of a webhook.' }) },
    subscribe: (_root, { id }, context) => subscribe(context, id),
    resolve: async (query, ids, _args, { prisma }) => {
      const found = await prisma.webhookDelivery.findMany({
        ...query,
        where: { id: { in: [...ids] }, ...webhookDeliveries.existing },
      });
      return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    },
  }),
);
