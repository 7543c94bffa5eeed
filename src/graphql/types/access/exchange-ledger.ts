import { exchangesPermission } from '../../../reads/exchanges.ts';
import { readLedgerState } from '../../../store/exchanges/ledger-state.ts';
import { exchangeLedgerShape } from '../../../vocabulary/exchanges/exchange-shapes.ts';
import type { ExchangeGapCause } from '../../../vocabulary/token-exchange.ts';
import { requires } from '../../schema/access.ts';
import { builder } from '../../schema/builder.ts';
import { textEnum } from '../../schema/enums.ts';
import { outputTypeOf } from '../../schema/outputs.ts';
import './exchange.ts';
import { summaries } from '../../../reads/summaries.ts';

textEnum<ExchangeGapCause>('ExchangeGapCause', 'Why exchanges of some time may be missing.', {
  ended: 'A process ended, or is silent, without having recorded everything.',
  lost: 'A process could not record for too long.',
  off: 'A process answered with `EXCHANGE_LEDGER=off`.',
});

const Ledger = outputTypeOf(exchangeLedgerShape, 'ExchangeLedger', exchangeLedgerShape.meta()?.description);

builder.queryField('exchangeLedger', (t) =>
  t.field({
    type: Ledger,
    ...requires(exchangesPermission),
    description: summaries.exchangeLedger,
    resolve: async (_root, _args, { prisma, clock, exchangeLedger }) => ({
      ...exchangeLedger,
      ...(await readLedgerState(prisma, clock.now(), exchangeLedger.retentionDays)),
    }),
  }),
);
