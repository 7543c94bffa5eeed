import { type ExchangeObstacle as Obstacle, exchangeObstacles } from '../../domain/application.ts';
import { builder } from '../schema/builder.ts';
import { textEnum } from '../schema/enums.ts';
import { Application } from './application.ts';

const Reason = textEnum<Obstacle>('TokenExchangeRefusalReason', 'Why an application may not exchange tokens.', {
  DISABLED: 'Its switch "Allow token exchange" is off.',
  THIRD_PARTY: "It is someone else's application.",
  PUBLIC_CLIENT: 'It cannot keep a secret.',
  SUSPENDED: 'It is suspended.',
});

const TokenExchangePermission = builder.objectRef<readonly Obstacle[]>('TokenExchangePermission').implement({
  description: 'Whether an application may exchange tokens at all; for one exchange, ask `explainTokenExchange`.',
  fields: (t) => ({
    isAllowed: t.boolean({
      description: 'Whether the token endpoint accepts its exchanges: nothing hinders it.',
      resolve: (obstacles) => obstacles.length === 0,
    }),
    reasons: t.field({ type: [Reason], description: 'Everything that hinders it.', resolve: (obstacles) => obstacles }),
  }),
});

builder.prismaObjectField(Application, 'tokenExchange', (t) =>
  t.field({
    type: TokenExchangePermission,
    description: 'Whether it may exchange tokens, and why not.',
    select: { type: true, isThirdParty: true, tokenExchangeAllowed: true, suspendedAt: true },
    resolve: ({ suspendedAt, ...settings }) => exchangeObstacles({ ...settings, isSuspended: suspendedAt !== null }),
  }),
);
