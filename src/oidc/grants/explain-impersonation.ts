import type { ExchangeQuery } from '../../domain/oauth/exchange-explanation.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { holdsAllOf } from '../../store/access/granted-permissions.ts';
import { readPresentPolicy } from '../../store/flows/policies.ts';
import type { PolicyState } from '../access/policy-state.ts';
import { decideExchange, type ExchangeToDecide, type Granted } from './exchange-decision.ts';
import { type ExchangeRefusal, refuse } from './grant.ts';
import { checkUser } from './user-token.ts';

/** The facts that decide about a token that an administrator has prepared, beside those of every exchange. */
export interface ExplainedImpersonation {
  /** Whether administrators may act as others through the application. */
  isAllowed: boolean;
  /** Whether the administrator may act as the user. */
  isPermitted: boolean;
  lifetimeSeconds: number;
}

/** Undefined if the exchange is of an access token. */
export async function readImpersonation(
  prisma: Database['prisma'] | Transaction,
  { applicationId, userId, impersonatorId }: ExchangeQuery,
): Promise<ExplainedImpersonation | undefined> {
  if (impersonatorId == null) return undefined;
  const select = { impersonationAllowed: true };
  const application = await prisma.application.findUnique({ where: { id: applicationId }, select });
  const administrator = await prisma.user.findUnique({ where: { id: impersonatorId, suspendedAt: null } });
  const { impersonation } = await readPresentPolicy(prisma);
  const isOther = administrator !== null && administrator.id !== userId;
  return {
    isAllowed: application?.impersonationAllowed === true,
    isPermitted: isOther && (await holdsAllOf(prisma, administrator.id, { userId, besides: 'users:impersonate' })),
    lifetimeSeconds: impersonation.lifetimeSeconds,
  };
}

/** In the order of the token endpoint: the token is read before the exchange is decided, and used after it. */
export function decideImpersonation(
  { isAllowed, isPermitted, lifetimeSeconds }: ExplainedImpersonation,
  exchange: ExchangeToDecide,
  state: PolicyState,
): Granted | ExchangeRefusal {
  if (!isAllowed) return refuse('IMPERSONATION_NOT_ALLOWED');
  const granted = decideExchange(exchange, state, checkUser('SUBJECT', state));
  if ('ok' in granted) return granted;
  if (!isPermitted) return refuse('IMPERSONATOR_NOT_ALLOWED');
  return { ...granted, lifetime: Math.min(granted.lifetime, lifetimeSeconds) };
}
