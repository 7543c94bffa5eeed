import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { openInteraction } from '../../store/sessions/oidc-records.ts';
import type { ClientRecord } from '../clients.ts';
import { applicationOf } from './client-metadata.ts';
import { errors, type Interaction, type Provider } from './library.ts';
import { requestedLevel } from '../../domain/flow/level.ts';
import { type FlowPurpose, type RequestedLevel, screenHints } from '../../vocabulary/flows.ts';
import { levelReason } from './authentication-level.ts';
import { lifetimes, unopenedInteraction } from './lifetimes.ts';
import { toLibraryTime, toPlatformTime } from './storage/library-time.ts';
import { noteEndings, noteOwnEnding } from './storage/request-scope.ts';
import { pinToPublicUrl } from './requests/request-target.ts';
import { identityScopes, type ResourcePolicy } from './resources.ts';

/** A request and its response, which have the cookies. */
interface HttpExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** What the user has to do before an authorization request can continue. */
export interface PendingInteraction {
  uid: string;
  /** The record of the library, as it was read with the request. */
  record: Interaction;
  /** The user has cancelled: nothing else can end it. */
  isRefused: boolean;
  /** Sign in, or consent. */
  prompt: 'login' | 'consent';
  application: Pick<ClientRecord, 'id' | 'name' | 'isThirdParty'>;
  /** The identifier that the application suggests (login_hint). */
  loginHint: string | undefined;
  /** With what the pages begin (screen_hint). */
  purpose: FlowPurpose;
  /** BCP 47 tags of the languages that the application prefers for the pages (ui_locales). */
  languages: readonly string[];
  /** The signed-in user. */
  userId: string | undefined;
  /** What the application asks for (acr_values). */
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

/** The user who has authenticated, how (RFC 8176), and the count of endings at that time. */
export interface SignedIn {
  userId: string;
  endings: number;
  /** Whether the sessions of the user have ended with it. */
  hasEndedSessions: boolean;
  amr: string[];
  acr: string;
  /** The time of the authentication. */
  since: Date;
}

/**
 * The authorization requests that the pages handle. The address to continue at is on our own origin; undefined if the
 * request or the session has ended.
 */
export interface Interactions {
  /**
   * Undefined if the interaction is finished, has expired, or began in another browser. `isOpened`: its page is shown,
   * which extends its lifetime once.
   */
  find(exchange: HttpExchange, uid: string, isOpened: boolean): Promise<PendingInteraction | undefined>;
  /** The user has authenticated. */
  signIn(pending: PendingInteraction, signedIn: SignedIn): Promise<string | undefined>;
  /** The user has authenticated or cancelled before, in this flow: for a form that is sent again. */
  resume(exchange: HttpExchange): Promise<string | undefined>;
  /** The user consents to everything that is requested. */
  consent(pending: PendingInteraction): Promise<string | undefined>;
  /** The user cancels: the application gets access_denied. */
  refuse(pending: PendingInteraction): Promise<string | undefined>;
}

/** Seconds that opening the page adds. */
const opened = lifetimes.Interaction - unopenedInteraction;

interface InteractionServices {
  database: Pick<Database, 'prisma'>;
  config: { publicUrl: string };
  accessPolicy: ResourcePolicy;
  clock: Clock;
}

export function createInteractions(current: () => Provider, services: InteractionServices): Interactions {
  return {
    async find(exchange, uid, isOpened) {
      pinToPublicUrl(exchange.incoming, services.config.publicUrl);
      const interaction = await load(current(), exchange);
      if (isOpened && interaction?.uid === uid) await openInteraction(services.database, uid, opened);
      return interaction?.uid === uid ? describe(current(), interaction, services) : undefined;
    },
    signIn({ record }, { userId, endings, hasEndedSessions, amr, acr, since }) {
      if (hasEndedSessions) endSession(record, userId, endings);
      else noteEndings(userId, endings);
      const { loginTs: ts } = toLibraryTime({ loginTs: Math.floor(since.getTime() / 1000) }, services.clock);
      return finish(record, { login: { accountId: userId, amr, acr, ts } });
    },
    async resume(exchange) {
      const interaction = await load(current(), exchange);
      return interaction?.result ? interaction.returnTo : undefined;
    },
    consent: (pending) =>
      unlessEnded(
        grant(current(), pending).then((grantId) => ({ ...pending.record.lastSubmission, consent: { grantId } })),
      ).then((result) => result && finish(pending.record, result)),
    refuse: ({ record }) =>
      finish(record, { error: 'access_denied', error_description: 'the user denied the request' }),
  };
}

/** The session with which an authorization request began has ended, by the new password of its user. */
function endSession(interaction: Interaction, userId: string, endings: number): void {
  noteOwnEnding(userId, endings);
  if (interaction.session?.accountId === userId) delete interaction.session;
}

/**
 * As `interactionResult` of the library, which would read the interaction again. Returns the address to continue at;
 * undefined if the session has ended meanwhile.
 */
function finish(interaction: Interaction, result: NonNullable<Interaction['result']>): Promise<string | undefined> {
  interaction.result = result;
  return unlessEnded(interaction.persist().then(() => interaction.returnTo));
}

const load = (provider: Provider, { incoming, outgoing }: HttpExchange): Promise<Interaction | undefined> =>
  unlessEnded(provider.interactionDetails(incoming, outgoing));

/** Undefined if the interaction or its session no longer exists. */
async function unlessEnded<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

async function describe(
  provider: Provider,
  interaction: Interaction,
  { accessPolicy: policy, clock }: InteractionServices,
): Promise<PendingInteraction | undefined> {
  const { prompt, session, uid } = interaction;
  const params = interaction.params as unknown as AuthorizationParameters;
  const client = await provider.Client.find(params.client_id);
  if (!client || (prompt.name !== 'login' && prompt.name !== 'consent')) return undefined;
  return {
    uid,
    record: interaction,
    isRefused: interaction.result?.error !== undefined,
    prompt: prompt.name,
    application: applicationOf(client),
    loginHint: params.login_hint,
    purpose: screenHints.get(params.screen_hint) ?? 'sign-in',
    languages: params.ui_locales?.split(' ') ?? [],
    userId: session?.accountId,
    requestedLevel: requestedLevel(params.acr_values),
    session: await sessionToExtend(provider, interaction, clock),
    requested: await requestedScopes(params, policy),
  };
}

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
  scope?: string;
  resource?: string | string[];
  login_hint?: string;
  ui_locales?: string;
  screen_hint?: string;
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

/** Adds the consent to the existing grant, or creates one. Returns its id. */
async function grant(
  provider: Provider,
  { requested, userId, application, record: { grantId } }: PendingInteraction,
): Promise<string> {
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: userId, clientId: application.id });
  if (requested.identity.length) grant.addOIDCScope(requested.identity);
  for (const { indicator, scopes } of requested.resources) grant.addResourceScope(indicator, scopes);
  return grant.save();
}
