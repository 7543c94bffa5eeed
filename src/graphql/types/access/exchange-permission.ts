import {
  type ExchangeObstacle as Obstacle,
  exchangeObstacles,
  isSuspended,
} from '../../../domain/oauth/application.ts';
import { batched } from '../../schema/batched.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { Application } from './application.ts';

const Reason = textEnum<Obstacle>('TokenExchangeRefusalReason', 'Why an application cannot exchange tokens.', {
  DISABLED: 'The switch "Allow token exchange" is off.',
  THIRD_PARTY: 'It is a third-party application.',
  PUBLIC_CLIENT: 'It is a public client.',
  SUSPENDED: 'It is suspended.',
  OWNER_INACTIVE: 'Its owner is suspended or was deleted.',
});

const TokenExchangePermission = builder.objectRef<readonly Obstacle[]>('TokenExchangePermission').implement({
  description:
    'Whether an application can exchange tokens at all. For a particular exchange use `explainTokenExchange`.',
  fields: (t) => ({
    isAllowed: t.boolean({
      description: 'Whether the application can exchange tokens.',
      resolve: (obstacles) => obstacles.length === 0,
    }),
    reasons: t.field({
      type: [Reason],
      description: 'All reasons why it cannot; empty if it can.',
      resolve: (obstacles) => obstacles,
    }),
  }),
});

const isActive = batched<string, boolean>(async ({ prisma }, ids) => {
  const where = { id: { in: ids }, suspendedAt: null };
  const active = new Set((await prisma.user.findMany({ where, select: { id: true } })).map(({ id }) => id));
  return ids.map((id) => active.has(id));
});

builder.prismaObjectField(Application, 'tokenExchange', (t) =>
  t.field({
    type: TokenExchangePermission,
    description: 'Whether the application can exchange tokens, and if not, why.',
    select: { type: true, isThirdParty: true, tokenExchangeAllowed: true, suspendedAt: true, expiresAt: true },
    resolve: async ({ ownerId, ...application }, _args, context) =>
      exchangeObstacles({
        ...application,
        isSuspended: isSuspended(application, context.clock.now()),
        isOwnerActive: ownerId === null || (await isActive(context, ownerId)),
      }),
  }),
);
