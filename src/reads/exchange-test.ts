import type { ExchangeCondition, StoredExchange } from '../store/exchanges/find-exchanges.ts';
import { actorIdsOf } from '../store/exchanges/delegations.ts';

type Test = (exchange: StoredExchange) => boolean;

/**
 * Whether the list with this condition has an exchange: the condition in memory. It is made once for many exchanges,
 * and tests only what the condition names: every subscriber tests every exchange.
 */
export function testOf(condition: ExchangeCondition): Test {
  const { organizationIds, actorId, transactionId, outcome, since, until, ...equal } = condition;
  const organizations = organizationIds && new Set(organizationIds);
  const tests: (Test | false)[] = [
    organizations !== undefined && (({ organizationId }) => organizations.has(organizationId ?? '')),
    actorId !== undefined && ((exchange) => actorIdsOf(exchange).includes(actorId)),
    transactionId !== undefined && (({ id, txn }) => txn === transactionId || id === transactionId),
    outcome !== undefined && (({ reason }) => (outcome === 'GRANTED') === (reason === null)),
    since !== undefined && (({ at }) => at >= since),
    until !== undefined && (({ at }) => at < until),
  ];
  for (const name of Object.keys(equal) as (keyof typeof equal)[]) {
    const value = equal[name];
    if (value !== undefined) tests.push((exchange) => exchange[name] === value);
  }
  const named = tests.filter((test) => test !== false);
  return (exchange) => named.every((test) => test(exchange));
}
