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
 * The grant of the present request, if it belongs to a trial sign-in: not the one with which the user uses the
 * application, to which a trial adds nothing, and which it does not end, but one that begins with the same scopes and
 * expires with the trial.
 */
export async function trialGrant(
  context: KoaContextWithOIDC,
  findEarlier: () => Promise<Grant | undefined>,
  { database: { prisma }, clock, config: { publicUrl } }: TrialGrantServices,
): Promise<Grant | undefined> {
  const { oidc } = context;
  const id = trialOfAddress(oidc.params?.['redirect_uri'], publicUrl);
  if (id === undefined) return findEarlier();
  const trial = await findTrialToGrant(prisma, id, clock.now());
  if (!trial) throw new errors.InvalidRequest('the trial sign-in has expired');
  if (trial.applicationId !== oidc.client?.clientId) return findEarlier();
  keepAuthorization(context, trial.applicationId);
  const begun = await findOwn(oidc, trial.grantId);
  if (begun) return begun;
  const grant = new oidc.provider.Grant({ accountId: oidc.account?.accountId, clientId: trial.applicationId });
  const { openid, resources } = (await findEarlier()) ?? {};
  Object.assign(grant, structuredClone({ openid, resources }));
  Object.assign(grant, toLibraryTime({ exp: Math.floor(trial.expiresAt.getTime() / 1000) }, clock));
  const kept = await keepTrialGrant(prisma, { id, earlier: trial.grantId, grantId: await grant.save() });
  return kept.isOwn ? grant : findOwn(oidc, kept.grantId);
}

async function findOwn({ provider, account }: KoaContextWithOIDC['oidc'], id: string | null) {
  const grant = id === null ? undefined : await provider.Grant.find(id);
  return grant?.accountId === account?.accountId ? grant : undefined;
}

/** Key of the context for what the session had of the application before the trial. */
const authorizationBefore = 'authorizationBefore';

interface KeptAuthorization {
  clientId: string;
  before: Authorizations[string] | undefined;
}

function keepAuthorization({ oidc, state }: KoaContextWithOIDC, clientId: string): void {
  const before = structuredClone(oidc.session?.authorizations?.[clientId]);
  const kept: KeptAuthorization = { clientId, before };
  state[authorizationBefore] = kept;
}

/** The authorizations of a session as they are stored: for the application of a trial, those before it. */
export function storedAuthorizations({ authorizations }: AdapterPayload): Partial<AdapterPayload> {
  const kept = presentContext()?.state[authorizationBefore] as KeptAuthorization | undefined;
  if (!authorizations || !kept) return {};
  const { [kept.clientId]: _ofTrial, ...others } = authorizations;
  // The library adds an empty one when it looks for a grant.
  const { before } = kept;
  return { authorizations: { ...others, ...(before?.grantId && { [kept.clientId]: before }) } };
}

/** The authorizations of a session as the request reads them that redeems the code of a trial: with its grant. */
export function presentAuthorizations({ authorizations }: AdapterPayload): Partial<AdapterPayload> {
  const { clientId, grantId } = presentPlatformRequest() ?? {};
  return clientId === undefined ? {} : { authorizations: { ...authorizations, [clientId]: { grantId } } };
}
