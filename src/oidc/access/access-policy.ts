import { isResourceIndicator } from '../../domain/resource-indicator.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { SigningAlgorithm } from '../../vocabulary/signing-algorithms.ts';
import type { PolicyAnswer, PolicyQuestion } from './policy-question.ts';
import { askAll } from './policy-statement.ts';
import type { KeyRing } from '../key-ring.ts';
import { tokenRead } from '../batched-reads.ts';

/** An API resource as the issuer needs it; `scopes` are the names of all that it defines. */
export interface ResourceState {
  indicator: string;
  accessTokenTtl: number;
  accessTokenSigningAlg: SigningAlgorithm;
  scopes: string[];
}

/** Reads what decides, afresh each time: nothing of it is ever remembered. */
export interface AccessPolicy {
  ask(question: PolicyQuestion): Promise<PolicyAnswer>;
  /** Names of the scopes that a user holds on a resource, through roles and organization roles (of one organization, when named). */
  scopesOfUser(userId: string, resource: string, organizationId?: string): Promise<string[]>;
  /** Names of the scopes that an application holds on a resource through its roles. */
  scopesOfApplication(applicationId: string, resource: string): Promise<string[]>;
  resource(indicator: string): Promise<ResourceState | undefined>;
  /** Whether questions are answered at present: asks one, in the same way. */
  isAnswering(): Promise<boolean>;
}

interface PolicyServices {
  database: Database;
  clock: Clock;
  /** Left out where nothing is signed. */
  keys?: Pick<KeyRing, 'follow'>;
}

export function createAccessPolicy({ database, clock, keys }: PolicyServices): AccessPolicy {
  const ask = tokenRead(async (questions: PolicyQuestion[]) => {
    const read = await askAll(database, questions, clock.now());
    // What follows from the answers is signed by the keys of the same moment.
    const following = keys?.follow(read.keys.text);
    if (following) await following;
    return read.answers;
  });
  const nobody = { clientId: '', userId: null, grant: null, holderIds: [], organizationId: null };
  return {
    ask,
    async scopesOfUser(userId, resource, organizationId) {
      const answer = await ask({ ...nobody, userId, resource, organizationId: organizationId ?? null });
      return answer.user === 'active' ? answer.scopes : [];
    },
    async scopesOfApplication(applicationId, resource) {
      const { client, scopes } = await ask({ ...nobody, clientId: applicationId, resource });
      return client && !client.isSuspended ? scopes : [];
    },
    resource: (indicator) => findResource(database, indicator),
    isAnswering: () =>
      ask({ ...nobody, resource: '' }).then(
        () => true,
        () => false,
      ),
  };
}

async function findResource(database: Database, indicator: string): Promise<ResourceState | undefined> {
  if (!isResourceIndicator(indicator)) return undefined;
  const row = await database.prisma.apiResource.findUnique({
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
