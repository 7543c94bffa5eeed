import type { z } from 'zod';
import { capitalized } from '../../domain/text.ts';
import type { AccountOperation } from '../../kernel/operation.ts';
import { accountOperations, recordMyExport } from '../../operations/index.ts';
import { accountLists } from '../../reads/account-lists.ts';
import { accountScopeNames, accountScopes } from '../../vocabulary/account/account-scopes.ts';
import { pageSize } from '../../reads/page.ts';
import { describeRecentSignIn } from '../../kernel/recent-sign-in.ts';
import { accountEventShape, accountShape } from '../../vocabulary/account/account-shapes.ts';
import { messageShape, signInAttemptShape } from '../../vocabulary/records/people-shapes.ts';
import { accountExchangeShape } from '../../vocabulary/exchanges/exchange-shapes.ts';
import { exampleOf } from '../../vocabulary/examples.ts';
import type { Addresses } from '../openapi/document.ts';
import { failureResponses, failuresWith, problemSchema } from '../openapi/errors.ts';
import { exampleFields } from '../openapi/examples.ts';
import { scopeText, security, sharedHeaders, sharedParameters, tagOf, templateOf } from '../openapi/parts.ts';
import { createSchemas, type JsonSchema, type Schemas } from '../openapi/schemas.ts';
import { replayed } from '../openapi/success.ts';
import { flowPaths } from './openapi-flows.ts';
import { describeCall } from '../openapi/writes.ts';

/** The OpenAPI 3.1 document of the Account API, derived from its operations and lists. */
export function accountDocument(addresses: Addresses): object {
  const schemas = createSchemas();
  schemas.name('Problem', problemSchema);
  const account = schemas.add(accountShape, 'output');
  const paths: Record<string, Record<string, object>> = {};
  const add = (path: string, method: string, described: object): void => {
    (paths[templateOf(path)] ??= {})[method.toLowerCase()] = described;
  };
  add('/profile', 'GET', describeAccount(account));
  for (const [name, list] of Object.entries(accountLists)) add(`/${name}`, 'GET', describeList(name, list, schemas));
  add('/events', 'GET', describeEvents(schemas));
  add('/export', 'GET', describeExport(account, schemas));
  Object.assign(paths, flowPaths(schemas));
  for (const operation of accountOperations) {
    const { path, method } = operation.route;
    add(path, method, describeWrite(operation, account, schemas));
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Mandate: Account API',
      version: '1',
      summary: 'What people do with their own accounts.',
      description: introduction(addresses),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${addresses.publicUrl}/account/api`, description: 'This platform.' }],
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: {
      schemas: schemas.named,
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: failureResponses,
      securitySchemes: securitySchemes(addresses),
    },
  };
}

const json = 'application/json';
const etag = { ETag: { $ref: '#/components/headers/ETag' } };

const readsOf = (operationId: string, path: string, summary: string) => ({
  operationId,
  tags: [tagOf(path)],
  summary,
  description: scopeText('account:read'),
  security: security('account:read'),
});

const describeAccount = (schema: JsonSchema) => ({
  ...readsOf('getMyAccount', '/profile', 'The account, without its lists.'),
  parameters: [{ $ref: '#/components/parameters/ifNoneMatch' }],
  responses: {
    200: {
      description: 'The account.',
      headers: etag,
      content: { [json]: { schema, example: exampleOf(accountShape, 'getMyAccount') } },
    },
    304: { description: 'Not changed.' },
    ...failuresWith([401, 403, 422, 500]),
  },
});

function describeList(
  name: string,
  { shape, description }: { shape: z.ZodObject; description: string },
  schemas: Schemas,
) {
  const operationId = `listMy${capitalized(name)}`;
  const items = { type: 'array', items: schemas.add(shape, 'output') };
  const schema = { type: 'object', properties: { items }, required: ['items'] };
  const example = { items: [exampleOf(shape, operationId)] };
  return {
    ...readsOf(operationId, `/${name}`, description),
    parameters: [],
    responses: {
      200: { description: 'All of them.', content: { [json]: { schema, example } } },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

function describeEvents(schemas: Schemas) {
  const items = { type: 'array', items: schemas.add(accountEventShape, 'output') };
  const nextCursor = { type: ['string', 'null'], description: 'Cursor of the next page; null on the last one.' };
  const schema = { type: 'object', properties: { items, nextCursor }, required: ['items', 'nextCursor'] };
  const example = { items: [exampleOf(accountEventShape, 'listMyEvents')], nextCursor: null };
  const { default: size, max } = pageSize;
  return {
    ...readsOf('listMyEvents', '/events', 'Events about the account, newest first.'),
    parameters: [
      {
        name: 'limit',
        in: 'query',
        description: 'Number of events on the page.',
        schema: { type: 'integer', minimum: 1, maximum: max, default: size },
      },
      { name: 'cursor', in: 'query', description: '`nextCursor` of the page before.', schema: { type: 'string' } },
    ],
    responses: {
      200: { description: 'A page.', content: { [json]: { schema, example } } },
      ...failuresWith([401, 403, 422, 500]),
    },
  };
}

function describeExport(account: JsonSchema, schemas: Schemas) {
  const sections = {
    ...Object.fromEntries(Object.entries(accountLists).map(([name, { shape }]) => [name, shape])),
    signInAttempts: signInAttemptShape,
    messages: messageShape,
    exchanges: accountExchangeShape,
    events: accountEventShape,
  };
  const arrays = Object.entries(sections).map(([name, shape]) => [
    name,
    { type: 'array', items: schemas.add(shape, 'output') },
  ]);
  const properties = { account, ...(Object.fromEntries(arrays) as Record<string, JsonSchema>) };
  const schema = { type: 'object', properties, required: Object.keys(properties) };
  const empty = Object.fromEntries(Object.keys(sections).map((name) => [name, []]));
  const example = { account: exampleOf(accountShape, 'exportMyAccount'), ...empty };
  return {
    ...readsOf('exportMyAccount', '/export', 'Everything that is stored about the person, as one JSON document.'),
    description: [
      'It is made while it is sent; if it cannot be completed, the connection is reset. Messages are without their content.',
      `Emits ${recordMyExport.always.join(', ')}.`,
      scopeText('account:read'),
      describeRecentSignIn(recordMyExport) ?? '',
    ].join('\n\n'),
    parameters: [],
    responses: {
      200: { description: 'The document.', content: { [json]: { schema, example } } },
      ...failuresWith([401, 403, 422, 500, 503]),
    },
  };
}

function describeWrite(operation: AccountOperation, account: JsonSchema, schemas: Schemas) {
  const { name, permission, route } = operation;
  const example = exampleFields((operation.input as z.ZodObject).shape, accountShape.shape, name);
  const headers = { ...etag, ...(route.method === 'POST' && replayed) };
  const content = { [json]: contentOf(operation, account, schemas) };
  const success = { 200: { description: 'The account after the change.', headers, content } };
  return describeCall(operation, { path: route.path, scope: permission.account, example, success }, schemas);
}

/** The account, with what the operation returns besides. */
function contentOf({ name, output }: AccountOperation, account: JsonSchema, schemas: Schemas) {
  const fields = Object.entries(output) as [string, z.ZodType][];
  const example = {
    ...(exampleOf(accountShape, name) as object),
    ...Object.fromEntries(fields.map(([field, shape]) => [field, exampleOf(shape, `${name}.${field}`)])),
  };
  if (!fields.length) return { schema: account, example };
  const properties = Object.fromEntries(fields.map(([field, shape]) => [field, schemas.add(shape, 'output')]));
  const more: JsonSchema = { type: 'object', properties, required: fields.map(([field]) => field) };
  return { schema: { allOf: [account, more] }, example };
}

const tagDescriptions: Readonly<Record<string, string>> = {
  profile: 'The account itself.',
  password: 'The password.',
  deletion: 'The end of the account.',
  events: 'Events about the account.',
  export: 'What is stored about the person.',
  email: 'The email address.',
  phone: 'The phone number.',
  'backup-codes': 'Codes for the loss of the factors.',
  flows: 'What is added after it was proven: addresses and factors.',
  ...Object.fromEntries(Object.entries(accountLists).map(([name, { description }]) => [name, description])),
};

const tagsOf = (paths: readonly string[]) =>
  [...new Set(paths.map(tagOf))].map((name) => ({ name, description: tagDescriptions[name] ?? '' }));

const securitySchemes = ({ issuer }: Addresses) => ({
  oauth2: {
    type: 'oauth2',
    description:
      'An access token of a person for the Account API (RFC 9068), sent as `Authorization: Bearer`: by an authorization code with PKCE (RFC 7636), with the Account API as `resource` (RFC 8707).',
    flows: {
      authorizationCode: {
        authorizationUrl: `${issuer}/auth`,
        tokenUrl: `${issuer}/token`,
        refreshUrl: `${issuer}/token`,
        scopes: Object.fromEntries(accountScopeNames.map((name) => [name, accountScopes[name]])),
      },
    },
  },
});

const introduction = ({
  publicUrl,
}: Addresses): string => `Every change is one operation, identical to the GraphQL mutation of the same name. It commits together with its events, or not at all. The account is always that of the person whose token it is.

Every request needs an access token of that person for the resource \`${publicUrl}/account\`, which an application obtains if an administrator has allowed it to use this API.

- Errors are problem documents (RFC 9457) with a \`code\` and, for invalid input, the path of each invalid field.
- Some changes require a recent sign-in at the highest level that the account can reach: the 401 response shows it in \`WWW-Authenticate\` (RFC 9470), with the \`max_age\` and \`acr_values\` of the authorization request to send the person to.
- \`If-Match\` with the \`ETag\` of the version you read prevents lost updates: the response is 412 if the account has changed.
- \`Idempotency-Key\` makes a POST safe to repeat for 24 hours.
`;
