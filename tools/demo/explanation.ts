import type { Management } from './management.ts';
import { say, show } from './print.ts';
import type { Records } from './records.ts';

const query = `query ($input: ExplainTokenExchangeInput!) {
  explainTokenExchange(input: $input) {
    outcome { isGranted error errorDescription }
    client { tokenExchangeAllowed isSuspended }
    subject { state }
    scopes { name isGranted reason through { role { name } } }
  }
}`;

interface Explanation {
  outcome: { error: string | null };
  scopes: { reason: string | null }[];
}

/** Queries why the exchange of API A for a scope of API B is refused. */
export async function explain({ call }: Management, records: Records, scope: string): Promise<void> {
  const { apiAClient, person, apiB } = records;
  const exchange = { applicationId: apiAClient.clientId, userId: person.id, resource: apiB.audience, scopes: [scope] };
  const { explainTokenExchange } = await call<{ explainTokenExchange: Explanation }>(query, { input: exchange });
  const { outcome, scopes } = explainTokenExchange;
  if (outcome.error !== 'invalid_scope' || scopes[0]?.reason !== 'NOT_HELD') throw new Error(JSON.stringify(outcome));
  say('explainTokenExchange knows: nothing is wrong with the application or the person, but no role holds the scope.');
  show(explainTokenExchange);
}
