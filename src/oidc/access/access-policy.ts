import type { RecordSpan } from '../../platform/telemetry/spans.ts';
import { isResourceIndicator } from '../../domain/resource-indicator.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import type { PolicyAnswer, PolicyQuestion } from './policy-question.ts';
import { askAll, askWithin } from './policy-statement.ts';
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
  ask(question: PolicyQuestion): Promise<PolicyAnswer>;
  /**
   * Names of the scopes that a user holds on a resource, through roles and organization roles, of one organization if
   * given.
   */
  scopesOfUser(userId: string, resource: string, organizationId?: string): Promise<readonly string[]>;
  /** Names of the scopes that an application holds on a resource through its roles. */
  scopesOfApplication(applicationId: string, resource: string): Promise<readonly string[]>;
  resource(indicator: string): Promise<ResourceState | undefined>;
  /** The same by the state of a transaction, for explanations in a dry run: no token follows from it. */
  within(tx: Transaction): Pick<AccessPolicy, 'ask' | 'resource'>;
  /** Whether the database answers: asks a question in the same way. */
  isAnswering(): Promise<boolean>;
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
  const readAll = async (questions: PolicyQuestion[]) => {
    const read = await askAll(database, questions, clock.now());
    // Tokens that follow from the answers are signed with the keys of the same moment.
    const following = keys?.follow(read.keys.text);
    if (following) await following;
    questions.forEach(({ clientId }, index) => clients?.confirm(clientId, read.answers[index]?.client?.version));
    return read.answers;
  };
  const ask = batchedRead(readAll, { name: 'access policy', recordSpan });
  const noSubject = { clientId: '', userId: null, grant: null, holderIds: [], organizationId: null };
  return {
    ask,
    async scopesOfUser(userId, resource, organizationId) {
      const answer = await ask({ ...noSubject, userId, resource, organizationId: organizationId ?? null });
      return answer.user === 'active' ? answer.scopes : [];
    },
    async scopesOfApplication(applicationId, resource) {
      const { client, scopes } = await ask({ ...noSubject, clientId: applicationId, resource });
      return client && !client.isSuspended ? scopes : [];
    },
    resource: (indicator) => findResource(database.prisma, indicator),
    within: (transaction) => policyWithin(transaction, clock),
    isAnswering: () =>
      ask({ ...noSubject, resource: '' }).then(
        () => true,
        () => false,
      ),
  };
}

const policyWithin = (tx: Transaction, clock: Clock): ReturnType<AccessPolicy['within']> => ({
  ask: (question) => askWithin(tx, question, clock.now()),
  resource: (indicator) => findResource(tx, indicator),
});

async function findResource(
  { apiResource }: Pick<Database['prisma'], 'apiResource'>,
  indicator: string,
): Promise<ResourceState | undefined> {
  if (!isResourceIndicator(indicator)) return undefined;
  const row = await apiResource.findUnique({
    where: { indicator },
    select: {
      accessTokenTtl: true,
      accessTokenSigningAlg: true,
      scopes: { select: { name: true }, orderBy: { name: 'asc' } },
    },
  });
  if (!row) return undefined;
  return {
    indicator,
    accessTokenTtl: row.accessTokenTtl,
    accessTokenSigningAlg: row.accessTokenSigningAlg as SigningAlgorithm,
    scopes: row.scopes.map(({ name }) => name),
  };
}
