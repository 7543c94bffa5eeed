import { requestedLevel } from '../../domain/flow/level.ts';
import type { Clock } from '../../platform/clock.ts';
import { type SignInPurpose, type RequestedLevel, screenHints } from '../../vocabulary/flows.ts';
import type { ClientRecord } from '../clients.ts';
import { levelReason } from './authentication-level.ts';
import { applicationOf } from './client-metadata.ts';
import type { Interaction, Provider } from './library.ts';
import { identityScopes, type ResourcePolicy } from './resources.ts';
import { toPlatformTime } from './storage/library-time.ts';

/** The prompts that the pages handle. */
const handledPrompts = ['login', 'consent', 'select_account'] as const;

/** The step of a user before an authorization request can continue. */
export interface PendingInteraction {
  uid: string;
  /** The record of the library, as it was read with the request. */
  record: Interaction;
  /** The user has canceled: nothing else can end it. */
  isRefused: boolean;
  /** Sign in, consent, or choose whether the person who is signed in goes on. */
  prompt: (typeof handledPrompts)[number];
  application: Pick<ClientRecord, 'id' | 'name' | 'kind' | 'isThirdParty'>;
  /** The address to which the person returns (redirect_uri). */
  returnAddress: string;
  /** The identifier that the application suggests (login_hint). */
  loginHint: string | undefined;
  /** With what the pages begin (prompt=create, screen_hint). */
  purpose: SignInPurpose;
  /** BCP 47 tags of the languages that the application prefers for the pages (ui_locales). */
  languages: readonly string[];
  /** The signed-in user. */
  userId: string | undefined;
  /** The level that the application requests (acr_values). */
  requestedLevel: RequestedLevel;
  /** The session, if it only lacks the level: how the user was authenticated, and when (RFC 9470). */
  session: { userId: string; since: Date; amr: readonly string[] } | undefined;
  requested: RequestedScopes;
}

/**
 * The requested scopes that exist. Consent does not give the user scopes: a token only has those that the user holds.
 */
export interface RequestedScopes {
  identity: string[];
  resources: { indicator: string; scopes: string[] }[];
}

export interface DescribeServices {
  accessPolicy: ResourcePolicy;
  clock: Clock;
}

/** The pending step of an interaction; undefined if the pages do not handle it. */
export async function describeInteraction(
  provider: Provider,
  interaction: Interaction,
  { accessPolicy: policy, clock }: DescribeServices,
): Promise<PendingInteraction | undefined> {
  const { prompt, session, uid } = interaction;
  const params = interaction.params as unknown as AuthorizationParameters;
  const client = await provider.Client.find(params.client_id);
  const handled = handledPrompts.find((name) => name === prompt.name);
  if (!client || !handled) return undefined;
  return {
    uid,
    record: interaction,
    isRefused: interaction.result?.error !== undefined,
    prompt: handled,
    application: applicationOf(client),
    returnAddress: params.redirect_uri,
    loginHint: params.login_hint,
    purpose: purposeOf(params),
    languages: params.ui_locales?.split(' ') ?? [],
    userId: session?.accountId,
    requestedLevel: requestedLevel(params.acr_values),
    session: await sessionToExtend(provider, interaction, clock),
    requested: await requestedScopes(params, policy),
  };
}

const purposeOf = ({ prompt, screen_hint: hint }: AuthorizationParameters): SignInPurpose =>
  prompt?.split(' ').includes('create') ? 'sign-up' : (screenHints.get(hint) ?? 'sign-in');

/** A session that lacks only the level, so that its user need not sign in again. */
async function sessionToExtend(
  provider: Provider,
  { prompt, session }: Interaction,
  clock: Clock,
): Promise<PendingInteraction['session']> {
  const lacksOnlyLevel = prompt.reasons.every((reason) => reason === levelReason);
  if (prompt.name !== 'login' || !lacksOnlyLevel || session?.uid === undefined) return undefined;
  const { accountId, loginTs, amr = [] } = (await provider.Session.findByUid(session.uid)) ?? {};
  if (accountId === undefined || loginTs === undefined) return undefined;
  const { loginTs: seconds } = toPlatformTime({ loginTs }, clock);
  return { userId: accountId, since: new Date(seconds * 1000), amr };
}

/** Parameters of an authorization request, which the library has checked. */
interface AuthorizationParameters {
  client_id: string;
  /** The library fills it in for an application with only one. */
  redirect_uri: string;
  scope?: string;
  resource?: string | string[];
  login_hint?: string;
  ui_locales?: string;
  screen_hint?: string;
  prompt?: string;
  acr_values?: string;
}

async function requestedScopes(params: AuthorizationParameters, policy: ResourcePolicy): Promise<RequestedScopes> {
  const requested = (params.scope ?? '').split(' ');
  const named = [params.resource ?? []].flat();
  const resources = await Promise.all(
    named.map(async (indicator) => {
      const defined = (await policy.resource(indicator))?.scopes ?? [];
      return { indicator, scopes: defined.filter((name) => requested.includes(name)) };
    }),
  );
  return {
    identity: requested.filter((name) => identityScopes.includes(name)),
    resources: resources.filter(({ scopes }) => scopes.length > 0),
  };
}
