import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../platform/database/database.ts';
import { openInteraction } from '../../store/sessions/oidc-records.ts';
import type { ClientRecord } from '../clients.ts';
import { applicationOf } from './client-metadata.ts';
import { errors, type Interaction, type Provider } from './library.ts';
import { lifetimes, unopenedInteraction } from './lifetimes.ts';
import { noteEndings } from './storage/request-scope.ts';
import { pinToPublicUrl } from './requests/request-target.ts';
import { identityScopes, type ResourcePolicy } from './resources.ts';

/** The two halves of one HTTP exchange, from which the cookies are read. */
export interface Exchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** What the person is to do before an authorization request can go on. */
export interface PendingInteraction {
  uid: string;
  /** Sign in, or agree to what the application asks for. */
  prompt: 'login' | 'consent';
  application: Pick<ClientRecord, 'id' | 'name' | 'isThirdParty'>;
  /** The application's guess who it is (login_hint). */
  loginHint: string | undefined;
  /** Who is signed in; undefined while nobody is. */
  userId: string | undefined;
  asked: AskedScopes;
}

/** What the application asks for, as far as it exists. What the person does not hold is not given, whoever agrees. */
export interface AskedScopes {
  identity: string[];
  resources: { indicator: string; scopes: string[] }[];
}

/** Who has proved who they are, and the user's count of endings when the password was read. */
export interface SignedIn {
  userId: string;
  endings: number;
}

/**
 * What the pages do with an authorization request. Each answer is the address to go on to, on our own origin; undefined when the request or
 * the sign-in has ended meanwhile.
 */
export interface Interactions {
  /** Undefined when it is over, has expired, or was begun in another browser. */
  find(exchange: Exchange, uid: string): Promise<PendingInteraction | undefined>;
  /** The person has proved who they are, with a password. */
  signIn(exchange: Exchange, signedIn: SignedIn): Promise<string | undefined>;
  /** The person agrees to all that is asked. */
  consent(exchange: Exchange, pending: PendingInteraction): Promise<string | undefined>;
  /** The person wants to go back: the application gets access_denied. */
  refuse(exchange: Exchange): Promise<string | undefined>;
}

/** Seconds that opening the page adds. */
const opened = lifetimes.Interaction - unopenedInteraction;

interface InteractionServices {
  database: Pick<Database, 'prisma'>;
  config: { publicUrl: string };
  accessPolicy: ResourcePolicy;
}

export function createInteractions(current: () => Provider, services: InteractionServices): Interactions {
  const finish = (exchange: Exchange, result: object, mergeWithLastSubmission: boolean) =>
    current().interactionResult(exchange.incoming, exchange.outgoing, { ...result }, { mergeWithLastSubmission });
  return {
    async find(exchange, uid) {
      pinToPublicUrl(exchange.incoming, services.config.publicUrl);
      const interaction = await load(current(), exchange);
      if (interaction?.uid === uid) await openInteraction(services.database, uid, opened);
      return interaction?.uid === uid ? describe(current(), interaction, services.accessPolicy) : undefined;
    },
    signIn(exchange, { userId, endings }) {
      noteEndings(userId, endings);
      return unlessEnded(finish(exchange, { login: { accountId: userId, amr: ['pwd'] } }, false));
    },
    consent: (exchange, pending) =>
      unlessEnded(
        grant(current(), exchange, pending).then((grantId) => finish(exchange, { consent: { grantId } }, true)),
      ),
    refuse: (exchange) =>
      unlessEnded(finish(exchange, { error: 'access_denied', error_description: 'the person did not agree' }, false)),
  };
}

const load = (provider: Provider, { incoming, outgoing }: Exchange): Promise<Interaction | undefined> =>
  unlessEnded(provider.interactionDetails(incoming, outgoing));

/** Undefined when the interaction, or the session that it belongs to, is not there any more. */
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
  policy: ResourcePolicy,
): Promise<PendingInteraction | undefined> {
  const { prompt, session, uid } = interaction;
  const params = interaction.params as unknown as AuthorizationParameters;
  const client = await provider.Client.find(params.client_id);
  if (!client || (prompt.name !== 'login' && prompt.name !== 'consent')) return undefined;
  return {
    uid,
    prompt: prompt.name,
    application: applicationOf(client),
    loginHint: params.login_hint,
    userId: session?.accountId,
    asked: await askedScopes(params, policy),
  };
}

/** The part of an authorization request that the pages need; the library has checked it. */
interface AuthorizationParameters {
  client_id: string;
  scope?: string;
  resource?: string | string[];
  login_hint?: string;
}

async function askedScopes(params: AuthorizationParameters, policy: ResourcePolicy): Promise<AskedScopes> {
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

/** Adds what was agreed to to the grant that there is, or makes one. Returns its id. */
async function grant(
  provider: Provider,
  exchange: Exchange,
  { asked, userId, application }: PendingInteraction,
): Promise<string> {
  const { grantId } = await provider.interactionDetails(exchange.incoming, exchange.outgoing);
  const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  const grant = known ?? new provider.Grant({ accountId: userId, clientId: application.id });
  if (asked.identity.length) grant.addOIDCScope(asked.identity);
  for (const { indicator, scopes } of asked.resources) grant.addResourceScope(indicator, scopes);
  return grant.save();
}
