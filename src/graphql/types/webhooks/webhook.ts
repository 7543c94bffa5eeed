import { signingPublicKeys } from '../../../store/records/shapes.ts';
import { webhookParts } from '../../../store/webhooks/webhook.ts';
import { type DisabledReason, webhookShape } from '../../../vocabulary/records/delivery-shapes.ts';
import { readableWith } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { describedBy, exposeShape } from '../../schema/shapes.ts';
import { Named, Node } from '../node.ts';

textEnum<DisabledReason>('WebhookDisabledReason', 'Why a webhook is disabled.', {
  requested: 'It was disabled with `setWebhookEnabled`.',
  gone: 'The endpoint answered 410 Gone.',
  failing: 'Every attempt failed for five days.',
});

export const Webhook = builder.prismaObject('Webhook', {
  interfaces: [Node, Named],
  select: { id: true },
  description: 'An endpoint that receives events. Requires the permission webhooks:read.',
  authScopes: readableWith('webhooks:read'),
  fields: (t) => ({
    ...exposeShape(t, webhookShape),
    publicKeys: t.stringList({
      ...describedBy(webhookShape.shape.publicKeys),
      select: { secrets: webhookParts.secrets },
      resolve: ({ secrets }, _args, { clock }) => signingPublicKeys(secrets, clock.now()),
    }),
  }),
});
