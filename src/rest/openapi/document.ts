import type { BulkOperation } from '../../kernel/bulk-operation.ts';
import type { ExposedOperation } from '../../kernel/operation.ts';
import { permissionDescriptions } from '../../vocabulary/permissions.ts';
import { type Collection, collections } from '../reads/collections.ts';
import { eventHoldersRoute } from '../reads/event-holders.ts';
import { deliveryBodyRoute } from '../reads/delivery-body.ts';
import { exchangePolicyRoute } from '../reads/exchange-policy.ts';
import { exchangeTotalsRoute, explanationRoute, signInExplanationRoute } from '../reads/explanation.ts';
import { statisticsRoute, webhookStatisticsRoute } from '../reads/statistics.ts';
import { importDryRunRoute, importOperation, importRoute } from '../import/import.ts';
import { exported, exportPrefix } from '../reads/export.ts';
import { publishedShape, recordViews } from '../reads/record-views.ts';
import { dryRunPrefix } from '../route.ts';
import { preferencesRoute } from '../preferences.ts';
import { revocationsRoute } from '../reads/revocations.ts';
import { searchRoute } from '../reads/search.ts';
import { userParts } from '../reads/user-parts.ts';
import { recordKinds, publishedTypeOf } from '../../vocabulary/kinds.ts';
import { bulkTag, describeBulk } from './bulk.ts';
import {
  describeExchangeTotals,
  describeExplanation,
  describeSignInExplanation,
  explanationTag,
  signInExplanationTag,
} from './explanation.ts';
import { describeEventHolders } from './event-holders-path.ts';
import { describeTrial } from './identity-provider-trial.ts';
import { describeSignInTrial } from './sign-in-trial.ts';
import { trialRoute } from '../reads/identity-provider-trial.ts';
import { signInTrialRoute } from '../reads/sign-in-trial.ts';
import { describeDeliveryBody } from './delivery-body.ts';
import { describeBulkDryRun, describeDryRun, describeImportDryRun, dryRunTag } from './dry-runs.ts';
import { describeExport, exportTag } from './export.ts';
import { describeStatistics, describeWebhookStatistics, statisticsTag } from './statistics-paths.ts';
import { describeEdges, edgesTag } from './exchange-edges.ts';
import { describeExchangePolicy } from './exchange-policy.ts';
import { describeExchanges, exchangesTag, ledgerTag } from './exchanges.ts';
import { describeRevocations, revocationsTag } from './revocations.ts';
import { describeImport } from './import.ts';
import { failureResponses, itemFailureSchema, problemSchema } from './errors.ts';
import { sharedHeaders, sharedParameters, tagOf, templateOf } from './parts.ts';
import { describePreferences, ownTag } from './preferences.ts';
import { describeList, describeMember } from './reads.ts';
import type { NamedSchemas } from './success.ts';
import { createSchemas, type JsonSchema, type Schemas } from './schemas.ts';
import { describeSearch, searchTag } from './search-path.ts';
import { describeUserPart } from './user-parts.ts';
import { describeWebhooks } from './webhooks.ts';
import { describeWrite } from './writes.ts';

/** URLs of the platform. */
export interface Addresses {
  /** Origin of all URLs. */
  publicUrl: string;
  issuer: string;
  /** Resource indicator and base URL of the Management API. */
  managementResource: string;
}

/** The operations to describe. */
interface Registry {
  operations: readonly ExposedOperation[];
  bulkOperations: readonly BulkOperation[];
}

type Paths = Record<string, Record<string, object>>;
type Add = (path: string, method: string, described: object) => void;

/** The OpenAPI 3.1 document of the REST API, derived from the operations and lists. */
export function openApiDocument(registry: Registry, addresses: Addresses): object {
  const schemas = createSchemas();
  schemas.name('Problem', problemSchema);
  schemas.name('ItemFailure', itemFailureSchema);
  const records = recordSchemas(schemas);
  const components = { schemas, records };
  const paths: Paths = {};
  const add: Add = (path, method, described) => {
    (paths[templateOf(path)] ??= {})[method.toLowerCase()] = described;
  };
  describeLists(components, add);
  describeOtherReads(schemas, add);
  describeWrites(registry, components, add);
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Mandate: Management API',
      version: '1',
      summary: 'Users, roles, permissions, applications and organizations of an identity platform.',
      description: introduction(addresses),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: addresses.managementResource, description: 'This platform.' }],
    tags: [...tagsOf(collections), ...otherTags],
    paths,
    webhooks,
    components: {
      schemas: schemas.named,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: failureResponses,
      securitySchemes: securitySchemes(addresses),
    },
  };
}

function describeLists({ schemas, records }: NamedSchemas, add: Add): void {
  for (const collection of collections) add(collection.path, 'GET', describeList(collection, schemas, records));
  for (const one of exported) add(exportPrefix + one.path, 'GET', describeExport(one, schemas));
  for (const kind of recordKinds) add(recordViews[kind].path, 'GET', describeMember(kind, records));
}

function describeWrites({ operations, bulkOperations }: Registry, components: NamedSchemas, add: Add): void {
  for (const operation of operations) {
    const { route } = operation;
    const change = describeWrite(operation, route.path, components.schemas, components.records);
    add(route.path, route.method, change);
    add(dryRunPrefix + route.path, route.method, describeDryRun(operation, change, components));
  }
  for (const bulk of bulkOperations) {
    const change = describeBulk(bulk, components);
    add(bulk.route.path, bulk.route.method, change);
    add(dryRunPrefix + bulk.route.path, bulk.route.method, describeBulkDryRun(bulk, change, components));
    if (bulk.name !== importOperation) continue;
    add(importRoute.path, importRoute.method, describeImport(bulk));
    add(importDryRunRoute.path, importDryRunRoute.method, describeImportDryRun(describeImport(bulk)));
  }
}

/** Reads that are neither lists nor records. */
function describeOtherReads(schemas: Schemas, add: Add): void {
  add(signInExplanationRoute.path, signInExplanationRoute.method, describeSignInExplanation(schemas));
  add(trialRoute.path, trialRoute.method, describeTrial(schemas));
  add(signInTrialRoute.path, signInTrialRoute.method, describeSignInTrial(schemas));
  for (const part of userParts) add(part.path, 'GET', describeUserPart(part, schemas));
  add(explanationRoute.path, explanationRoute.method, describeExplanation(schemas));
  add(exchangeTotalsRoute.path, exchangeTotalsRoute.method, describeExchangeTotals(schemas));
  add(exchangePolicyRoute.path, exchangePolicyRoute.method, describeExchangePolicy(schemas));
  for (const described of [...describeExchanges(schemas), ...describeEdges(schemas)])
    add(described.path, 'GET', described.operation);
  add(statisticsRoute.path, statisticsRoute.method, describeStatistics(schemas));
  add(webhookStatisticsRoute.path, webhookStatisticsRoute.method, describeWebhookStatistics(schemas));
  add(deliveryBodyRoute.path, deliveryBodyRoute.method, describeDeliveryBody(schemas));
  add(eventHoldersRoute.path, eventHoldersRoute.method, describeEventHolders(schemas));
  add(revocationsRoute.path, revocationsRoute.method, describeRevocations(schemas));
  add(searchRoute.path, searchRoute.method, describeSearch(schemas));
  add(preferencesRoute.path, preferencesRoute.method, describePreferences(schemas));
}

/** References to the schemas of records, by type name. */
const recordSchemas = (schemas: Schemas): Record<string, JsonSchema> =>
  Object.fromEntries(
    recordKinds.map((kind) => {
      const type = publishedTypeOf(kind);
      return [type, schemas.name(type, schemas.add(publishedShape(kind), 'output'))];
    }),
  );

const subjectTokensTag = {
  name: 'subject-tokens',
  description: 'Tokens with which an administrator acts as another user.',
};

const otherTags = [
  subjectTokensTag,
  bulkTag,
  dryRunTag,
  exportTag,
  explanationTag,
  exchangesTag,
  ledgerTag,
  edgesTag,
  revocationsTag,
  signInExplanationTag,
  statisticsTag,
  searchTag,
  ownTag,
];

// The summary of a top-level collection describes its group.
const tagsOf = (lists: readonly Collection[]) =>
  lists
    .filter(({ path }) => path.split('/').length === 2)
    .map(({ path, list }) => ({ name: tagOf(path), description: list.summary }));

const securitySchemes = ({ issuer }: Addresses) => ({
  oauth2: {
    type: 'oauth2',
    description:
      'An access token for this API (RFC 9068), sent as `Authorization: Bearer`. Applications get one by the client credentials grant (RFC 6749, section 4.4), for people by an authorization code with PKCE (RFC 7636); either with this API as `resource` (RFC 8707).',
    flows: {
      clientCredentials: { tokenUrl: `${issuer}/token`, scopes: permissionDescriptions },
      authorizationCode: {
        authorizationUrl: `${issuer}/auth`,
        tokenUrl: `${issuer}/token`,
        refreshUrl: `${issuer}/token`,
        scopes: permissionDescriptions,
      },
    },
  },
});

const introduction = ({
  issuer,
  managementResource,
}: Addresses): string => `Every change is one operation, identical to the GraphQL mutation of the same name. It commits together with its events, or not at all.

Every request needs an access token for the resource \`${managementResource}\`:

    curl -u "$CLIENT_ID:$CLIENT_SECRET" ${issuer}/token \\
      -d grant_type=client_credentials -d resource=${managementResource}

- Errors are problem documents (RFC 9457) with a \`code\` and, for invalid input, the path of each invalid field.
- The same request below \`/dry-run\` returns the result and the events of a change, and stores nothing.
- \`If-Match\` with the \`ETag\` of the version you read prevents lost updates: the response is 412 if the record has changed.
- \`If-None-Match\` saves the response if a single record has not changed: its status is 304.
- \`Idempotency-Key\` makes a POST safe to repeat for 24 hours.
- Lists are paginated: use \`nextCursor\` or the \`Link\` header to get the next page.
`;
