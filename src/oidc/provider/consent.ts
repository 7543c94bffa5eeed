import { levelCheck } from './authentication-level.ts';
import { applicationOf } from './client-metadata.ts';
import { interactionPolicy, type KoaContextWithOIDC, type Provider } from './library.ts';
import { linkCheck } from './opened-link.ts';
import { addPrompts } from './prompts.ts';
import type { ResourcePolicy } from './resources.ts';
import { createSessionLimitCheck, type SessionLimitServices } from './session-limit.ts';
import { trialGrant, type TrialGrantServices } from './trials/trial-grant.ts';

const { base, Check } = interactionPolicy;
type Grant = InstanceType<Provider['Grant']>;

/** When users have to interact: the rules of the library, with those of ours. */
export function createInteractionPolicy(services: SessionLimitServices) {
  const policy = base();
  policy.get('login')?.checks.add(levelCheck);
  policy.get('login')?.checks.add(linkCheck);
  policy.get('login')?.checks.add(createSessionLimitCheck(services));
  policy.get('login')?.checks.add(
    // The user of the session has just been deleted or suspended.
    new Check('account_gone', 'the account is not active', 'login_required', ({ oidc }) =>
      Boolean(oidc.session?.accountId && !oidc.account),
    ),
  );
  addPrompts(policy);
  const consent = policy.get('consent');
  consent?.checks.remove('native_client_prompt');
  consent?.checks.add(
    new Check(
      'native_client_prompt',
      'native clients require interaction',
      'interaction_required',
      isUnclaimedNativeApp,
    ),
  );
  return policy;
}

/**
 * RFC 8252 §8.6: another app on the device may have registered the redirect URI of a native app, unless it is a claimed
 * https URI. So a code always requires an interaction.
 */
function isUnclaimedNativeApp({ oidc }: KoaContextWithOIDC): boolean {
  if (oidc.client?.applicationType !== 'native' || oidc.result?.login || oidc.result?.consent) return false;
  return !String(oidc.params?.['redirect_uri']).startsWith('https:');
}

/**
 * The grant of a user to an application. First-party applications are granted what they request, third-party ones only
 * what the user consented to. The grant limits what an application may request: what the user holds is read for each
 * token.
 */
export function createLoadExistingGrant(services: TrialGrantServices & { accessPolicy: ResourcePolicy }) {
  return async (context: KoaContextWithOIDC): Promise<Grant | undefined> => {
    const grant = await trialGrant(context, () => findGrant(context), services);
    if (applicationOf(context.oidc.client).isThirdParty) return grant;
    return grantRequested(context, grant, services.accessPolicy);
  };
}

async function findGrant({ oidc }: KoaContextWithOIDC): Promise<Grant | undefined> {
  const id = oidc.result?.consent?.grantId ?? oidc.session?.grantIdFor(oidc.client?.clientId ?? '');
  const grant = id === undefined ? undefined : await oidc.provider.Grant.find(id);
  const fits = grant?.accountId === oidc.account?.accountId && grant?.clientId === oidc.client?.clientId;
  return fits ? grant : undefined;
}

async function grantRequested(
  { oidc }: KoaContextWithOIDC,
  previous: Grant | undefined,
  policy: ResourcePolicy,
): Promise<Grant> {
  const { accountId } = oidc.account ?? {};
  const grant = previous ?? new oidc.provider.Grant({ accountId, clientId: oidc.client?.clientId });
  const before = JSON.stringify([grant.openid, grant.resources]);
  if (oidc.requestParamOIDCScopes.size) grant.addOIDCScope(oidc.requestParamOIDCScopes);
  for (const indicator of Object.keys(oidc.resourceServers ?? {})) {
    const defined = (await policy.resource(indicator))?.scopes.filter((name) => oidc.requestParamScopes.has(name));
    if (defined?.length) grant.addResourceScope(indicator, defined);
  }
  if (!previous || JSON.stringify([grant.openid, grant.resources]) !== before) await grant.save();
  return grant;
}
