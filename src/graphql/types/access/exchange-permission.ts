import { type ExchangeObstacle as Obstacle, exchangeObstacles } from '../../../domain/oauth/application.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { Application } from './application.ts';

const Reason = textEnum<Obstacle>('TokenExchangeRefusalReason', 'Why an application cannot exchange tokens.', {
  DISABLED: 'The switch "Allow token exchange" is off.',
  THIRD_PARTY: 'It is a third-party application.',
  PUBLIC_CLIENT: 'It is a public client.',
  SUSPENDED: 'It is suspended.',
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

builder.prismaObjectField(Application, 'tokenExchange', (t) =>
  t.field({
    type: TokenExchangePermission,
    description: 'Whether the application can exchange tokens, and if not, why.',
    select: { type: true, isThirdParty: true, tokenExchangeAllowed: true, suspendedAt: true },
    resolve: ({ suspendedAt, ...settings }) => exchangeObstacles({ ...settings, isSuspended: suspendedAt !== null }),
  }),
);
