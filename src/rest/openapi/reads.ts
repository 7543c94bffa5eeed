import { capitalized } from '../../domain/text.ts';
import { flatFilter } from '../../reads/conditions.ts';
import { listOf } from '../../reads/index.ts';
import type { List } from '../../reads/list.ts';
import { kinds, type RecordKind, publishedTypeOf } from '../../vocabulary/kinds.ts';
import type { Collection } from '../reads/collections.ts';
import type { Permission } from '../../vocabulary/permissions.ts';
import { countBound, pageSize, totalOf } from '../../reads/page.ts';
import { recordViews } from '../reads/record-views.ts';
import { failuresWith } from './errors.ts';
import { exampleParameter, exampleRecord, kindOfParameter } from './examples.ts';
import { parametersIn } from '../route.ts';
import { inPath, permissionText, security, tagOf } from './parts.ts';
import type { JsonSchema, Schemas } from './schemas.ts';

const json = 'application/json';
const articleFor = (label: string): string => (/^[aeio]/i.test(label) ? 'an' : 'a');
/** The description of a path parameter: the id of a record. */
const described = (name: string): string => {
  const kind = kindOfParameter(name);
  return kind ? `Id of the ${kinds[kind].label}.` : 'Id.';
};
const camel = (text: string): string =>
  capitalized(text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));

/** "/roles/:roleId/users" is "listRoleUsers". */
const listName = (path: string): string =>
  `list${path
    .replaceAll(/s\/:\w+/g, '')
    .split('/')
    .map(camel)
    .join('')}`;

export const nameOf = ({ path, operationId = listName(path) }: Collection): string => operationId;

/** The permissions for a collection. */
export const requiredFor = ({ list, parent }: Collection): Permission[] => [
  list.permission,
  ...(parent ? [listOf[parent].permission] : []),
];

export const pathParameters = (path: string) =>
  parametersIn(path).map((name) =>
    inPath(name, { type: 'string', description: described(name) }, exampleParameter(name)),
  );

/** Search and filter. */
export function filterParameters({ path, list, narrowed }: Collection, schemas: Schemas) {
  const fixed = narrowed ? [] : parametersIn(path);
  const { properties = {} } = schemas.add(flatFilter(list.filter), 'input');
  const filters = Object.entries(properties).filter(([name]) => !fixed.includes(name));
  return [
    ...(list.searchDescription ? [inQuery('search', list.searchDescription, { type: 'string', maxLength: 256 })] : []),
    ...filters.map(([name, { description = name, ...schema }]) => inQuery(name, description, schema)),
  ];
}

export const inQuery = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'query',
  description,
  schema,
});

/** The total of a page. */
export const totalProperties = {
  totalCount: { type: 'integer', minimum: 0, description: 'Number of records on all pages, at most `countUpTo`.' },
  totalCountIsExact: { type: 'boolean', description: 'Whether there are no more records than `totalCount`.' },
};

export const countUpToParameter = inQuery('countUpTo', 'Where `totalCount` stops: the larger, the longer it takes.', {
  type: 'integer',
  minimum: 1,
  maximum: countBound.max,
  default: countBound.default,
});

export const limitParameter = (what: string) =>
  inQuery('limit', `Maximum number of ${what} on the page.`, {
    type: 'integer',
    minimum: 1,
    maximum: pageSize.max,
    default: pageSize.default,
  });
export const cursorParameter = inQuery(
  'cursor',
  'The `nextCursor` of the previous page; all other parameters must be unchanged.',
  { type: 'string' },
);
export const nextCursorProperty: JsonSchema = {
  type: ['string', 'null'],
  description: 'The `cursor` of the next page; null on the last page.',
};

/** The OpenAPI description of a collection. */
export function describeList(collection: Collection, schemas: Schemas, records: Record<string, JsonSchema>) {
  const { path, list, parent, summary } = collection;
  const item = records[publishedTypeOf(list.kind)] as JsonSchema;
  const page: JsonSchema = {
    type: 'object',
    properties: {
      items: { type: 'array', items: item, description: 'Records of the page.' },
      ...totalProperties,
      nextCursor: nextCursorProperty,
    },
    required: ['items', ...Object.keys(totalProperties), 'nextCursor'],
  };
  const example = {
    items: [exampleRecord(list.kind)],
    ...totalOf(1, countBound.default),
    nextCursor: null,
  };
  const required = requiredFor(collection);
  return {
    operationId: nameOf(collection),
    tags: [tagOf(path)],
    summary: summary ?? list.summary,
    description: permissionTexts(required),
    security: securityOf(required),
    parameters: [...pathParameters(path), ...pageParameters(list), ...filterParameters(collection, schemas)],
    responses: {
      200: {
        description: 'A page.',
        headers: { Link: { $ref: '#/components/headers/Link' } },
        content: { [json]: { schema: schemas.name(`${publishedTypeOf(list.kind)}Page`, page), example } },
      },
      ...failuresWith([401, 403, ...(parent ? [404] : []), 422, 500]),
    },
  };
}

function pageParameters({ orderFields, order, isNewestFirst }: List) {
  const otherwise = isNewestFirst ? 'the newest first' : 'by creation';
  const orders = orderFields.map((field) => `\`${field}\`: ${order[field]?.description}`).join('\n');
  return [
    limitParameter('records'),
    cursorParameter,
    inQuery(
      'orderBy',
      `Order of the records; a leading minus means descending. If omitted, ${otherwise}.\n\n${orders}`,
      {
        type: 'string',
        enum: orderFields.flatMap((field) => [field, `-${field}`]),
      },
    ),
    countUpToParameter,
  ];
}

export const permissionTexts = (required: readonly string[]): string => {
  const names = [...new Set(required)].map((permission) => `\`${permission}\``);
  return `Requires the permission${names.length > 1 ? 's' : ''} ${names.join(' and ')}.`;
};
export const securityOf = (required: readonly string[]) => security(...new Set(required));

/** The OpenAPI description of a single record. */
export function describeMember(kind: RecordKind, records: Record<string, JsonSchema>) {
  const type = publishedTypeOf(kind);
  const { path } = recordViews[kind];
  const { permission } = listOf[kind];
  const schema = records[type] as JsonSchema;
  return {
    operationId: `get${type}`,
    tags: [tagOf(path)],
    summary: `Get ${articleFor(kinds[kind].label)} ${kinds[kind].label}.`,
    description: permissionText(permission, false),
    security: security(permission),
    parameters: [...pathParameters(path), { $ref: '#/components/parameters/ifNoneMatch' }],
    responses: {
      200: {
        description: 'The record.',
        headers: { ETag: { $ref: '#/components/headers/ETag' } },
        content: { [json]: { schema, example: exampleRecord(kind) } },
      },
      304: { description: 'The record has not changed.' },
      ...failuresWith([401, 403, 404, 422, 500]),
    },
  };
}
