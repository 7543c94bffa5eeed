import { actedForPeople, actedForQuery, exchangesPermission, readActedForSince } from '../../../reads/exchanges.ts';
import { actedForShape } from '../../../vocabulary/exchanges/exchange-shapes.ts';
import type { z } from 'zod';
import { requireActor, requires } from '../../schema/access.ts';
import { batchedWith } from '../../schema/batched.ts';
import { builder } from '../../schema/builder.ts';
import { descriptionOf, exposeShape } from '../../schema/shapes.ts';
import { exchangeRecords } from '../access/exchange.ts';
import { User } from './user.ts';

type Acted = z.output<typeof actedForShape>;

const ActedFor = builder.objectRef<Acted>('ActedFor').implement({
  description: 'What applications did for a person at an API, with one token after another.',
  fields: (t) => ({ ...exposeShape(t, actedForShape), ...exchangeRecords(t) }),
});

const find = batchedWith<object, Acted>((context, args, userIds) => {
  const since = readActedForSince(args, context.clock.now());
  return actedForPeople(context.prisma, requireActor(context), { userIds, since });
});

builder.prismaObjectField(User, 'actedFor', (t) =>
  t.field({
    type: [ActedFor],
    ...requires(exchangesPermission),
    description:
      'What applications did for the person since a time, the last used first, at most 1,000: tokens that they got by exchanges, from the newest 20,000. See `exchangeLedger` for how complete that is.',
    args: {
      since: t.arg({ type: 'DateTime', description: descriptionOf(actedForQuery.shape.since) }),
    },
    resolve: ({ id }, args, context) => find(context, { id, args }),
  }),
);
