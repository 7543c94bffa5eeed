import { type ExchangeReason as Reason, exchangeReasons } from '../../../vocabulary/exchanges/exchange-reasons.ts';
import { textEnum } from '../../schema/enums.ts';

const descriptions = Object.fromEntries(
  Object.entries(exchangeReasons).map(([reason, { error, description }]) => [reason, `\`${error}\`: ${description}.`]),
) as Record<Reason, string>;

export const ExchangeReason = textEnum<Reason>(
  'ExchangeReason',
  'Why a token exchange is refused: `error` and `error_description` of the response.',
  descriptions,
);
