import { exchangesPermission } from '../../../reads/exchanges.ts';
import { readGaps } from '../../../store/exchanges/gaps.ts';
import { exchangeLedgerShape } from '../../../vocabulary/exchanges/exchange-shapes.ts';
import { requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import './exchange.ts';

const Ledger = outputTypeOf(exchangeLedgerShape, 'ExchangeLedger', exchangeLedgerShape.meta()?.description);

builder.queryField('exchangeLedger', (t) =>
  t.field({
    type: Ledger,
    ...requires(exchangesPermission),
    description: 'How token exchanges are recorded, and the times in which some may be missing.',
    resolve: async (_root, _args, { prisma, exchangeLedger }) => ({ ...exchangeLedger, gaps: await readGaps(prisma) }),
  }),
);
