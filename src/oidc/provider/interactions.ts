import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../../platform/database/database.ts';
import { openInteraction } from '../../store/sessions/oidc-records.ts';
import { errors, type Interaction, type Provider } from './library.ts';
import type { AccountChoice } from './prompts.ts';
import { lifetimes, unopenedInteraction } from './lifetimes.ts';
import { describeInteraction, type DescribeServices, type PendingInteraction } from './pending-interaction.ts';
import { pinToPublicUrl } from './requests/request-target.ts';

/** A request and its response, which have the cookies. */
interface HttpExchange {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/**
 * The authorization requests that the pages handle. A sign-in is answered by its effect
 * (operations/flows/answer-request.ts). The address to continue at is on our own origin; undefined if the request or
 * the session has ended.
 */
export interface Interactions {
  /**
   * Undefined if the interaction is finished, has expired, or began in another browser. `isOpened`: its page is shown,
   * which extends its lifetime once.
   */
  find(exchange: HttpExchange, uid: string, isOpened: boolean): Promise<PendingInteraction | undefined>;
  /** The user has authenticated or canceled before, in this flow: for a form that is sent again. */
  resume(exchange: HttpExchange): Promise<string | undefined>;
  /** The user consents to all that is requested. When that is stored, `record` runs; then the request goes on. */
  consent(pending: PendingInteraction, record: () => Promise<unknown>): Promise<string | undefined>;
  /** The user has chosen the account with which to go on (prompt=select_account). */
  choose(pending: PendingInteraction, choice: AccountChoice): Promise<string | undefined>;
  /** The user cancels: the application gets access_denied. */
  refuse(pending: PendingInteraction): Promise<string | undefined>;
}

interface InteractionServices extends DescribeServices {
  database: Pick<Database, 'prisma'>;
  config: { publicUrl: string };
}

/** Seconds that opening the page adds. */
const opened = lifetimes.Interaction - unopenedInteraction;

export function createInteractions(current: () => Provider, services: InteractionServices): Interactions {
  return {
    async find(exchange, uid, isOpened) {
      pinToPublicUrl(exchange.incoming, services.config.publicUrl);
      const interaction = await load(current(), exchange);
      if (isOpened && interaction?.uid === uid) await openInteraction(services.database, uid, opened);
      return interaction?.uid === uid ? describeInteraction(current(), interaction, services) : undefined;
    },
    async resume(exchange) {
      const interaction = await load(current(), exchange);
      return interaction?.result ? interaction.returnTo : undefined;
    },
    async consent(pending, record) {
      const grantId = await unlessEnded(saveConsent(current(), pending));
      if (grantId === undefined) return undefined;
      await record();
      return finish(pending.record, { ...pending.record.lastSubmission, consent: { grantId } });
    },
    choose: ({ record }, choice) => finish(record, { ...record.lastSubmission, select_account: choice }),
    refuse: ({ record }) =>
      finish(record, { error: 'access_denied', error_description: 'the user denied the request' }),
  };
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

/** Adds the consent to the grant of the request, or creates one. Returns its id; undefined if that grant has ended. */
async function saveConsent(
  provider: Provider,
  { requested, userId, application, record: { grantId } }: PendingInteraction,
): Promise<string | undefined> {
  const previous = grantId === undefined ? undefined : await provider.Grant.find(grantId);
  if (grantId !== undefined && !previous) return undefined;
  const grant = previous ?? new provider.Grant({ accountId: userId, clientId: application.id });
  if (requested.identity.length) grant.addOIDCScope(requested.identity);
  for (const { indicator, scopes } of requested.resources) grant.addResourceScope(indicator, scopes);
  return grant.save();
}
