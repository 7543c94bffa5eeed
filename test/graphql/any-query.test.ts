import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';
import { perFile } from '../support/per-file.ts';
import { codesOf, startApi, tokenFor } from './api.ts';
import { fill, type Filled } from './inputs/fill.ts';
import { fillAround } from './inputs/fill-around.ts';

const api = perFile(startApi);
let there: Filled;
beforeAll(async () => {
  there = await fill(api, 3);
  await fillAround(api, there);
});

const query = schema.getQueryType();
const rootFields = Object.values(query?.getFields() ?? {});
const fieldsOf = (type: GraphQLNamedType): GraphQLField<unknown, unknown>[] =>
  isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];

/** Arguments that match something: ids of records that exist. */
function args(field: GraphQLField<unknown, unknown>): string {
  if (!field.args.some(isRequiredArgument)) return '';
  if (field.name === 'nodes') return `(ids: ${JSON.stringify([there.users[0], there.roles[1], 'x'])})`;
  const ids: Record<string, string | undefined> = {
    user: there.users[0],
    role: there.roles[0],
    apiResource: there.resource,
    scope: there.scopes[0],
    application: there.applications[0],
    organization: there.organizations[0],
    organizationRole: there.organizationRoles[0],
    organizationScope: there.organizationScopes[0],
    node: there.users[0],
  };
  return `(id: "${ids[field.name] ?? 'x'}")`;
}

/** Any selection on a type, up to a depth, with duplicates and aliases. */
function selections(type: GraphQLNamedType, depth: number): fc.Arbitrary<string> {
  const typename = fc.constant('__typename');
  const usable = fieldsOf(type).filter((field) => depth > 0 || isLeafType(getNamedType(field.type)));
  if (usable.length === 0) return typename;
  const one = fc.constantFrom(...usable).chain((field) => selected(field, depth));
  return fc
    .array(fc.oneof({ weight: 6, arbitrary: one }, typename), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join(' '));
}

function selected(field: GraphQLField<unknown, unknown>, depth: number): fc.Arbitrary<string> {
  const type = getNamedType(field.type);
  const head = fc
    .option(fc.constantFrom('a', 'b'), { nil: undefined })
    .chain((alias) =>
      pageOf(field).map((page) => `${alias ? `${alias}${field.name}: ` : ''}${field.name}${args(field) || page}`),
    );
  return isLeafType(type)
    ? head
    : fc.tuple(head, selections(type, depth - 1)).map(([start, inner]) => `${start} { ${inner} }`);
}

const pageOf = (field: GraphQLField<unknown, unknown>): fc.Arbitrary<string> =>
  field.args.some(({ name }) => name === 'first')
    ? fc.constantFrom('', '(first: 2)', '(last: 1)', '(first: 100)')
    : fc.constant('');

describe('a generated query', () => {
  const documents = fc
    .array(
      fc.constantFrom(...rootFields).chain((field) => selected(field, 6)),
      { minLength: 1, maxLength: 2 },
    )
    .map((fields) => `{ ${fields.join(' ')} }`);

  const refusals = new Set(['BAD_USER_INPUT', 'INVALID_DOCUMENT', 'TOO_COMPLEX']);

  it('succeeds without errors for a caller with every permission', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const answer = await api.call(document);
        // Two fields of the same name with different page sizes, or a query over the cost limit, are refused.
        expect(codesOf(answer).filter((code) => !refusals.has(code))).toEqual([]);
        expect(api.logged).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it('is refused with FORBIDDEN, and nothing else, if a permission is missing', async () => {
    const tokens = fc.subarray([...permissionNames]).map((permissions) => tokenFor(permissions));
    await fc.assert(
      fc.asyncProperty(documents, tokens, async (document, token) => {
        const answer = await api.call(document, {}, token);
        const unexpected = codesOf(answer).filter((code) => code !== 'FORBIDDEN' && !refusals.has(code));
        expect(unexpected).toEqual([]);
        expect(api.logged).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
