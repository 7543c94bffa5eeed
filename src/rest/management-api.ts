import { bulkOperations, exposedOperations } from '../operations/index.ts';
import { bulkRoutes } from './bulk.ts';
import { documentation } from './docs.ts';
import { importDryRunRoute, importRoute } from './import/import.ts';
import type { Addresses } from './openapi/document.ts';
import { preferencesRoute } from './preferences.ts';
import { deliveryBodyRoute } from './reads/delivery-body.ts';
import { eventHoldersRoute } from './reads/event-holders.ts';
import { exchangeRoutes } from './reads/exchanges.ts';
import { exchangePolicyRoute } from './reads/exchange-policy.ts';
import { exchangeTotalsRoute, explanationRoute, signInExplanationRoute } from './reads/explanation.ts';
import { exportRoutes } from './reads/export.ts';
import { readRoutes } from './reads/reads.ts';
import { revocationsRoute } from './reads/revocations.ts';
import { searchRoute } from './reads/search.ts';
import { statisticsRoute, webhookStatisticsRoute } from './reads/statistics.ts';
import { trialRoute } from './reads/identity-provider-trial.ts';
import { signInTrialRoute } from './reads/sign-in-trial.ts';
import { userPartRoutes } from './reads/user-parts.ts';
import { prefix, type RestApi } from './route.ts';
import { writeRoutes } from './writes.ts';

/** The Management API: everything below `/api`. */
export const managementApi = (addresses: Addresses): RestApi => ({
  prefix,
  metadata: '/.well-known/oauth-protected-resource/api',
  routes: [
    ...writeRoutes(exposedOperations),
    ...bulkRoutes(bulkOperations),
    ...readRoutes(),
    ...exportRoutes(),
    ...userPartRoutes(),
    explanationRoute,
    exchangeTotalsRoute,
    ...exchangeRoutes,
    exchangePolicyRoute,
    signInExplanationRoute,
    trialRoute,
    signInTrialRoute,
    statisticsRoute,
    webhookStatisticsRoute,
    deliveryBodyRoute,
    eventHoldersRoute,
    revocationsRoute,
    searchRoute,
    preferencesRoute,
    importRoute,
    importDryRunRoute,
    ...documentation(async () => {
      const { openApiDocument } = await import('./openapi/document.ts');
      return openApiDocument({ operations: exposedOperations, bulkOperations }, addresses);
    }),
  ],
});
