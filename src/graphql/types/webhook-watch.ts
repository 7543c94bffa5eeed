import { ending } from '../../delivery/ending.ts';
import { Failure, forbidden, notFound } from '../../domain/failure.ts';
import { needsEverywhere } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import type { LiveSession } from '../live-access.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

const permission = 'webhooks:read';

async function* follow(
  { watchDeliveries }: Context,
  session: LiveSession,
  webhookId: string,
  until: AbortSignal,
): AsyncGenerator<readonly string[], void> {
  let hasBegun = false;
  for await (const ids of watchDeliveries(webhookId, AbortSignal.any([until, session.until]))) {
    if (!session.actor.permissions.has(permission)) throw forbidden(permission);
    hasBegun = true;
    yield ids;
  }
  if (session.until.reason instanceof Failure) throw session.until.reason;
  if (!hasBegun && !until.aborted) throw notFound('webhook', 'id');
}

async function subscribe(context: Context, webhookId: string): Promise<AsyncIterable<readonly string[]>> {
  const session = await context.openSession();
  if (!session.actor.permissions.has(permission)) {
    session.end();
    throw forbidden(permission);
  }
  return ending((until) => follow(context, session, webhookId, until), session.end);
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
      const found = await prisma.webhookDelivery.findMany({ ...query, where: { id: { in: [...ids] } } });
      return found.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
    },
  }),
);
