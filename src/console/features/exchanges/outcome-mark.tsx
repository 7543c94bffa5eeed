import type { ReactNode } from 'react';
import { StateMark } from '../../parts/marks.tsx';
import { useExchangeReasons } from '../../words/exchange-reasons/reasons.ts';
import { type Exchange, leftOutOf } from './exchange.ts';
import { useTexts } from './use-texts.ts';

type Answer = Pick<Exchange, 'outcome' | 'reason' | 'description' | 'requestedScopes' | 'grantedScopes'>;

/** Whether a token was issued, with all requested scopes, or why not. `isBrief`: where the reason is beside it. */
export function OutcomeMark({ exchange, isBrief = false }: { exchange: Answer; isBrief?: boolean }): ReactNode {
  const { outcomes, grantedLess } = useTexts();
  const reasonOf = useExchangeReasons();
  if (exchange.outcome === 'GRANTED') {
    const { length: less } = leftOutOf(exchange);
    if (less > 0) return <StateMark tone="warn">{grantedLess(less)}</StateMark>;
    return <StateMark tone="good">{outcomes.GRANTED}</StateMark>;
  }
  return (
    <StateMark tone="bad">
      {outcomes.REFUSED}
      {isBrief ? '' : `: ${reasonOf(exchange)}`}
    </StateMark>
  );
}
