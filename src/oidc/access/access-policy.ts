import type { RecordSpan } from '../../platform/telemetry/spans.ts';
import { isResourceIndicator, otherSpelling, spellingsOf } from '../../domain/oauth/resource-indicator.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import type { PolicyQuery, PolicyState } from './policy-state.ts';
import { readAll, readWithin } from './policy-statement.ts';
import type { KeyRing } from '../key-ring.ts';
import { batchedRead } from '../batched-reads.ts';
import type { Clients } from '../clients.ts';

/** An API resource as the issuer needs it; `scopes` are the names of all its scopes. */
interface ResourceState {
  indicator: string;
  accessTokenTtl: number;
  accessTokenSigningAlg: SigningAlgorithm;
  scopes: string[];
}

/** Reads everything that decides about a token, from the database each time. */
export interface AccessPolicy {
  read(query: PolicyQuery): Promise<PolicyState>;
  /**
   * Names of the scopes that a user holds on a resource, through roles and organization roles, of one organization if
   * given.
   */
  scopesOfUser(userId: string, resource: string, organizationId?: string): Promise<readonly string[]>;
  /** Names of the scopes that an application holds on a resource through its roles. */
  scopesOfApplication(applicationId: string, resource: string): Promise<readonly string[]>;
  /** Whether an application serves a resource: it is the API that receives its tokens. */
  serves(applicationId: string, resource: string): Promise<boolean>;
  resource(indicator: string): Promise<ResourceState | undefined>;
  /** Each resource indicator as it is registered; as given if there is no such resource. */
  registered(indicators: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The same by the state of a transaction, for explanations in a dry run: no token follows from it. */
  within(tx: Transaction): Pick<AccessPolicy, 'read' | 'resource' | 'registered'>;
  /** Whether the database responds to such a read. */
  isResponding(): Promise<boolean>;
}

interface PolicyServices {
  database: Database;
  clock: Clock;
  /** Omitted where nothing is signed. */
  keys?: Pick<KeyRing, 'follow'>;
  /** Omitted where nothing is cached. */
  clients?: Pick<Clients, 'confirm'>;
  recordSpan?: RecordSpan | undefined;
}

export function createAccessPolicy({ database, clock, keys, clients, recordSpan }: PolicyServices): AccessPolicy {
  const readBatch = async (queries: PolicyQuery[]) => {
    const { states, keyIds } = await readAll(database, queries, clock.now());
    // Tokens that follow from the states are signed with the keys of the same moment.
    const following = keys?.follow(keyIds.text);
    if (following) await following;
    queries.forEach(({ clientId }, index) => clients?.confirm(clientId, states[index]?.client?.version));
    return states;
  };
  const read = inAnySpelling(batchedRead(readBatch, { name: 'access policy', recordSpan }));
  const noSubject = { clientId: '', userId: null, grant: null, applicationIds: [], organizationId: null };
  return {
    read,
    async scopesOfUser(userId, resource, organizationId) {
      const { user, scopes } = await read({ ...noSubject, userId, resource, organizationId: organizationId ?? null });
      return user === 'active' ? scopes : [];
    },
    async scopesOfApplication(applicationId, resource) {
      const { client, scopes } = await read({ ...noSubject, clientId: applicationId, resource });
      return client && !client.isSuspended ? scopes : [];
    },
    serves: async (applicationId, resource) =>
      (await database.prisma.servedResource.count({ where: { applicationId, resource: { indicator: resource } } })) > 0,
    resource: (indicator) => findResource(database.prisma, indicator),
    registered: (indicators) => findRegistered(database.prisma, indicators),
    within: (transaction) => policyWithin(transaction, clock),
    isResponding: () =>
      read({ ...noSubject, resource: '' }).then(
        () => true,
        () => false,
      ),
  };
}

type PolicyReader = AccessPolicy['read'];

/** Reads again for the other spelling of an indicator that is not registered as it was given. */
const inAnySpelling =
  (read: PolicyReader): PolicyReader =>
  (query) =>
    read(query).then((state) => {
      const other = state.accessTokenTtl === null ? otherSpelling(query.resource) : undefined;
      return other === undefined
        ? state
        : read({ ...query, resource: other }).then((otherState) => named(otherState, query));
    });

/** If neither is registered, the indicator as it was given. */
const named = (state: PolicyState, { resource }: PolicyQuery): PolicyState =>
  state.accessTokenTtl === null ? { ...state, resource } : state;

const policyWithin = (tx: Transaction, clock: Clock): ReturnType<AccessPolicy['within']> => ({
  read: inAnySpelling((query) => readWithin(tx, query, clock.now())),
  resource: (indicator) => findResource(tx, indicator),
  registered: (indicators) => findRegistered(tx, indicators),
});

async function findResource(
  { apiResource }: Pick<Database['prisma'], 'apiResource'>,
  indicator: string,
): Promise<ResourceState | undefined> {
  if (!isResourceIndicator(indicator)) return undefined;
  const row = await apiResource.findFirst({
    where: { indicator: { in: spellingsOf(indicator) } },
    select: {
      indicator: true,
      accessTokenTtl: true,
      accessTokenSigningAlg: true,
      scopes: { select: { name: true }, orderBy: { name: 'asc' } },
    },
  });
  if (!row) return undefined;
  return {
    indicator: row.indicator,
    accessTokenTtl: row.accessTokenTtl,
    accessTokenSigningAlg: row.accessTokenSigningAlg as SigningAlgorithm,
    scopes: row.scopes.map(({ name }) => name),
  };
}

async function findRegistered(
  { apiResource }: Pick<Database['prisma'], 'apiResource'>,
  resources: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const indicators = resources.filter(isResourceIndicator);
  const where = { indicator: { in: indicators.flatMap(spellingsOf) } };
  const rows = indicators.length ? await apiResource.findMany({ where, select: { indicator: true } }) : [];
  const registered = new Set(rows.map(({ indicator }) => indicator));
  return new Map(indicators.map((one) => [one, spellingsOf(one).find((text) => registered.has(text)) ?? one]));
}
