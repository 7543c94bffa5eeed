import {
  type MissingBodyReason,
  missingBodyReasons,
  webhookDeliveryBodyShape,
} from '../../../vocabulary/records/delivery-shapes.ts';
import type { Context } from '../../context/context.ts';
import { requiresEverywhere } from '../../schema/access.ts';
import { batched } from '../../schema/batched.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { describedBy } from '../../schema/shapes.ts';
import { WebhookDelivery } from './webhook-delivery.ts';

const MissingBody = textEnum<MissingBodyReason>(
  'WebhookMissingBodyReason',
  'Why the body of a delivery cannot be reconstructed.',
  missingBodyReasons,
);

const bodyOf = batched(({ prisma, findBodies }: Context, ids: string[]) => findBodies(prisma, ids));

// A body contains the data of an event.
builder.prismaObjectFields(WebhookDelivery, (t) => ({
  body: t.string({
    ...describedBy(webhookDeliveryBodyShape.shape.body),
    ...requiresEverywhere('events:read'),
    select: { id: true },
    resolve: async ({ id }, _args, context) => (await bodyOf(context, id)).body,
  }),
  missingBodyReason: t.field({
    type: MissingBody,
    ...describedBy(webhookDeliveryBodyShape.shape.missingBodyReason),
    ...requiresEverywhere('events:read'),
    select: { id: true },
    resolve: async ({ id }, _args, context) => (await bodyOf(context, id)).missingBodyReason,
  }),
}));
