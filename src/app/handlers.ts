import type { IncomingMessage } from 'node:http';
import { createStartAtProvider } from '../experience/upstream/start.ts';
import { recordProviderFailure } from './identity-providers.ts';
import { createIssuerEndings } from './maintenance/issuer-endings.ts';
import { deviceLabel } from '../experience/device-label.ts';
import { createMyFlows } from '../experience/account/my-flows.ts';
import { createInTurn, type InTurn } from '../experience/flow/in-turn.ts';
import { createExperience } from '../experience/routes.ts';
import { createHashRegistration } from '../experience/register-hashes.ts';
import { createInbox } from '../experience/inbox/routes.ts';
import { createIssuerPages } from '../experience/pages/notices.ts';
import { createAssets } from '../server/assets.ts';
import { createConsole } from '../server/console.ts';
import { createDispatch, type Handlers } from '../server/dispatch.ts';
import { createReadiness, healthRoutes } from '../server/health.ts';
import type { Listener } from '../http/listener.ts';
import type { Turns } from '../http/turns.ts';
import { createMetricsAccess } from '../server/metrics-access.ts';
import { createMetrics, type Metrics } from '../server/metrics.ts';
import { createPageTurns } from '../server/page-turns.ts';
import { resourceMetadata } from '../server/resource-metadata.ts';
import { createSamlMetadata } from '../server/saml-metadata.ts';
import { combineRoutes, type Routes } from '../server/routes.ts';
import type { HttpServer } from '../server/server.ts';
import { createManagement, type Management } from './management.ts';
import { createIssuer } from '../oidc/provider/issuer.ts';
import { leadsToPage } from '../oidc/provider/requests/request-target.ts';
import { inRequestScope } from '../oidc/provider/storage/request-scope.ts';
import { createFastPath } from '../oidc/fast-path/fast-path.ts';
import { createCursorSeal } from '../platform/crypto/cursor-seal.ts';
import { createFindSessions } from '../store/sessions/sessions.ts';
import { createOutdatedCheck } from '../platform/database/migration-records.ts';
import { qrCodeSvg } from '../platform/qr-code.ts';
import { readPhoneNumber } from '../platform/phone-numbers.ts';
import { readBrand } from '../store/branding.ts';
import { readBacklog } from '../store/webhooks/backlog.ts';
import { createWebAuthn } from '../platform/webauthn.ts';
import { limitedNetworkOf } from '../platform/network/client-address.ts';
import type { Services } from './services.ts';

/** The listeners of requests. */
interface RequestHandlers extends Pick<Management, 'upgrade' | 'close'> {
  dispatch: ReturnType<typeof createDispatch>;
  metrics: Metrics;
}

/** The issuer with its fast path, the Management API, and the pages. */
export function createHandlers(services: Services, server: HttpServer): RequestHandlers {
  const { config, database, ids, logger, tokens, time, recordSpan } = services;
  const { isOutage } = database.availability;
  const mayReadMetrics = createMetricsAccess(config.metricsToken);
  const pools = { main: database.pool, token: database.tokenPool, ledger: database.ledgerPool };
  const exchanges = { totals: tokens.exchanges.totals, ledger: tokens.ledger };
  const metrics = createMetrics(pools, exchanges, mayReadMetrics);
  const issuer = openIssuer(services);
  const people = { ...services, ...peopleServices(services), inTurn: createInTurn() };
  const experience = openExperience(people, issuer, metrics);
  const inbox = openInbox(services);
  const isOutdated = createOutdatedCheck(database.tokenPool);
  const status = createReadiness(tokens.accessPolicy.isResponding, isOutdated, time, server.isDraining);
  const routes = combineRoutes(
    [
      healthRoutes(status, mayReadMetrics),
      createConsole({ config, ids }),
      createAssets(database),
      resourceMetadata(config),
      createSamlMetadata(database, config),
      metrics.routes,
      ...inbox.routes,
      experience,
    ],
    logger,
    isOutage,
  );
  const {
    graphql,
    rest,
    account,
    upgrade,
    liveClients,
    close: closeManagement,
  } = createManagement({ ...services, myFlows: createMyFlows(people) });
  watchWork(metrics, services, liveClients);
  services.exportMetrics(metrics);
  const inTurn = createPageTurns(turnsOf(services), leadsToPage);
  const scoped = { issuer: inTurn(scopedToRequest(issuer.listener)), pages: scopedToRequest(routes) };
  const listeners = { ...scoped, graphql, rest, account, ...fastPath(services, metrics) };
  const https = config.publicUrl.startsWith('https:');
  const close = async () => {
    inbox.close();
    await closeManagement();
  };
  return {
    dispatch: createDispatch(listeners, { ids, logger, metrics, https, isOutage, recordSpan }),
    metrics,
    upgrade,
    close,
  };
}

function clientOf({ clientAddress }: Services, request: IncomingMessage) {
  const address = clientAddress(request);
  return { address, network: limitedNetworkOf(address) };
}

/** The turns of pages: clients have theirs by networks. */
const turnsOf = (services: Services): Turns => ({
  admission: services.admission,
  networkOf: (request) => clientOf(services, request).network ?? '',
});

/** The identity providers, and the record of their failures, for services of sign-ins. */
const upstreamServices = ({ execute, ids, identityProviders }: Services) => ({
  identityProviders,
  recordProviderFailure: (identityProviderId: string, error: string) =>
    recordProviderFailure({ execute, ids }, identityProviderId, error),
});

/** Additional services of flows, for the pages and for the Account API. */
const peopleServices = (services: Services) => ({
  startAtProvider: createStartAtProvider({ ...services, ...upstreamServices(services) }),
  registerHashes: createHashRegistration(services),
  webAuthn: createWebAuthn({ publicUrl: services.config.publicUrl, name: 'Mandate' }),
  qrCode: qrCodeSvg,
  readPhoneNumber,
});

function openIssuer(services: Services): ReturnType<typeof createIssuer> {
  return createIssuer({
    ...services,
    ...services.tokens,
    pages: createIssuerPages((applicationId) => readBrand(services.database.prisma, applicationId)),
    describeBrowser: async (request) => ({
      device: await deviceLabel(request.headers['user-agent']),
      address: services.clientAddress(request),
    }),
    endings: createIssuerEndings(services),
  });
}

/** The pages for people. */
function openExperience(
  services: Services & ReturnType<typeof peopleServices> & { inTurn: InTurn },
  { interactions, findPageSession, redeemTrial }: ReturnType<typeof createIssuer>,
  { countAnswer }: Metrics,
) {
  const { config } = services;
  const fetching = { allowPrivateAddresses: config.webhookPrivateAddresses };
  return createExperience({
    ...services,
    ...upstreamServices(services),
    interactions,
    findPageSession,
    redeemTrial,
    cursorSeal: createCursorSeal(services.secretBox),
    findSessions: createFindSessions(services.secretBox),
    noteSession: (id) => services.tokens.uses.note('session', id),
    clientOf: (request) => clientOf(services, request),
    ...turnsOf(services),
    fetchImage: async (url) => (await import('../platform/network/fetch-image.ts')).fetchImage(url, fetching),
    countAnswer,
  });
}

/** Backlog and live-client gauges. */
function watchWork(metrics: Metrics, { passwords, database }: Services, liveClients: Management['liveClients']): void {
  metrics.watch({
    name: 'mandate_backlog',
    help: 'Undelivered items in all processes, counted up to 10,000: deliveries, messages to people; events after the cursor of the webhook that is furthest behind.',
    label: 'kind',
    read: () => readBacklog(database),
  });
  metrics.watch({
    name: 'mandate_live_clients',
    help: 'Live clients of this process, by transport: WebSockets, and streams of server-sent events.',
    label: 'transport',
    read: liveClients,
  });
  metrics.watch({
    name: 'mandate_queue_length',
    help: 'Work that waits in this process or has its turn, by queue: sign-in attempts, whose passwords are hashed.',
    label: 'queue',
    read: () => ({ 'sign-in': passwords.queued() }),
  });
}

/** The inbox; in production there is none. */
function openInbox({ inboxToken, ...services }: Services): { routes: Routes[]; close(): void } {
  if (inboxToken === null) return { routes: [], close: () => undefined };
  const { routes, close } = createInbox({ ...services, inboxToken });
  return { routes: [routes], close };
}

/** Runs a listener with a request scope, which ties records that it stores to those it has read. */
const scopedToRequest =
  (listener: Listener): Listener =>
  (request, response) =>
    inRequestScope(request, () => listener(request, response));

function fastPath({ config, clock, tokens, recordSpan }: Services, metrics: Metrics): Pick<Handlers, 'fastPath'> {
  return config.tokenFastPath
    ? { fastPath: createFastPath({ ...tokens, clock, onGranted: metrics.observeFastPath, recordSpan }) }
    : {};
}
