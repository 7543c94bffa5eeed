import { trialOfAddress } from '../../../domain/oauth/sign-in-trial.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { findTrialToGrant, keepTrialGrant } from '../../../store/sign-in-trials.ts';
import { type AdapterPayload, errors, type KoaContextWithOIDC, type Provider } from '../library.ts';
import { toLibraryTime } from '../storage/library-time.ts';
import { presentContext, presentPlatformRequest } from '../storage/request-scope.ts';

export interface TrialGrantServices {
  database: Pick<Database, 'prisma'>;
  clock: Clock;
  config: { publicUrl: string };
}

type Grant = InstanceType<Provider['Grant']>;
type Authorizations = NonNullable<AdapterPayload['authorizations']>;

/**
 * The grant of the present request, if it belongs to a trial sign-in: not `earlier`, which the application has, but one
 * that begins with the same scopes and expires with the trial. So nothing that a trial adds or ends is the
 * application's.
 */
export async function trialGrant(
  { oidc, state }: KoaContextWithOIDC,
  earlier: Grant | undefined,
  { database: { prisma }, clock, config: { publicUrl } }: TrialGrantServices,
): Promise<Grant | undefined> {
  const trialId = trialOfAddress(oidc.params?.['redirect_uri'], publicUrl);
  if (trialId === undefined) return earlier;
  const trial = await findTrialToGrant(prisma, trialId, clock.now());
  if (!trial) throw new errors.InvalidRequest('the trial sign-in has expired');
  const clientId = oidc.client?.clientId ?? '';
  state[authorizationBefore] = { clientId, before: structuredClone(oidc.session?.authorizations?.[clientId]) };
  const begun = trial.grantId === null ? undefined : await oidc.provider.Grant.find(trial.grantId);
  if (begun && begun.accountId === oidc.account?.accountId) return begun;
  const grant = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId });
  if (earlier) Object.assign(grant, structuredClone({ openid: earlier.openid, resources: earlier.resources }));
  Object.assign(grant, toLibraryTime({ exp: Math.floor(trial.expiresAt.getTime() / 1000) }, clock));
  await keepTrialGrant(prisma, { id: trialId, grantId: await grant.save() });
  return grant;
}

/** Key of the context for what the session had of the application before the trial. */
const authorizationBefore = 'authorizationBefore';

/** The authorizations of a session as they are stored: for the application of a trial, those before it. */
export function storedAuthorizations({ authorizations }: AdapterPayload): Partial<AdapterPayload> {
  const kept = presentContext()?.state[authorizationBefore] as
    | { clientId: string; before: Authorizations[string] | undefined }
    | undefined;
  if (!authorizations || !kept) return {};
  const { [kept.clientId]: _ofTrial, ...others } = authorizations;
  return { authorizations: { ...others, ...(kept.before && { [kept.clientId]: kept.before }) } };
}

/** The same as they are read by the request that redeems the code of a trial: with its grant. */
export function presentAuthorizations({ authorizations }: AdapterPayload): Partial<AdapterPayload> {
  const { clientId, grantId } = presentPlatformRequest() ?? {};
  return clientId === undefined ? {} : { authorizations: { ...authorizations, [clientId]: { grantId } } };
}
