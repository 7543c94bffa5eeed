import { isResourceIndicator } from '../domain/resource-indicator.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { ApplicationType } from '../vocabulary/resources.ts';
import type { SigningAlgorithm } from '../vocabulary/signing-algorithms.ts';
import type { Endings, GrantReference } from './access-token-claims.ts';
import { askAll } from './access-policy-query.ts';
import type { KeyRing } from './keys.ts';
import { tokenRead } from './token-reads.ts';

/** Who wants or presents a token, for whom, for which API. */
export interface PolicyQuestion {
  /** The application that asks, or that presents its token. */
  clientId: string;
  /** The person; null when the application acts for itself. */
  userId: string | null;
  /** What the person's token lives by. */
  grant: GrantReference | null;
  /** The applications that obtained the subject token, or exchanged it on its way: at most `maxHops`, none twice. */
  holderIds: readonly string[];
  /** Their counts of endings that the token carries. */
  endings?: Endings | undefined;
  /** Resource indicator. */
  resource: string;
  /** Confines the organization roles that count to this organization's. */
  organizationId: string | null;
}

/** How things are at this moment. */
export interface PolicyAnswer {
  /** The application that asks; undefined when it does not exist. */
  client: ClientState | undefined;
  user: 'active' | 'suspended' | 'unknown';
  /** The application that the grant was given to; null when the grant is gone, or is not this person's. */
  grantClientId: string | null;
  isSessionAlive: boolean;
  /** Of the grant's application and the holders: how many exist, and whether any of them is…; ended: since the token was issued. */
  holders: { found: number; anyThirdParty: boolean; anySuspended: boolean; anyEnded: boolean };
  /** Seconds; null when the resource does not exist. */
  accessTokenTtl: number | null;
  /** How tokens for the resource are signed; null when it does not exist. */
  accessTokenSigningAlg: SigningAlgorithm | null;
  isMember: boolean;
  /** Names of the scopes held on the resource, in the order of their code points. */
  scopes: string[];
  /** Signing keys that have not been withdrawn. */
  signingKeyIds: ReadonlySet<string>;
}

export interface ClientState {
  version: number;
  type: ApplicationType;
  isThirdParty: boolean;
  tokenExchangeAllowed: boolean;
  isSuspended: boolean;
  /** Counts how often all that it had was ended (store/sessions/endings.ts). */
  endings: number;
}

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
