// The scopes that people and applications get at each API resource: now, and in the dry run of a change.
import type { ExchangeReason } from '../../../../vocabulary/exchanges/exchange-reasons.ts';
import type { OperationName } from '../../../data/needs.ts';
import { client, writing } from '../../../data/client.ts';
import type { Operation } from '../../../data/operation.ts';
import { holdersOf } from './holders.ts';
import type { Values } from '../values.ts';

/** An exchange whose explanation is compared, too. */
export interface Exchange {
  applicationId: string;
  userId: string;
  resource: string;
  organizationId?: string;
  scopes?: string[];
}

interface Outcome {
  isGranted: boolean;
  scope: string | null;
  reason: ExchangeReason | null;
  errorDescription: string | null;
}

/** A scope at an API resource. */
export interface Grant {
  resource: string;
  scope: string;
  /** Name of the organization in which it counts, empty if it may not be read; null if it counts everywhere. */
  organization: string | null;
}

export interface AccessChange {
  id: string;
  name: string;
  gained: readonly Grant[];
  lost: readonly Grant[];
}

export interface AccessChanges {
  holders: readonly AccessChange[];
  haveMore: boolean;
  exchange: { now: Outcome; later: Outcome } | null;
}

const selection = `
  nodes(ids: $ids) {
    __typename
    ... on User { id displayName isSuspended effectiveScopes { ...Effective } }
    ... on Application { id displayName isSuspended effectiveScopes { ...Effective } }
  }
  explainTokenExchange(input: $exchange) @include(if: $withExchange) {
    outcome { isGranted scope reason errorDescription }
  }`;
const fragment = `fragment Effective on EffectiveScopes {
  apiResource { displayName }
  scopes { name through { role { id } organization @include(if: $organizations) { displayName } } }
}`;
const variableTypes =
  '$ids: [ID!]!, $exchange: ExplainTokenExchangeInput!, $withExchange: Boolean!, $organizations: Boolean!';

interface Holder {
  id: string;
  displayName: string;
  isSuspended: boolean;
  effectiveScopes: readonly { apiResource: { displayName: string } | null; scopes: readonly HeldScope[] }[] | null;
}

interface HeldScope {
  name: string;
  through: readonly { role: object | null; organization?: { displayName: string } | null }[];
}

interface State {
  nodes: readonly (Holder | null)[];
  explainTokenExchange?: { outcome: Outcome } | null;
}

/** Null if it is unknown: the platform refuses the change, or the holders are unknown. */
export async function accessChanges(
  name: OperationName,
  operation: Operation,
  input: Values,
  { exchange, mayReadOrganizations }: { exchange: Exchange | null; mayReadOrganizations: boolean },
): Promise<AccessChanges | null> {
  const holders = await holdersOf(operation, input);
  if (!holders) return null;
  const variables = {
    ids: holders.ids,
    exchange: exchange ?? { applicationId: '', userId: '', resource: '' },
    withExchange: exchange !== null,
    organizations: mayReadOrganizations,
  };
  const [now, later] = await Promise.all([read(variables), readAfter(name, operation, { ...variables, input })]);
  if (!now || !later) return null;
  const after = new Map(later.nodes.flatMap((holder) => (holder ? [[holder.id, holder] as const] : [])));
  const outcomes = [now.explainTokenExchange?.outcome, later.explainTokenExchange?.outcome] as const;
  return {
    holders: now.nodes.flatMap((before) => (before ? [compared(before, after.get(before.id))] : [])),
    haveMore: holders.haveMore,
    exchange: outcomes[0] && outcomes[1] ? { now: outcomes[0], later: outcomes[1] } : null,
  };
}

async function read(variables: object): Promise<State | undefined> {
  const document = `query AccessNow(${variableTypes}) {${selection}} ${fragment}`;
  return (await client.query<State>(document, variables, { requestPolicy: 'network-only' }).toPromise()).data;
}

/** Reads the same after the change, in the transaction of its dry run. */
async function readAfter(name: OperationName, { input }: Operation, variables: object): Promise<State | undefined> {
  const document = `mutation AccessThen($input: ${input}!, ${variableTypes}) {
    ${name}(input: $input, dryRun: true) { __typename query {${selection}} }
  } ${fragment}`;
  const { data } = await client
    .mutation<Record<string, { query: State } | null>>(document, variables, writing)
    .toPromise();
  return data?.[name]?.query;
}

function compared(before: Holder, after: Holder | undefined): AccessChange {
  const [had, has] = [grantsOf(before), grantsOf(after)];
  const missingIn = (grants: ReadonlyMap<string, Grant>, others: ReadonlyMap<string, Grant>): Grant[] =>
    [...grants].flatMap(([key, grant]) => (others.has(key) ? [] : [grant]));
  return { id: before.id, name: before.displayName, gained: missingIn(has, had), lost: missingIn(had, has) };
}

/** Someone suspended gets nothing, whatever their roles are. */
function grantsOf(holder: Holder | undefined): ReadonlyMap<string, Grant> {
  if (!holder || holder.isSuspended) return new Map();
  const grants = (holder.effectiveScopes ?? []).flatMap(({ apiResource, scopes }) =>
    scopes.flatMap(({ name, through }) =>
      placesOf(through).map((organization) => ({
        resource: apiResource?.displayName ?? '',
        scope: name,
        organization,
      })),
    ),
  );
  return new Map(grants.map((grant) => [JSON.stringify(grant), grant]));
}

/** The organizations in which a scope is held: everywhere, for null, through any role of the holder. */
function placesOf(through: HeldScope['through']): (string | null)[] {
  const names = through.map(({ role, organization }) => (role ? null : (organization?.displayName ?? '')));
  return names.includes(null) ? [null] : [...new Set(names)];
}
