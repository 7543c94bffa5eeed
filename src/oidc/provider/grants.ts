import type { Grant, GrantOutcome, GrantParameters, GrantServices, TokenResponse } from '../grants/grant.ts';
import { grants } from '../grants/index.ts';
import { applicationOf } from './client-metadata.ts';
import { errors, type KoaContextWithOIDC, type Provider } from './library.ts';

/** Registers our grants. The library authenticates the client, checks the syntax, and sends the response. */
export function registerGrants(provider: Provider, services: GrantServices): void {
  for (const grant of grants) {
    const handle = async (context: KoaContextWithOIDC) => {
      context.body = await responseOf(await run(grant, services, context), context);
    };
    provider.registerGrantType(grant.type, handle, [...grant.parameters], [...grant.repeatable]);
  }
}

async function run(grant: Grant, services: GrantServices, { oidc }: KoaContextWithOIDC): Promise<GrantOutcome> {
  const client = applicationOf(oidc.client);
  const outcome = await grant.run(services, { ...oidc.params } as GrantParameters, client);
  services.exchanges.count(client.id, outcome);
  return outcome;
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
