import { getNamedType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Api, startApi } from './api.ts';
import { fill } from './inputs/fill.ts';
import { fillAround } from './inputs/fill-around.ts';
import { everyList, isConnection, listQueries, queryFields } from './live/selections.ts';

const many = 60;
const queries = listQueries(many);

/** Lists that no list of Query leads to, and the tests that count their statements. */
const elsewhere: Record<string, string> = {
  'Query.nodes': 'below',
  'SearchResult.nodes': 'search.test.ts',
  'SearchResult.kindsWithMore': 'search.test.ts',
  'Query.eventTypes': 'no statement: a list of the vocabulary',
  'Query.operations': 'no statement: a list of the registry',
  'Query.fieldPermissions': 'no statement: from the schema',
  'FieldPermission.permissions': 'no statement: from the schema',
  'OperationInfo.alwaysEmits': 'no statement: from the registry',
  'OperationInfo.mayEmit': 'no statement: from the registry',
  'Viewer.organizations': 'no statement: from the token',
  'Account.factors': 'of one user',
  'Account.identities': 'of one user',
  'Account.sessions': 'of one user',
  'Account.devices': 'of one user',
  'Account.organizations': 'of one user',
  'Account.consents': 'of one user',
  'Account.impersonations': 'of one user',
  'Account.invitations': 'of one user',
  'Account.events': 'of one user',
  'TokenExchangeExplanation.rules': 'no statement: from the policy and the request',
  'TokenExchangeExplanation.scopes': 'token-exchange.test.ts',
  'TokenExchangeTotal.refusals': 'exchange-totals.test.ts',
  'TokenExchangeTotals.totals': 'exchange-totals.test.ts',
  'SignInExplanation.ways': 'no statement: from the policy and the account',
  'SignInExplanation.providers': 'one statement: of one user',
  'SignInExplanation.locks': 'no statement: of one user',
  'ExchangeLedger.gaps': 'one statement',
  'ExchangeEdges.edges': 'exchange-edges.test.ts',
  'ExchangeUse.refusals': 'exchange-edges.test.ts',
  'Application.exchangeUse': 'exchange-edges.test.ts',
  'ApiResource.exchangeUse': 'exchange-edges.test.ts',
  'RevocationPage.revocations': 'one statement: from the events of the page',
  'RevocationMessage.revocations': 'no statement: from the event',
  'ExplainedScope.through': 'token-exchange.test.ts',
  'ExplainedScope.inOtherOrganizations': 'token-exchange.test.ts',
};

/** With one statement per record at any level, a list would take more of them for more records. */
describe('the number of SQL statements', () => {
  it('is counted for every list of records', () => {
    const counted = new Set([...queries.flatMap(({ lists }) => lists), ...Object.keys(elsewhere)]);
    expect(everyList().filter((list) => !counted.has(list))).toEqual([]);
  });

  it(`is the same for 1 and for ${many} records, for any list and every list below it`, async () => {
    const few = await countedWith(1);
    expect(await countedWith(many)).toEqual(few);
    expect(Math.max(...Object.values(few))).toBeLessThanOrEqual(10);
  });

  it('is one for all records of a kind looked up by id', async () => {
    await using api = await startApi();
    const { users, roles } = await fill(api, 30);
    const nodes = (ids: string[]) =>
      api.statementsOf(() =>
        api.ask(
          'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on User { email roles { name } } ... on Role { name } } }',
          { ids },
        ),
      );
    expect(await nodes([...users, ...roles])).toBe(await nodes([...users.slice(0, 2), ...roles.slice(0, 2)]));
  });

  it('is zero for a caller without the permission', async () => {
    await using api = await startApi();
    await fill(api, 2);
    for (const { query, name } of queries) {
      expect([name, await api.statementsOf(() => api.call(query, {}, 'app_x;'))]).toEqual([name, 0]);
    }
  });

  it('is one for a list of which only the total is selected', async () => {
    await using api = await startApi();
    await fill(api, 2);
    expect(await api.statementsOf(() => api.ask('{ users { totalCount __typename } }'))).toBe(1);
  });
});

async function countedWith(records: number): Promise<Record<string, number>> {
  await using api = await startApi();
  await fillAround(api, await fill(api, records));
  // An empty list would prove nothing.
  for (const { name, type } of queryFields) {
    if (!isConnection(getNamedType(type))) continue;
    expect([name, (await api.ask(`{ ${name} { totalCount } }`))[name].totalCount]).toEqual([name, records]);
  }
  // The events have their positions since their total was read.
  const counts: Record<string, number> = {};
  for (const { name, query } of queries) counts[name] = await statements(api, query);
  return counts;
}

const statements = (api: Api, query: string): Promise<number> => api.statementsOf(() => api.ask(query));
