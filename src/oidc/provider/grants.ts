import type { ClientRecord } from '../clients.ts';
import { clientCredentials, grantClientCredentials, opaqueClientCredentials } from '../grants/client-credentials.ts';
import type { GrantOutcome, GrantParameters, GrantRefusal } from '../grants/outcome.ts';
import type { GrantServices } from '../grants/services.ts';
import { exchangeToken, tokenExchange } from '../grants/token-exchange.ts';
import { applicationOf } from './client-metadata.ts';
import { errors, type KoaContextWithOIDC, type Provider } from './library.ts';

type Grant = (services: GrantServices, parameters: GrantParameters, client: ClientRecord) => Promise<GrantOutcome>;

// RFC 8693 §2.1, RFC 8707 §2.2, and organization_id, which is ours.
const parametersOf = {
  [tokenExchange]: [
    'subject_token',
    'subject_token_type',
    'actor_token',
    'actor_token_type',
    'requested_token_type',
    'audience',
    'resource',
    'scope',
    'organization_id',
  ],
  [clientCredentials]: ['resource', 'audience', 'scope'],
};
/** May come more than once in the protocol; whether they may for us, the grant decides. */
const repeatable = ['resource', 'audience'];

/** Adds our grants to the library, which authenticates the client, checks the syntax, and sends what they answer. */
export function registerGrants(provider: Provider, services: GrantServices): void {
  const answerWith = (grant: Grant) => async (context: KoaContextWithOIDC) => {
    context.body = accepted(await grant(services, parametersIn(context), applicationOf(context.oidc.client))).body;
  };
  const exchange = answerWith(exchangeToken);
  provider.registerGrantType(tokenExchange, exchange, parametersOf[tokenExchange], repeatable);
  const forResource = answerWith(grantClientCredentials);
  const credentials = async (context: KoaContextWithOIDC) => {
    const opaque = opaqueClientCredentials(parametersIn(context), applicationOf(context.oidc.client));
    await (opaque ? issueOpaque(context, accepted(opaque).scope) : forResource(context));
  };
  provider.registerGrantType(clientCredentials, credentials, parametersOf[clientCredentials], repeatable);
}

const parametersIn = ({ oidc }: KoaContextWithOIDC): GrantParameters => ({ ...oidc.params }) as GrantParameters;

/** What was granted; a refusal is thrown, for the library to send. */
function accepted<Outcome extends { ok: true }>(outcome: Outcome | GrantRefusal): Outcome {
  if (outcome.ok) return outcome;
  const { error, description } = outcome;
  if (error === 'invalid_client') throw new errors.InvalidClientAuth(description);
  throw new errors.CustomOIDCProviderError(error, description);
}

/** Without a resource there is nobody who would verify a JWT: the token is one for introspection. */
async function issueOpaque(context: KoaContextWithOIDC, scope: string): Promise<void> {
  const { provider, client } = context.oidc;
  if (!client) throw new errors.InvalidClientAuth('no client');
  const token = new provider.ClientCredentials({ client });
  const value = await token.save();
  context.body = { access_token: value, token_type: 'Bearer', expires_in: token.expiration, scope };
}
