import {
  getNamedType,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { isId } from '../../src/platform/ids/ids.ts';
import { exampleIdOf } from '../../src/vocabulary/ids.ts';
import { type IdKind, idKinds } from '../../src/vocabulary/kinds.ts';
import { type Permission, permissionNames } from '../../src/vocabulary/permissions.ts';
import { edges, ways } from './edges.ts';
import { administratorOf, type Answer, type Caller, holder, startManagementApi } from '../support/management-api.ts';
import { perFile } from '../support/per-file.ts';
import { documentOf, packsOf, type Part } from './selections.ts';

const api = perFile(startManagementApi);

const fieldsOf = (type: GraphQLNamedType): GraphQLField<unknown, unknown>[] =>
  isObjectType(type) ? Object.values(type.getFields()) : [];
/** Wrapper types: connections and their edges. */
const isCarrier = ({ name }: GraphQLNamedType): boolean => /(Connection|Edge|PageInfo)$/.test(name);
/** Records in events are copies without links; payloads contain the changed record. */
const isTold = (type: GraphQLObjectType): boolean =>
  /(Payload|Result|ItemFailure|Snapshot|EventMessage|DeliveriesMessage|ExchangesMessage)$/.test(type.name) ||
  type.getInterfaces().some(({ name }) => name === 'Event');
/** Reached only with tokens of the Account API, without permissions: test/journeys/account/account-api.test.ts. */
const isOfAccount = ({ name }: GraphQLNamedType): boolean =>
  /^Account(Factor|Identity|Session|Device|Organization)?$/.test(name);
const roots = new Set(['Query', 'Mutation', 'Subscription']);
const recordTypes = Object.values(schema.getTypeMap()).filter(
  (type): type is GraphQLObjectType =>
    isObjectType(type) &&
    !type.name.startsWith('__') &&
    ![isCarrier, isTold, isOfAccount].some((is) => is(type)) &&
    !roots.has(type.name),
);
const leading = recordTypes.flatMap((type) =>
  fieldsOf(type)
    .map((field) => ({ name: `${type.name}.${field.name}`, type, field }))
    .filter(({ name, field }) => !isLeafType(getNamedType(field.type)) || edges[name]),
);

/** All leaf fields of the type of a field without a row; through a connection, those of its records. */
function leaves({ type }: Pick<GraphQLField<unknown, unknown>, 'type'>): string {
  const named = getNamedType(type);
  const usable = fieldsOf(named).filter(
    (field) => isLeafType(getNamedType(field.type)) && !edges[`${named.name}.${field.name}`],
  );
  const own = usable.map(({ name }) => name);
  if (!named.name.endsWith('Connection')) return ['__typename', ...own].join(' ');
  const nodes = fieldsOf(named).find(({ name }) => name === 'nodes');
  return [...own, nodes ? `nodes { ${leaves(nodes)} }` : ''].join(' ');
}

const filledIn = (text: string): string => {
  const { ours } = api;
  const values: Record<string, string> = {
    ...(ours as unknown as Record<string, string>),
    signingKey: api.signingKey,
    indicator: `https://orders.example/${ours.n}`,
  };
  return text.replaceAll(/\$(\w+)/g, (_, name: string) => `"${values[name]}"`);
};

beforeAll(async () => {
  const { service, resource } = api.ours;
  const data = { targetsRestricted: true, targets: { create: { apiResourceId: resource } } };
  await api.kernel.database.prisma.application.update({ where: { id: service }, data });
});

it('every field that leads to a record has a row in the table', () => {
  expect(leading.map(({ name }) => name).sort()).toEqual(Object.keys(edges).sort());
});

describe('the records that a record leads to', () => {
  it.each(leading.filter(({ name }) => edges[name]))(
    '$name is visible to the callers in the table',
    async ({ name, type, field }) => {
      const way = ways[type.name];
      const [where, ...needed] = edges[name] ?? ['everywhere'];
      if (!way) throw new Error(`there is no way to ${type.name}`);
      const inner = isLeafType(getNamedType(field.type)) ? '' : `{ ${leaves(field)} }`;
      const document = filledIn(`{ ${way.to(`${field.name} ${inner}`)} }`);
      expect((await api.graphql(document, holder(...way.needs, ...needed))).codes).toEqual([]);
      for (const missing of needed.filter((permission) => !way.needs.includes(permission))) {
        const others = needed.filter((permission) => permission !== missing);
        const partly = await api.graphql(document, holder(...way.needs, ...others));
        expect(new Set(partly.codes)).toEqual(new Set(['FORBIDDEN']));
        // Permitted fields are still returned.
        expect(Object.values(partly.data)[0]).not.toBeNull();
        const allBut = holder(...permissionNames.filter((permission) => permission !== missing));
        expect((await api.graphql(document, allBut)).codes).toContain('FORBIDDEN');
      }
      const ours = await api.graphql(document, administratorOf(api.ours));
      if (where === 'everywhere') expect(ours.codes).toContain('FORBIDDEN');
      else expect(ours.codes).toEqual([]);
    },
  );

  it.each(leading.filter(({ name }) => edges[name] === null))('$name contains no record', ({ field }) => {
    expect(fieldsOf(getNamedType(field.type)).some(({ name }) => name === 'nodes')).toBe(false);
  });
});

/** The kinds of record that a permission reveals. `events:read` reveals a log that names records of any kind. */
const opened: Partial<Record<Permission, IdKind[]>> = {
  'users:read': ['user', 'factor', 'device', 'signInAttempt', 'message', 'oneTimeToken', 'job', 'userIdentity'],
  'roles:read': ['role'],
  'resources:read': ['apiResource', 'scope'],
  'applications:read': ['application', 'applicationSecret'],
  'organizations:read': ['organization', 'organizationInvitation'],
  'organization-roles:read': ['organizationRole', 'organizationScope'],
  'signing-keys:read': ['signingKey'],
  'identity-providers:read': ['identityProvider'],
};
const identifiers = /\b[a-z]+(?:_[a-z]+)?_[0-7][0-9a-z]{25}\b/g;
const refusals = ['FORBIDDEN', 'TOO_COMPLEX'];
/** Of the examples of events, which no record has. */
const exampleIds = new Set(idKinds.map(exampleIdOf));
const kindOf = (id: string) => idKinds.find((kind) => isId(kind, id));

/** Every field within that many steps of a field of Query, for records of both organizations. */
function everyPart(steps: number): Part[] {
  const query = schema.getQueryType();
  return fieldsOf(query as GraphQLNamedType)
    .filter(({ name }) => !name.startsWith('explain'))
    .flatMap((field) =>
      argumentsOf(field).flatMap((args) =>
        selections(field, steps).map((inner) => [`${field.name}${args}`, inner] as const),
      ),
    );
}

/** Calls `check` with the responses to all selections: as many together as the limits of a document let. */
async function askForAll(all: readonly Part[], caller: Caller, check: (document: string, answer: Answer) => void) {
  for (const some of packsOf(all)) await askFor(some, caller, check);
}

/** In halves if it is still too much. */
async function askFor(some: Part[], caller: Caller, check: (document: string, answer: Answer) => void): Promise<void> {
  const document = documentOf(some);
  const answer = await api.graphql(document, caller);
  if (some.length > 1 && answer.codes.some((code) => tooMuch.includes(code))) {
    await askFor(some.slice(0, some.length / 2), caller, check);
    await askFor(some.slice(some.length / 2), caller, check);
    return;
  }
  // A refusal hides nothing but its own field.
  expect([document, pathsOf(answer).filter((path) => parentOf(answer.data, path) === null)]).toEqual([document, []]);
  check(document, answer);
}

const tooMuch = ['TOO_COMPLEX', 'BAD_USER_INPUT'];
const pathsOf = ({ text }: Answer) =>
  ((JSON.parse(text) as { errors?: { path?: (string | number)[] }[] }).errors ?? []).map(({ path = [] }) => path);
const parentOf = (data: unknown, path: readonly (string | number)[]): unknown =>
  path.slice(0, -1).reduce((value, key) => (value as Record<string, unknown> | null)?.[key] ?? null, data);

function argumentsOf({ name, args }: GraphQLField<unknown, unknown>): string[] {
  if (!args.some(isRequiredArgument)) return [''];
  const all = [api.ours, api.theirs].flatMap((records) =>
    Object.values(records).filter((id) => typeof id === 'string'),
  );
  if (name === 'nodes') return [`(ids: ${JSON.stringify(all)})`];
  return all.filter((id) => name === 'node' || isId(name as IdKind, id)).map((id) => `(id: "${id}")`);
}

/** One selection per path of that many steps, each with all leaf fields on it. */
function selections(field: GraphQLField<unknown, unknown>, steps: number): string[] {
  const named = getNamedType(field.type);
  const nodes = fieldsOf(named).find(({ name }) => name === 'nodes');
  if (nodes) return selections(nodes, steps).map((inner) => `totalCount nodes { ${inner} }`);
  const own = leaves(field);
  if (steps === 0) return [own];
  const further = fieldsOf(named).filter(
    (next) => !isLeafType(getNamedType(next.type)) && !next.args.some(isRequiredArgument),
  );
  if (!further.length) return [own];
  return further.flatMap((next) => selections(next, steps - 1).map((inner) => `${own} ${next.name} { ${inner} }`));
}

describe('every field of the graph', () => {
  it.each(Object.entries(opened))(
    'reveals, with %s alone, identifiers of its own kinds only',
    async (permission, kinds) => {
      const caller = holder(permission as Permission);
      await askForAll(everyPart(1), caller, (document, { text, codes }) => {
        expect(codes.filter((code) => code !== 'FORBIDDEN')).toEqual([]);
        const ids = (text.replaceAll(caller.id, '').match(identifiers) ?? []).filter((id) => !exampleIds.has(id));
        const found = new Set(ids.map(kindOf));
        expect([document, [...found.difference(new Set<string | undefined>(kinds))]]).toEqual([document, []]);
      });
      expect(api.logged).toEqual([]);
    },
  );

  it('reveals nothing of another organization to an administrator of one organization', async () => {
    const { n, user, other, application, service, organization, invitation, event } = api.theirs;
    const marks = [user, other, application, service, organization, invitation, event, `user_${n}@`, `other_${n}@`];
    const us = administratorOf(api.ours);
    await askForAll(everyPart(2), us, (document, { text, codes }) => {
      expect([document, marks.filter((mark) => text.includes(mark))]).toEqual([document, []]);
      expect([document, codes.filter((code) => !refusals.includes(code))]).toEqual([document, []]);
    });
    expect(api.logged).toEqual([]);
  });
});
