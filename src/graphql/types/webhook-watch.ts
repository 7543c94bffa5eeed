import { told, type Told } from '../../delivery/told.ts';
import { Failure, forbidden, notFound } from '../../domain/failure.ts';
import { webhookDeliveries } from '../../reads/webhook-deliveries.ts';
import { needsEverywhere } from '../schema/access.ts';
import { builder } from '../schema/builder.ts';
import type { Context } from '../request/context.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

const permission = 'webhooks:read';

async function subscribe(context: Context, webhookId: string): Promise<Told<readonly string[]>> {
  const session = await context.openSession();
  const leave = session.require(({ permissions }) => permissions.has(permission), forbidden(permission));
  return told(async (take, until) => {
    let isThere = false;
    const takeNext: typeof take = (ids) => {
      isThere = true;
      return take(ids);
    };
    await context.watchDeliveries(webhookId, takeNext, AbortSignal.any([until, session.until]));
    if (session.until.reason instanceof Failure) throw session.until.reason;
    if (!isThere && !until.aborted) throw notFound('webhook', 'id');
  }, leave);
}

builder.subscriptionField('webhookDeliveries', (t) =>
  t.prismaField({
    type: [WebhookDelivery],
    ...needsEverywhere(permission),
    description:
      'Deliveries of one webhook as they are attempted, by whichever process, from now on: each message holds those that were attempted since the one before, as they stand. The first one, empty, says that it has begun: what was before is in the list of the same name. After a lost connection it begins anew. Ends when the webhook is deleted. Needs the permission webhooks:read.',
    args: { id: t.arg.id({ required: true, description: 'Identifier of a webhook.' }) },
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
