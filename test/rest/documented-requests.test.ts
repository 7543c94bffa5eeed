import { beforeAll, expect, test } from 'vitest';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { kinds } from '../../src/vocabulary/kinds.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords, type Records } from '../support/records.ts';
import { addresses, admin, type Json, startRest } from './api.ts';

const document: Json = openApiDocument({ operations: exposedOperations, bulkOperations }, addresses);

const rest = perFile(() => startRest(undefined, { canSendMail: true }));
beforeAll(async () => {
  await rest.kernel.database.prisma.user.create({ data: { id: admin } });
});

/** For each id in the document the record of that kind that exists, and that the route is about. */
const idsOf = (path: string, records: Records): ReadonlyMap<string, string> =>
  new Map<string, string>(
    (
      [
        ['user', path.includes('/organization-invitations/') ? records.other : records.user],
        ['role', records.role],
        ['apiResource', records.resource],
        ['scope', records.scope],
        ['application', applicationOf(path, records)],
        ['factor', records.factor],
        ['applicationSecret', records.secret],
        ['organization', records.organization],
        ['organizationRole', records.organizationRole],
        ['organizationScope', records.organizationScope],
        ['organizationInvitation', records.invitation],
        ['signingKey', records.signingKey],
        ['connector', records.connector],
        ['identityProvider', records.identityProvider],
        ['userIdentity', records.identity],
        ['oneTimeToken', records.oneTimeToken],
        ['signInExperience', records.signInExperience],
        ['job', records.job],
        ['webhook', records.webhook],
        ['webhookDelivery', records.delivery],
        ['event', records.toldEvent],
      ] as const
    ).map(([kind, id]) => [`${kinds[kind].idPrefix}_01h455vb4pex5vsknk084sn02q`, id]),
  );

function applicationOf(path: string, { application, backend, service }: Records): string {
  if (path.endsWith('/management-api')) return backend;
  return path.includes('/organizations/') ? service : application;
}

/** The documented request of a route, about records that exist. */
function requestOf(path: string, { parameters, requestBody }: Json, records: Records) {
  const present = idsOf(path, records);
  const existing = (name: string, value: unknown): unknown => {
    if (name === 'sessionId') return records.session;
    if (name === 'grantId') return records.impersonation;
    if (name === 'domain') return records.domain;
    if (name === 'resource') return `https://orders.example/${records.n}`;
    return typeof value === 'string' ? (present.get(value) ?? value) : value;
  };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one: Json) => one.in === 'path' && one.name === name);
    return String(existing(name, parameter.example));
  });
  const example = requestBody?.content['application/json'].example;
  return { filled, ...(example && { body: JSON.stringify(example, existing) }) };
}

const writes = Object.entries(document.paths as Record<string, Record<string, Json>>)
  .filter(([path]) => path.startsWith('/dry-run/') && !path.endsWith('/import'))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }] as const),
  );

test.each(writes)('%s: the documented request is accepted', async (_name, { path, method, operation }) => {
  const { filled, body } = requestOf(path, operation, await makeRecords(rest.kernel));
  const answer = await rest.send(`${method.toUpperCase()} ${filled}`, { body });
  expect(`${answer.status} ${JSON.stringify(answer.json.problems ?? answer.json.detail)}`).toBe('200 undefined');
});
