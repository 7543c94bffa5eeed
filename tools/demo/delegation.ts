import { setTimeout as sleep } from 'node:timers/promises';
import { callApiA } from './api-a.ts';
import type { WebApplication } from './browser.ts';
import type { Management } from './management.ts';
import { signIn } from './person.ts';
import { say, show, showTable, step } from './print.ts';
import type { Records } from './records.ts';

interface Stage {
  management: Management;
  records: Records;
  application: WebApplication;
  apiAUrl: string;
}

/** The last act: the map of who acted for whom, and a rule that refuses the next exchange and states why. */
export async function governDelegation({ management, records, application, apiAUrl }: Stage): Promise<void> {
  step('The map: who acted for whom, or was refused');
  showTable(drawMap(await readExchanges(management, records)));

  step('The administrator restricts API A to what it has used. A role gives the person more, and API A requests it');
  await restrict(management, records);
  await management.call(
    'mutation ($role: AddRoleScopesInput!, $active: SetUserSuspendedInput!) { addRoleScopes(input: $role) { __typename } setUserSuspended(input: $active) { __typename } }',
    {
      role: { roleId: records.roleId, scopeIds: [records.apiB.writeScopeId] },
      active: { userId: records.person.id, isSuspended: false },
    },
  );
  const forApiA = { ...application, resource: records.apiA.audience, scope: 'reports:read' };
  const token = await signIn(forApiA, records.person);
  const { exchange } = await callApiA(apiAUrl, token, 'orders:write');
  if (exchange.body['error'] !== 'invalid_scope') throw new Error(JSON.stringify(exchange));
  say(`The person holds orders:write now. The token endpoint responded with ${exchange.status}:`);
  show(exchange.body);

  step('The administrator requests an explanation');
  const rules = await explainRules(management, records);
  for (const { rule, isMet, detail } of rules) say(`${rule.padEnd(13)} ${isMet ? 'met' : `not met: ${detail}`}`);
}

interface Exchange {
  outcome: string;
  description: string | null;
  grantedScopes: string[] | null;
  subjectApplication: { name: string } | null;
  application: { name: string } | null;
  apiResource: { name: string } | null;
}

const exchangesQuery = `query ($applicationId: ID!) {
  exchanges(filter: { applicationId: $applicationId }, first: 100) {
    nodes {
      outcome description grantedScopes
      subjectApplication { name } application { name } apiResource { name }
    }
  }
}`;

/** The exchanges of API A, which are recorded within a moment. */
async function readExchanges({ call }: Management, { apiAClient }: Records): Promise<Exchange[]> {
  for (let tries = 0; tries < 50; tries++) {
    const variables = { applicationId: apiAClient.clientId };
    const { exchanges } = await call<{ exchanges: { nodes: Exchange[] } }>(exchangesQuery, variables);
    if (exchanges.nodes.length >= exchangesBefore) return exchanges.nodes;
    await sleep(200);
  }
  throw new Error('the exchanges are not in the ledger');
}

/** Before it was allowed, granted, for a scope that the person lacks, and after the suspension. */
const exchangesBefore = 4;

/** A line for each path and answer. */
function drawMap(exchanges: readonly Exchange[]): string[][] {
  const lines = exchanges.map(({ subjectApplication, application, apiResource, outcome, ...answer }) => [
    [subjectApplication, application, apiResource].map((party) => party?.name ?? '(not known)').join(' → '),
    outcome === 'GRANTED' ? `granted ${answer.grantedScopes?.join(' ')}` : `refused: ${answer.description}`,
  ]);
  const counts = Map.groupBy(lines, (line) => line.join('\n'));
  return [...counts.values()].map((same) => [...(same[0] ?? []), `${same.length}×`]);
}

async function restrict({ call }: Management, { apiAClient, apiB }: Records): Promise<void> {
  await call(
    'mutation ($input: SetApplicationExchangePolicyInput!) { setApplicationExchangePolicy(input: $input) { __typename } }',
    { input: { applicationId: apiAClient.clientId, targets: [{ apiResourceId: apiB.id, scopes: ['orders:read'] }] } },
  );
}

const rulesQuery = `query ($input: ExplainTokenExchangeInput!) {
  explainTokenExchange(input: $input) { scopes { reason } rules { rule applies isMet detail } }
}`;

interface Rule {
  rule: string;
  applies: boolean;
  isMet: boolean | null;
  detail: string | null;
}

async function explainRules({ call }: Management, { apiAClient, person, apiB }: Records): Promise<Rule[]> {
  const { clientId: applicationId } = apiAClient;
  const input = { applicationId, userId: person.id, resource: apiB.audience, scopes: ['orders:write'] };
  type Answer = { explainTokenExchange: { scopes: { reason: string }[]; rules: Rule[] } };
  const { explainTokenExchange } = await call<Answer>(rulesQuery, { input });
  if (explainTokenExchange.scopes[0]?.reason !== 'NOT_ALLOWED_FOR_APPLICATION')
    throw new Error(JSON.stringify(explainTokenExchange));
  return explainTokenExchange.rules.filter(({ applies }) => applies);
}
