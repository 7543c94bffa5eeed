import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it, test } from 'vitest';
import type { z } from 'zod';
import { bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { collections } from '../../src/rest/reads/collections.ts';
import { trialRoute } from '../../src/rest/reads/identity-provider-trial.ts';
import { signInTrialRoute } from '../../src/rest/reads/sign-in-trial.ts';
import { exchangeTotalsRoute, explanationRoute, signInExplanationRoute } from '../../src/rest/reads/explanation.ts';
import { exported } from '../../src/rest/reads/export.ts';
import { exchangePolicyRoute } from '../../src/rest/reads/exchange-policy.ts';
import { exchangeRoutes } from '../../src/rest/reads/exchanges.ts';
import { eventHoldersRoute } from '../../src/rest/reads/event-holders.ts';
import { deliveryBodyRoute } from '../../src/rest/reads/delivery-body.ts';
import { statisticsRoute, webhookStatisticsRoute } from '../../src/rest/reads/statistics.ts';
import { importRoute } from '../../src/rest/import/import.ts';
import { openApiDocument } from '../../src/rest/openapi/document.ts';
import { userParts } from '../../src/rest/reads/user-parts.ts';
import { preferencesRoute } from '../../src/rest/preferences.ts';
import { revocationsRoute } from '../../src/rest/reads/revocations.ts';
import { searchRoute } from '../../src/rest/reads/search.ts';
import { recordViews } from '../../src/rest/reads/record-views.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import { factsOf } from '../../src/vocabulary/field-facts.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { examples } from '../operations/examples/index.ts';
import { perFile } from '../support/per-file.ts';
import { makeRecords } from '../support/records.ts';
import { everything, addresses, type Json, startRest } from './api.ts';

const document: Json = structuredClone(openApiDocument({ operations: exposedOperations, bulkOperations }, addresses));
interface Described {
  path: string;
  method: string;
  operation: Json;
}
const described: Described[] = Object.entries(document.paths as Record<string, Record<string, Json>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const named = described.map((one) => [`${one.method.toUpperCase()} ${one.path}`, one] as const);
const resolve = (part: Json): Json =>
  part?.$ref
    ? resolve(
        part.$ref
          .slice(2)
          .split('/')
          .reduce((at: Json, key: string) => at[key], document),
      )
    : part;

const rest = perFile(startRest);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1 without dangling references', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref);
    for (const $ref of new Set(references)) expect(resolve({ $ref })).toEqual(expect.any(Object));
  });

  it('is served without a token', async () => {
    const { status, headers, json } = await rest.send('GET /openapi.json', { token: null });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(json).toEqual(document);
  });

  it('has exactly the operations, collections and members of the API', () => {
    const template = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
    const writes = [...exposedOperations, ...bulkOperations, { route: importRoute }];
    const expected = [
      ...writes.map(({ route }) => `${route.method} ${template(route.path)}`),
      ...writes.map(({ route }) => `${route.method} /dry-run${template(route.path)}`),
      ...collections.map(({ path }) => `GET ${template(path)}`),
      ...exported.map(({ path }) => `GET /export${template(path)}`),
      ...Object.values(recordViews).map(({ path }) => `GET ${template(path)}`),
      ...userParts.map(({ path }) => `GET ${template(path)}`),
      `GET ${explanationRoute.path}`,
      `GET ${exchangeTotalsRoute.path}`,
      `GET ${signInExplanationRoute.path}`,
      `GET ${template(trialRoute.path)}`,
      `GET ${template(exchangePolicyRoute.path)}`,
      ...exchangeRoutes.map(({ path }) => `GET ${template(path)}`),
      `GET ${template(signInTrialRoute.path)}`,
      `GET ${revocationsRoute.path}`,
      `GET ${searchRoute.path}`,
      `GET ${preferencesRoute.path}`,
      `GET ${statisticsRoute.path}`,
      `GET ${template(webhookStatisticsRoute.path)}`,
      `GET ${template(deliveryBodyRoute.path)}`,
      `GET ${template(eventHoldersRoute.path)}`,
    ];
    expect(named.map(([name]) => name).toSorted()).toEqual(expected.toSorted());
  });

  it('gives every operation a unique name', () => {
    const ids: string[] = described.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const { tags } = document;
    const known = new Set(tags.map(({ name }: { name: string }) => name));
    expect(described.filter(({ operation }) => !known.has(operation.tags[0]))).toEqual([]);
  });

  it('describes the message of each event type, as webhooks receive it', () => {
    const { requestBody } = document.webhooks.event.post;
    const { schema, example } = requestBody.content['application/json'];
    const { oneOf, discriminator } = resolve(schema);
    expect(Object.keys(discriminator.mapping)).toEqual([...eventTypes]);
    expect(oneOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual(Object.values(discriminator.mapping));
    for (const [type, $ref] of Object.entries(discriminator.mapping)) {
      const { properties, required } = resolve({ $ref });
      expect([properties.type.const, required]).toEqual([type, expect.arrayContaining(['data', 'sequence'])]);
    }
    const described = resolve({ $ref: discriminator.mapping[example.type] });
    expect(Object.keys(example)).toEqual(described.required);
    expect(Object.keys(example.data)).toEqual(described.properties.data.required);
    expect(Object.keys(example.cause).toSorted()).toEqual(resolve(described.properties.cause).required.toSorted());
  });

  it('describes where to obtain tokens and their scopes', () => {
    const { oauth2 } = document.components.securitySchemes;
    expect(oauth2.flows.clientCredentials.tokenUrl).toBe('https://id.example.com/oidc/token');
    expect(Object.keys(oauth2.flows.clientCredentials.scopes)).toEqual(permissionNames);
    expect(oauth2.flows.authorizationCode).toMatchObject({
      authorizationUrl: 'https://id.example.com/oidc/auth',
      scopes: oauth2.flows.clientCredentials.scopes,
    });
    expect(document.servers[0].url).toBe('https://id.example.com/api');
  });
});

test('the example of an import is accepted', async () => {
  const { operation } = described.find(({ path }) => path === '/users/import') as Described;
  const body: string = operation.requestBody.content['application/x-ndjson'].example;
  const headers = { 'content-type': 'application/x-ndjson', authorization: `Bearer ${everything}` };
  const answer = await fetch(`${rest.url}/users/import`, { method: 'POST', headers, body });
  expect(await answer.json()).toEqual({ read: 2, created: 2, failed: 0, done: true });
});

describe('the description of an operation', () => {
  const isSentence = /^[A-Z][^]*\.$/;

  test.each(named)('%s: a summary, the permission, descriptions of all parameters', (_name, { operation, path }) => {
    expect(operation.summary).toMatch(isSentence);
    const scopes: string[] = operation.security.flatMap(({ oauth2 }: { oauth2: string[] }) => oauth2);
    expect(new Set(operation.security.flatMap((scheme: object) => Object.keys(scheme)))).toEqual(new Set(['oauth2']));
    expect(scopes.length > 0).toBe(!path.endsWith(preferencesRoute.path));
    for (const scope of scopes) {
      expect(permissionNames).toContain(scope);
      expect(operation.description).toContain(`\`${scope}\``);
    }
    const parameters: Json[] = operation.parameters.map(resolve);
    for (const { description } of parameters) expect(description).toMatch(/\S/);
    const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
  });

  test.each(named)('%s: successful responses with an example', (_name, { operation }) => {
    const statuses = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    expect(statuses).toHaveLength(1);
    for (const status of statuses) {
      const { 'application/json': media, 'application/x-ndjson': lines } = operation.responses[status].content ?? {};
      if (lines) expect(lines.example).toMatch(/\n$/);
      else if (status === '204') expect(media).toBeUndefined();
      else expect(media.example).toEqual(expect.any(Object));
    }
  });

  test.each(named)('%s: errors with an example of each', (_name, { operation, method }) => {
    const statuses = Object.keys(operation.responses).filter((status) => Number(status) >= 400);
    const isImport = operation.requestBody?.content['application/x-ndjson'];
    // An invalid line is reported in the response.
    if (isImport) return expect(statuses).toEqual(['401', '403', '415', '422', '500', '503']);
    const always = ['401', '403', '422', '500'];
    const more = [...(method === 'get' ? [] : ['404', '409']), ...(operation.requestBody ? ['400', '413', '415'] : [])];
    expect(statuses).toEqual(expect.arrayContaining([...always, ...more]));
    for (const status of statuses) {
      const { example, schema } = resolve(operation.responses[status]).content['application/problem+json'];
      expect(example).toMatchObject({ status: Number(status), code: expect.any(String), detail: expect.any(String) });
      expect(schema).toEqual({ $ref: '#/components/schemas/Problem' });
    }
  });

  const routed = [...exposedOperations, ...bulkOperations].flatMap((operation) =>
    operation.route ? [[operation.name, operation] as const] : [],
  );
  test.each(routed)('%s: an example of the request that matches its schema', (name, { input }) => {
    const { operation } = described.find((one) => one.operation.operationId === name) as Described;
    const parameters: Json[] = operation.parameters.map(resolve).filter((parameter: Json) => parameter.in === 'path');
    const inPath = Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.example]));
    const { example = {} } = operation.requestBody?.content['application/json'] ?? {};
    const { error } = input.safeParse({ ...inPath, ...example });
    expect(error?.issues).toBeUndefined();
    const given = { ...inPath, ...example };
    // Not what the operation takes with another type of application, or for another operation of a job.
    const fields = Object.entries((input as z.ZodObject).shape).filter(
      ([field, schema]) => field in given || !factsOf(schema).onlyWith,
    );
    expect(Object.keys(given).toSorted()).toEqual(fields.map(([field]) => field).toSorted());
  });
});

describe('a response', () => {
  const required = ({ $ref, required: names = [] }: Json): string[] => ($ref ? required(resolve({ $ref })) : names);

  it('has the documented fields', async () => {
    const records = await makeRecords(rest.kernel);
    const { input } = (examples['createUser'] as (typeof examples)[string])(records);
    const { json: user } = await rest.send('POST /users', { body: input });
    const schema = document.paths['/users'].post.responses['201'].content['application/json'].schema;
    expect(Object.keys(user).toSorted()).toEqual(required(schema).toSorted());
    const { json: secret } = await rest.send(`POST /applications/${records.application}/secrets`, {
      body: { name: 'x' },
    });
    const both =
      document.paths['/applications/{applicationId}/secrets'].post.responses['201'].content['application/json'];
    expect(Object.keys(secret).toSorted()).toEqual(both.schema.allOf.flatMap(required).toSorted());
    const { json: page } = await rest.send(`GET /organizations/${records.organization}/users`);
    const member = document.components.schemas.OrganizationMember;
    expect(Object.keys(page.items[0]).toSorted()).toEqual(required(member).toSorted());
  });

  it('has no documented example with a field that its schema lacks', () => {
    for (const [name, { operation }] of named) {
      const media = operation.responses['200']?.content?.['application/json'];
      if (!media?.example?.items) continue;
      const item = resolve(media.schema).properties.items.items;
      expect([name, Object.keys(media.example.items[0]).toSorted()]).toEqual([name, required(item).toSorted()]);
    }
  });
});
