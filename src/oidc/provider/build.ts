import { isFailure } from '../../domain/failure.ts';
import { identifyRequest } from '../../http/request-ids.ts';
import { logFailure } from '../../http/request-log.ts';
import { decodeProtectedHeader, type JWK } from 'jose';
import type { Logger } from '../../platform/logger.ts';
import { signingAlgorithms } from '../../vocabulary/signing-algorithms.ts';
import { matchingSecret } from '../clients.ts';
import { applicationOf } from './client-metadata.ts';
import { type ConfigurationServices, createConfiguration } from './configuration.ts';
import type { GrantServices } from '../grants/grant.ts';
import { changePerson } from './logout.ts';
import { createCookies } from './cookies.ts';
import { recordRefusals, registerGrants } from './grants.ts';
import { LedgerUnavailable } from '../ledger/exchange-ledger.ts';
import { introspectJwts } from './introspection.ts';
import { type Client, type KoaContextWithOIDC, Provider } from './library.ts';
import { shapeResponses } from './responses.ts';
import { presentRequester } from './storage/ended-grants.ts';
import { correctIdTokens } from './storage/library-time.ts';
import { keepContext, presentPlatformRequest } from './storage/request-scope.ts';
import { labelTokenRequests } from './token-labels.ts';
import { countWrongSecrets } from './wrong-secrets.ts';
import { keepResponse } from './trials/redeem-trial.ts';

export interface BuildServices extends ConfigurationServices {
  logger: Logger;
  grants: GrantServices;
}

/**
 * Creates an instance of the library for the current signing keys. Its keys cannot change, but creating another
 * instance takes a millisecond, and all its state is in the database.
 */
export function buildProvider(services: BuildServices, keys: readonly JWK[]): Provider {
  const provider = new Provider(services.config.issuer, createConfiguration(services, keys));
  // pinToPublicUrl has set the headers that this makes it trust.
  provider.proxy = true;
  registerGrants(provider, services.grants);
  compareHashedSecrets(provider, services);
  noteUses(provider, services);
  acceptHintsOfAnyAlgorithm(provider);
  keepNewerCookies(provider);
  correctIdTokens(provider, services.clock);
  reportFaults(provider, services);
  const around = [
    keepContext,
    keepResponse,
    labelTokenRequests,
    shapeResponses(services.pages),
    introspectJwts(services.grants),
    recordRefusals(services.grants),
    changePerson(createCookies(services.config.publicUrl, services.secretBox).long),
  ];
  for (const middleware of around) provider.use(middleware as Parameters<Provider['use']>[0]);
  return provider;
}

/**
 * The library compares plain secrets. We store hashes: several for each application, and some have expired. Many wrong
 * ones are reported, without delaying the response.
 */
function compareHashedSecrets(provider: Provider, services: BuildServices): void {
  const { clock, grants, endings, ids, logger } = services;
  const count = countWrongSecrets(clock);
  provider.Client.prototype.compareClientSecret = function (this: Client, secret: string) {
    const matching = matchingSecret(applicationOf(this), secret, clock.now());
    if (matching) grants.uses.note('secret', matching.id);
    const failures = matching ? undefined : count(this.clientId);
    if (failures !== undefined) {
      endings
        .reportFailingAuthentication(failures, presentRequester('application', this.clientId, ids))
        .catch((err: unknown) => logger.warn({ err }, 'issuer: failing authentication not reported'));
    }
    return matching !== undefined;
  };
}

/** Notes which applications get tokens, and in which sessions they renew them. */
function noteUses(provider: Provider, { grants }: BuildServices): void {
  provider.on('grant.success', ({ oidc }: KoaContextWithOIDC) => {
    if (presentPlatformRequest()) return;
    if (oidc.client) grants.uses.note('application', oidc.client.clientId);
    const sessionId = oidc.entities.RefreshToken?.sessionUid;
    if (sessionId !== undefined) grants.uses.note('session', sessionId);
  });
}

/**
 * The library verifies an ID token hint with the current algorithm of the client. The ID token may be older than that
 * setting, so its own algorithm is used if it is one of ours: its key has only one algorithm.
 */
function acceptHintsOfAnyAlgorithm({ IdToken }: Provider): void {
  const validate = IdToken.validate.bind(IdToken);
  IdToken.validate = (idToken, client) => {
    const { alg } = decodeProtectedHeader(idToken);
    const tokenAlgorithm = signingAlgorithms.find((algorithm) => algorithm === alg) ?? client.idTokenSignedResponseAlg;
    return validate(idToken, { clientId: client.clientId, idTokenSignedResponseAlg: tokenAlgorithm } as Client);
  };
}

/**
 * A request with the cookie of a session that has ended has none, as a request without a cookie. The library would
 * answer each with the cookie of an empty session, which would replace that of a sign-in meanwhile in another tab.
 */
function keepNewerCookies({ Session }: Provider): void {
  const get = Session.get.bind(Session);
  Session.get = async (context) => {
    const session = await get(context);
    if (session.iat === undefined) Object.defineProperty(session, 'new', { value: true });
    return session;
  };
}

/** The database does not respond, or other changes hold this one up, or the ledger cannot be written. */
const isUnavailable = (err: Error, { availability }: BuildServices['database']): boolean =>
  err instanceof LedgerUnavailable || availability.isOutage(err) || isFailure(err, 'SERVICE_UNAVAILABLE');

/** Logs errors of ours under a reference, which the response contains. */
function reportFaults(provider: Provider, { database, ids, logger }: BuildServices): void {
  const report = (context: KoaContextWithOIDC, err: Error) => {
    if (isUnavailable(err, database)) {
      context.state['isUnavailable'] = true;
      return;
    }
    const request = identifyRequest(context.req, context.res, ids);
    context.state['reference'] = request.requestId;
    logFailure(logger, 'oidc', err, { ...request, route: context.oidc?.route });
  };
  provider.on('server_error', report);
  // Errors outside of the library's handlers: mostly a client that closed its connection, which must not fill the log.
  (provider as NodeJS.EventEmitter).on('error', (err: Error, context?: KoaContextWithOIDC) => {
    const level = context?.req.socket.destroyed ? 'debug' : 'warn';
    logger[level]({ err }, 'issuer: the response failed');
  });
}
