import type { AccountAccess } from '../../domain/account/access.ts';
import { Failure } from '../../domain/failure.ts';
import { wordsOf } from '../../domain/text.ts';
import type { Database } from '../../platform/database/database.ts';
import { scopesHeldBy } from '../../store/access/held-scopes.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import type { PolicyState } from '../access/policy-state.ts';
import type { LastUses } from '../last-uses.ts';
import { readAccountAccess } from './account-bearer.ts';
import type { AccessTokens } from './access-tokens.ts';
import { isUserToken, type UserToken, type VerifiedToken } from './access-token-claims.ts';
import { type BearerFault, bearerFaults } from './bearer-fault.ts';
import { tokenQuery, tokenFault } from './token-validity.ts';

/** The caller that an access token authenticates, and what it may do now. */
export interface Bearer {
  kind: 'user' | 'application';
  id: string;
  /** Scopes of the token that its subject still holds through roles: they apply everywhere. */
  scopes: readonly string[];
  /**
   * The other scopes of the token that its subject still holds, by id of the organization where they apply: through
   * organization roles, or all of them if the token is confined to an organization. Applications hold scopes through
   * roles only.
   */
  organizations: Map<string, readonly string[]>;
  /** The applications that act for a user, the calling one first; empty for an application that acts for itself. */
  applicationIds: readonly string[];
  /** The application that obtained the token by an exchange; omitted for any other token. */
  exchangedBy?: string;
  /** When the user signed in; null for an application, and if the token does not say it. */
  authenticatedAt: Date | null;
  /** When the token expires. */
  expiresAt: Date;
  /** Session epoch of the user or the application in the token. */
  sessionEpoch: number;
  /** The session of the user; null for an application, and for a token that outlives the session. */
  sessionId: string | null;
  /** The rights of a token for the Account API, which has no other scopes; omitted for any other token. */
  account?: AccountAccess;
}

interface BearerServices {
  accessTokens: AccessTokens;
  accessPolicy: AccessPolicy;
  database: Pick<Database, 'prisma'>;
  uses: Pick<LastUses, 'note'>;
  /** Resource indicator of the Management API. */
  audience: string;
  /** That of the Account API. */
  accountResource: string;
}

/** No organization has this id: with it, the access policy returns only what is held through roles. */
const noOrganization = '';

/**
 * Authenticates callers of the Management API and the Account API (RFC 6750 §2.1, RFC 9068 §4): a token opens one of
 * them. Reads the user, grant, session, application and held scopes each time. Throws Failure UNAUTHENTICATED.
 */
export function createBearer(services: BearerServices) {
  return async (authorization: string | null): Promise<Bearer> => {
    const token = await readToken(authorization, services);
    const held =
      token.audience === services.accountResource
        ? await heldInAccount(services, token)
        : await heldInManagement(services, token);
    const isUser = isUserToken(token);
    const applicationIds = isUser ? token.applicationIds : [];
    const kind = isUser ? 'user' : 'application';
    const { auth_time: authTime } = token.authentication;
    const authenticatedAt = authTime === undefined ? null : new Date(authTime * 1000);
    const expiresAt = new Date(token.expiresAt * 1000);
    const sessionId = token.grant?.sessionId ?? null;
    if (sessionId !== null) services.uses.note('session', sessionId);
    const exchangedBy = token.act && { exchangedBy: token.clientId };
    const caller = { kind, id: token.subject, applicationIds, ...exchangedBy } as const;
    const sessionEpoch = token.sessionEpochs?.[token.subject] ?? 0;
    return { ...caller, ...held, authenticatedAt, expiresAt, sessionEpoch, sessionId };
  };
}

type BearerRights = Pick<Bearer, 'scopes' | 'organizations' | 'account'>;

/** Of a token for the Account API: nothing of the Management API. */
async function heldInAccount(services: BearerServices, token: VerifiedToken): Promise<BearerRights> {
  const account = await readAccountAccess(services, token);
  if (typeof account === 'string') throw refused(account);
  return { scopes: noScopes, organizations: new Map(), account };
}

async function heldInManagement(services: BearerServices, token: VerifiedToken): Promise<BearerRights> {
  const state = await services.accessPolicy.read({
    ...tokenQuery(token),
    resource: services.audience,
    organizationId: token.organizationId ?? noOrganization,
  });
  const fault = tokenFault(token, state, services.audience);
  if (fault) throw refused(fault);
  return token.organizationId === null
    ? heldAnywhere(services, token, state)
    : heldWithin(token.organizationId, token, state);
}

const noScopes: readonly string[] = [];

/** Of a token that is confined to an organization: there only, also what its user holds through roles. */
function heldWithin(organizationId: string, token: VerifiedToken, state: PolicyState): BearerRights {
  const { scopes } = divideScopes(token.scope, state.scopes);
  return { scopes: noScopes, organizations: new Map([[organizationId, scopes]]) };
}

/** Of any other token: through roles everywhere, through organization roles in their organizations. */
async function heldAnywhere(services: BearerServices, token: VerifiedToken, state: PolicyState): Promise<BearerRights> {
  const { scopes, others } = divideScopes(token.scope, state.scopes);
  return { scopes, organizations: isUserToken(token) ? await heldInOrganizations(services, token, others) : new Map() };
}

interface TokenScopes {
  /** The scopes that the subject of the token holds through roles. */
  scopes: readonly string[];
  others: ReadonlySet<string>;
}

function divideScopes(scope: string, held: readonly string[]): TokenScopes {
  const ofRoles = new Set(held);
  const ofToken = wordsOf(scope);
  const scopes = ofToken.filter((name) => ofRoles.has(name));
  return { scopes, others: new Set(ofToken).difference(ofRoles) };
}

/**
 * The organizations in which a user holds these scopes. Read only if the token has scopes that the roles of the user do
 * not explain: those of organization administrators.
 */
async function heldInOrganizations(
  { database, audience }: BearerServices,
  { subject }: UserToken,
  names: ReadonlySet<string>,
): Promise<Map<string, string[]>> {
  const organizations = new Map<string, string[]>();
  if (!names.size) return organizations;
  for (const { name, organizationId } of await scopesHeldBy(database.prisma, [subject], audience)) {
    if (organizationId === null || !names.has(name)) continue;
    const held = organizations.get(organizationId) ?? [];
    if (!held.includes(name)) organizations.set(organizationId, [...held, name]);
  }
  return organizations;
}

const refused = (fault: BearerFault): Failure => unauthenticated(`The access token ${bearerFaults[fault]}.`);
const unauthenticated = (message: string): Failure => new Failure('UNAUTHENTICATED', message);

async function readToken(
  authorization: string | null,
  { accessTokens, audience, accountResource }: Pick<BearerServices, 'accessTokens' | 'audience' | 'accountResource'>,
): Promise<VerifiedToken> {
  if (!authorization) throw unauthenticated('An access token is required.');
  // RFC 6750 §2.1; the scheme's case does not matter (RFC 9110 §11.1).
  const text = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1];
  if (text === undefined) throw unauthenticated('The Authorization header must be "Bearer" and an access token.');
  const token = await accessTokens.verify(text);
  if (typeof token === 'string') throw refused(token);
  if (token.audience !== audience && token.audience !== accountResource)
    throw unauthenticated('The access token is meant for another API.');
  return token;
}
