import { type Failure, isFailure } from '../domain/failure.ts';
import { actorAtIssuer } from '../kernel/actor.ts';
import type { ImpersonationRefusal, Impersonations } from '../oidc/impersonations.ts';
import { presentRequester } from '../oidc/provider/storage/ended-grants.ts';
import { startImpersonation } from '../operations/issuer/start-impersonation.ts';
import { findSubjectToken } from '../store/impersonations/subject-tokens.ts';
import type { OpenKernel } from './kernel-services.ts';

type Services = Pick<OpenKernel, 'database' | 'clock' | 'execute' | 'ids'>;

/** Reads the impersonations that administrators have prepared, and starts one for an application. */
export const createImpersonations = ({ database, clock, execute, ids }: Services): Impersonations => ({
  find: (token) => findSubjectToken(database.prisma, token, clock.now()),
  async start(impersonation) {
    const { request } = presentRequester('application', impersonation.applicationId, ids);
    const actor = actorAtIssuer('application', impersonation.applicationId);
    try {
      const { output } = await execute(startImpersonation, actor, impersonation, { ...request, channel: 'oidc' });
      return { endsAt: Math.floor(Date.parse(output.endsAt) / 1000) };
    } catch (error) {
      if (isFailure(error, 'NOT_FOUND', 'CONFLICT', 'FORBIDDEN')) return refusals[error.code as keyof typeof refusals];
      throw error;
    }
  },
});

/** Why the operation refuses. */
const refusals = {
  NOT_FOUND: 'IMPERSONATION_TOKEN_INVALID',
  CONFLICT: 'IMPERSONATION_NOT_ALLOWED',
  FORBIDDEN: 'IMPERSONATOR_NOT_ALLOWED',
} as const satisfies Partial<Record<Failure['code'], ImpersonationRefusal>>;
