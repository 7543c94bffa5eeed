import type { ExchangeReason } from '../../vocabulary/exchanges/exchange-reasons.ts';
import {
  type Grant,
  type GrantOutcome,
  type GrantParameters,
  type GrantServices,
  refuse,
  type TokenResponse,
} from '../grants/grant.ts';
import { grants } from '../grants/index.ts';
import { tokenExchange } from '../grants/token-exchange.ts';
import { isConfidential } from '../../domain/oauth/application.ts';
import type { ClientRecord } from '../clients.ts';
import { applicationOf } from './client-metadata.ts';
import { type ErrorOut, errors, type KoaContextWithOIDC, type Provider } from './library.ts';

/** Registers our grants. The library authenticates the client, checks the syntax, and sends the response. */
export function registerGrants(provider: Provider, services: GrantServices): void {
  for (const grant of grants) {
    const handle = async (context: KoaContextWithOIDC) => {
      context.body = await responseOf(await run(grant, services, context), context);
    };
    provider.registerGrantType(grant.type, handle, [...grant.parameters], [...grant.repeatable]);
  }
}

async function run(grant: Grant, services: GrantServices, context: KoaContextWithOIDC): Promise<GrantOutcome> {
  const { oidc } = context;
  const client = applicationOf(oidc.client);
  const outcome = await grant.run(services, { ...oidc.params } as GrantParameters, client);
  // Also if recording fails: then there is no answer.
  context.state['isRecorded'] = true;
  await record(services, client, outcome, context);
  if (!outcome.ok) context.state['members'] = outcome.members;
  return outcome;
}

/** Public clients do not authenticate, so anybody could write rows in their name. They never exchange. */
async function record(
  services: GrantServices,
  { id, type }: Pick<ClientRecord, 'id' | 'type'>,
  outcome: GrantOutcome,
  { req }: KoaContextWithOIDC,
): Promise<void> {
  if (!isConfidential(type)) return;
  await services.ledger.record(id, outcome, req.headers['traceparent']);
  services.exchanges.count(outcome);
}

/**
 * Why the library itself has refused an exchange, after it has authenticated the client and before it calls the grant.
 * It states `invalid_request` before the authentication as well, in other sentences than that of a repetition.
 */
function reasonOf({ error, error_description: description = '' }: Partial<ErrorOut>): ExchangeReason | undefined {
  if (error === 'invalid_scope') return 'MALFORMED_SCOPE';
  return error === 'invalid_request' && description.endsWith(repetition) ? 'REPEATED_PARAMETER' : undefined;
}

const repetition = ' must not be provided twice';

/** Runs around the library: records the exchanges that it refuses without calling the grant. */
export function recordRefusals(services: GrantServices) {
  return async (context: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    const { oidc } = context;
    if (oidc?.route !== 'token' || oidc.params?.['grant_type'] !== tokenExchange.type) return;
    const reason = reasonOf((context.body as Partial<ErrorOut> | null | undefined) ?? {});
    if (!reason || !oidc.client || context.state['isRecorded']) return;
    const outcome = { ...refuse(reason), exchange: { resource: '' } };
    try {
      await record(services, applicationOf(oidc.client), outcome, context);
    } catch (failure) {
      context.body = { error: 'server_error' };
      oidc.provider.emit('server_error', context, failure);
    }
  };
}

/** The response; throws a refusal, which the library sends. */
function responseOf(outcome: GrantOutcome, context: KoaContextWithOIDC): TokenResponse | Promise<TokenResponse> {
  if (outcome.ok) return 'body' in outcome ? outcome.body : issueOpaque(context, outcome.opaque.scope);
  const { error, description } = outcome;
  if (error === 'invalid_client') throw new errors.InvalidClientAuth(description);
  throw new errors.CustomOIDCProviderError(error, description);
}

async function issueOpaque({ oidc }: KoaContextWithOIDC, scope: string): Promise<TokenResponse> {
  const { provider, client } = oidc;
  if (!client) throw new errors.InvalidClientAuth('no client');
  const token = new provider.ClientCredentials({ client });
  const value = await token.save();
  return { access_token: value, token_type: 'Bearer', expires_in: token.expiration, scope };
}
