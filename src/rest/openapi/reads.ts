import { capitalised } from '../../domain/text.ts';
import { listOf } from '../../reads/index.ts';
import type { List } from '../../reads/list.ts';
import { type RecordKind, typeNameOf } from '../../vocabulary/kinds.ts';
import type { Collection } from '../collections.ts';
import { pageSize } from '../../reads/page.ts';
import { isVersioned, recordViews } from '../records.ts';
import { failuresWith } from './errors.ts';
import { exampleOf } from './examples.ts';
import { inPath, parametersOf, permissionText, security, tagOf } from './parts.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

const json = 'application/json';
const described = (name: string) => `What \`${name}\` names.`;
const camel = (text: string): string =>
  capitalised(text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));

/** "/roles/:roleId/users" is "listRoleUsers". */
const listName = (path: string): string =>
  `list${path
    .replaceAll(/s\/:\w+/g, '')
    .split('/')
    .map(camel)
    .join('')}`;

/** What OpenAPI says of a collection. */
export function describeList(
  { path, list, parent, summary, narrowed, operationId = listName(path) }: Collection,
  schemas: Schemas,
  records: Record<string, JsonSchema>,
) {
  const parameters = parametersOf(path);
  const { properties = {} } = schemas.add(list.filter, 'input');
  const filters = Object.entries(properties).filter(([name]) => narrowed || !parameters.includes(name));
  const item = records[typeNameOf(list.kind)] as JsonSchema;
  const page: JsonSchema = {
    type: 'object',
    properties: {
      items: { type: 'array', items: item, description: 'The records of this page.' },
      totalCount: { type: 'integer', description: 'How many there are on all pages together.' },
      nextCursor: { type: ['string', 'null'], description: 'The `cursor` of the next page; null on the last one.' },
    },
    required: ['items', 'totalCount', 'nextCursor'],
  };
  const example = { items: [exampleOf(item, schemas.named, typeNameOf(list.kind))], totalCount: 1, nextCursor: null };
  const needs = [list.permission, ...(parent ? [listOf[parent].permission] : [])];
  return {
    operationId,
    tags: [tagOf(path)],
    summary: summary ?? list.summary,
    description: needsOf(needs),
    security: securityOf(needs),
    parameters: [
      ...parameters.map((name) => inPath(name, { type: 'string', description: described(name) }, '')),
      ...pageParameters(list),
      ...filters.map(([name, { description, ...schema }]) => ({ name, in: 'query', description, schema })),
    ],
    responses: {
      200: {
        description: 'One page.',
        headers: { Link: { $ref: '#/components/headers/Link' } },
        content: { [json]: { schema: page, example } },
      },
      ...failuresWith([401, 403, ...(parent ? [404] : []), 422, 500]),
    },
  };
}

function pageParameters({ name, orderFields, order, searchDescription }: List) {
  const orders = orderFields.map((field) => `\`${field}\`: ${order[field]?.description}`).join('\n');
  const query = (parameter: string, description: string, schema: JsonSchema) => ({
    name: parameter,
    in: 'query',
    description,
    schema,
  });
  return [
    query('limit', 'Records on one page.', {
      type: 'integer',
      minimum: 1,
      maximum: pageSize.most,
      default: pageSize.usual,
    }),
    query('cursor', 'The `nextCursor` of the page before, with everything else unchanged.', { type: 'string' }),
    query('orderBy', `A minus before it orders downwards; in the order of creation when left out.\n\n${orders}`, {
      type: 'string',
      enum: orderFields.flatMap((field) => [field, `-${field}`]),
    }),
    ...(searchDescription ? [query('search', searchDescription, { type: 'string', maxLength: 256 })] : []),
  ].map((parameter) => ({ ...parameter, description: parameter.description || name }));
}

const needsOf = (needs: readonly string[]): string =>
  [...new Set(needs)].map((permission) => permissionText(permission, false)).join(' ');
const securityOf = (needs: readonly string[]) => {
  const [first = '', ...others] = new Set(needs);
  return security(first).map((scheme) =>
    Object.fromEntries(Object.entries(scheme).map(([name, scopes]) => [name, [...scopes, ...others]])),
  );
};

/** What OpenAPI says of one record. */
export function describeMember(kind: RecordKind, schemas: Schemas, records: Record<string, JsonSchema>) {
  const type = typeNameOf(kind);
  const { path } = recordViews[kind];
  const { permission } = listOf[kind];
  const schema = records[type] as JsonSchema;
  return {
    operationId: `get${type}`,
    tags: [tagOf(path)],
    summary: `One of these: ${listOf[kind].summary.charAt(0).toLowerCase()}${listOf[kind].summary.slice(1)}`,
    description: permissionText(permission, false),
    security: security(permission),
    parameters: parametersOf(path).map((name) => inPath(name, { type: 'string', description: described(name) }, '')),
    responses: {
      200: {
        description: 'The record.',
        headers: isVersioned(kind) ? { ETag: { $ref: '#/components/headers/ETag' } } : {},
        content: { [json]: { schema, example: exampleOf(schema, schemas.named, type) } },
      },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}
