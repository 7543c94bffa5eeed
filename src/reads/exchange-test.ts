import type { ExchangeCondition, StoredExchange } from '../store/exchanges/find-exchanges.ts';
import { actorIdsOf } from '../store/exchanges/delegations.ts';

/** Whether the list with this condition has an exchange: the condition in memory. */
export function meets(exchange: StoredExchange, condition: ExchangeCondition): boolean {
  const { organizationIds, actorId, transactionId, outcome, since, until, ...equal } = condition;
  const { id, at, txn, reason, organizationId } = exchange;
  return (
    (organizationIds === undefined || (organizationId !== null && organizationIds.includes(organizationId))) &&
    (actorId === undefined || actorIdsOf(exchange).includes(actorId)) &&
    (transactionId === undefined || txn === transactionId || id === transactionId) &&
    (outcome === undefined || (outcome === 'GRANTED') === (reason === null)) &&
    (since === undefined || at >= since) &&
    (until === undefined || at < until) &&
    Object.entries(equal).every(
      ([name, value]) => value === undefined || exchange[name as keyof typeof equal] === value,
    )
  );
}
