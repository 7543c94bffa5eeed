import { type AccountAccess, accountAccess } from '../../domain/account/access.ts';
import { mayUseAccountApi } from '../../domain/oauth/application.ts';
import type { Database } from '../../platform/database/database.ts';
import { isAccountScope } from '../../vocabulary/account/account-scopes.ts';
import type { AccessPolicy } from '../access/access-policy.ts';
import { isUserToken, type UserToken, type VerifiedToken } from './access-token-claims.ts';
import type { BearerFault } from './bearer-fault.ts';
import { tokenQuery, userTokenFault } from './token-validity.ts';

interface AccountServices {
  accessPolicy: Pick<AccessPolicy, 'read'>;
  database: Pick<Database, 'prisma'>;
  accountResource: string;
}

/**
 * The present rights of a token for the Account API, or why it is not accepted: it must be of a user, end with the
 * session in which the user signed in, and be obtained by an application that may use this API.
 */
export async function readAccountAccess(
  services: AccountServices,
  token: VerifiedToken,
): Promise<AccountAccess | BearerFault> {
  if (!isUserToken(token)) return 'WITHOUT_USER';
  if (token.act !== undefined) return 'EXCHANGED';
  if (token.grant.sessionId === null) return 'WITHOUT_SESSION';
  const [state, { application, factors }] = await Promise.all([
    services.accessPolicy.read({ ...tokenQuery(token), resource: services.accountResource, organizationId: null }),
    readClientAndFactors(services.database, token),
  ]);
  const fault = userTokenFault(token, state);
  if (fault) return fault;
  if (!application || !mayUseAccountApi(application)) return 'ACCOUNT_API_NOT_ALLOWED';
  const scopes = token.scope.split(' ').filter(isAccountScope);
  return accountAccess(scopes, { acr: token.authentication.acr, factorKinds: factors });
}

async function readClientAndFactors({ prisma }: Pick<Database, 'prisma'>, { subject, clientId }: UserToken) {
  const [application, factors] = await Promise.all([
    prisma.application.findUnique({
      where: { id: clientId },
      select: { isThirdParty: true, accountApiAllowed: true },
    }),
    prisma.factor.findMany({ where: { userId: subject }, select: { kind: true } }),
  ]);
  return { application, factors: factors.map(({ kind }) => kind) };
}
