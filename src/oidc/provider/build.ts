import { decodeProtectedHeader, type JWK } from 'jose';
import type { Logger } from '../../platform/logger.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { secretMatches } from '../clients.ts';
import { applicationOf } from './client-metadata.ts';
import { type ConfigurationServices, createConfiguration } from './configuration.ts';
import type { GrantServices } from '../grants/grant.ts';
import { registerGrants } from './grants.ts';
import { introspectJwts } from './introspection.ts';
import { type Client, type KoaContextWithOIDC, Provider } from './library.ts';
import { shapeResponses } from './responses.ts';

export interface BuildServices extends ConfigurationServices {
  logger: Logger;
  grants: GrantServices;
}

/**
 * One instance of the protocol library for one generation of signing keys: it cannot change its keys, but building another
 * takes a millisecond. All that it remembers between requests is in the database.
 */
export function buildProvider(services: BuildServices, keys: readonly JWK[]): Provider {
  const provider = new Provider(services.config.issuer, createConfiguration(services, keys));
  // The headers that it may now believe are written by pinToPublicUrl.
  provider.proxy = true;
  registerGrants(provider, services.grants);
  compareHashedSecrets(provider, services);
  acceptHintsOfAnyAlgorithm(provider);
  reportFaults(provider, services);
  const around = [shapeResponses(services.pages), introspectJwts(services.grants)];
  for (const middleware of around) provider.use(middleware as Parameters<Provider['use']>[0]);
  return provider;
}

/** The library keeps secrets in the clear and compares them; we have hashes, several per application, some expired. */
function compareHashedSecrets(provider: Provider, { clock }: BuildServices): void {
  provider.Client.prototype.compareClientSecret = function (this: Client, secret: string) {
    return secretMatches(applicationOf(this), secret, clock.now());
  };
}

/**
 * The library verifies an ID token hint by the algorithm that the client has now. The ID token may be older than that setting, so its own
 * algorithm counts, if it is one of ours: the key that it names is bound to one.
 */
function acceptHintsOfAnyAlgorithm({ IdToken }: Provider): void {
  const validate = IdToken.validate.bind(IdToken);
  IdToken.validate = (idToken, client) => {
    const { alg } = decodeProtectedHeader(idToken);
    const own = signingAlgorithms.find((algorithm) => algorithm === alg) ?? client.idTokenSignedResponseAlg;
    return validate(idToken, { clientId: client.clientId, idTokenSignedResponseAlg: own } as Client);
  };
}

/** What the client did wrong goes to the client; what went wrong here goes to the log, under a reference the client gets. */
function reportFaults(provider: Provider, { database, ids, logger }: BuildServices): void {
  const report = (context: KoaContextWithOIDC, err: Error) => {
    if (database.availability.isOutage(err)) {
      context.state['isUnavailable'] = true;
      return;
    }
    const given = context.res.getHeader('x-request-id');
    const reference = typeof given === 'string' ? given : ids.next('request');
    context.state['reference'] = reference;
    logger.error({ err, requestId: reference, route: context.oidc?.route }, 'the issuer failed');
  };
  provider.on('server_error', report);
  // What Koa itself could not handle. Mostly a client that closed its connection, which must not fill the log.
  (provider as NodeJS.EventEmitter).on('error', (err: Error, context?: KoaContextWithOIDC) => {
    const level = context?.req.socket.destroyed ? 'debug' : 'warn';
    logger[level]({ err }, 'issuer: the response failed');
  });
}
