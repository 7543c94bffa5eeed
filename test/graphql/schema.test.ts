import { readFileSync } from 'node:fs';
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { flowCalls } from '../../src/kernel/my-flows.ts';
import { accountOperations, bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import { eventTypes } from '../../src/vocabulary/events.ts';
import { schemaText } from '../../tools/schema-text.ts';
import { kinds } from '../../src/vocabulary/kinds.ts';
import { permissionNames } from '../../src/vocabulary/permissions.ts';

const types = ownTypes(schema);

function ownTypes(all: GraphQLSchema): GraphQLNamedType[] {
  return Object.values(all.getTypeMap()).filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type));
}

/** Every schema element that can have a description, by its coordinate. */
function elements(): [string, string | null | undefined][] {
  return types.flatMap((type): [string, string | null | undefined][] => {
    const own: [string, string | null | undefined] = [type.name, type.description];
    if (isEnumType(type)) return [own, ...type.getValues().map(named(type.name))];
    if (isInputObjectType(type)) return [own, ...Object.values(type.getFields()).map(named(type.name))];
    if (!isObjectType(type) && !isInterfaceType(type)) return [own];
    const fields = Object.values(type.getFields());
    const args = fields.flatMap((field) => field.args.map(named(`${type.name}.${field.name}`)));
    return [own, ...fields.map(named(type.name)), ...args];
  });
}

const named =
  (prefix: string) =>
  ({
    name,
    description,
  }: {
    name: string;
    description?: string | null | undefined;
  }): [string, string | null | undefined] => [`${prefix}.${name}`, description];

/** The label of the record that a field is, or has the id of: "user", "deletedUserId", "addedUserIds". */
function namesRecord(coordinate: string): string | undefined {
  const name = coordinate.split('.').at(-1) ?? '';
  const kind = uncapitalized(name.replace(/^(deleted|added|removed)(?=[A-Z])/, '').replace(/Ids?$/, ''));
  return Object.entries(kinds).find(([one]) => one === kind)?.[1].label;
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Whether an interface of the type of a field has a description of it: this one. */
function isInherited(coordinate: string, words?: string): boolean {
  const [typeName = '', name = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const inherited = isObjectType(type) ? type.getInterfaces().map((one) => one.getFields()[name]?.description) : [];
  return inherited.some((description) => description && (words === undefined || words === description));
}

describe('the schema', () => {
  it('is the one that was committed: after a change, run "npm run schema"', () => {
    const committed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(schemaText(schema)).toBe(committed);
  });

  /** Elements whose names state what they are. */
  const selfExplanatory =
    /^(\w+(Input|Payload|Result|OrderField|Connection|Edge)|\w+Order\.(field|direction)|\w*Event(TypeInfo)?\.(type|timestamp|cause)|\w+Edge\.node|\w+Connection\.pageInfo|.*\.(input|orderBy))$/;

  it('describes every type, field, argument, input field and enum value whose name does not', () => {
    const undescribed = elements().filter(([, description]) => !description?.trim());
    expect(
      undescribed
        .map(([coordinate]) => coordinate)
        .filter(
          (coordinate) => !selfExplanatory.test(coordinate) && !namesRecord(coordinate) && !isInherited(coordinate),
        ),
    ).toEqual([]);
  });

  it('has no description that repeats the name', () => {
    const repeated = elements().filter(([, description]) =>
      /^(Input|Payload|Sort key|Sort order) of `/.test(description ?? ''),
    );
    expect(repeated).toEqual([]);
    const ofRecords = elements().filter(([coordinate, description = '']) => {
      const label = namesRecord(coordinate);
      return label && [`The ${label}.`, `Id of the ${label}.`, `The id of the ${label}.`].includes(description ?? '');
    });
    expect(ofRecords).toEqual([]);
  });

  it('states what an interface states of its fields there alone', () => {
    const repeated = elements().filter(
      ([coordinate, description]) => description && isInherited(coordinate, description),
    );
    expect(repeated).toEqual([]);
    expect(isInherited('UserCreatedEvent.actor')).toBe(true);
    expect(isInherited('UserCreatedEvent.user')).toBe(false);
  });

  it('marks each list that is null only with an error, so that generated clients need no check for null', () => {
    const text = schemaText(schema);
    expect(text).toMatch(/^ {2}roles: \[Role!\] @semanticNonNull$/m);
    expect(text).toMatch(/^ {2}\): UserConnection @semanticNonNull$/m);
    expect(text).not.toMatch(/!\s*@semanticNonNull/);
    expect(text).not.toMatch(/Connection$/m);
  });

  it('gives a field of a record the same type in events', () => {
    const fieldsOf = (name: string): Record<string, GraphQLField<unknown, unknown>> => {
      const type = schema.getType(name);
      return isObjectType(type) ? type.getFields() : {};
    };
    const snapshots = types.filter(({ name }) => name.endsWith('Snapshot'));
    expect(snapshots.length).toBeGreaterThan(8);
    const different = snapshots.flatMap(({ name }) => {
      const record = fieldsOf(name.replace('Snapshot', ''));
      return Object.values(fieldsOf(name))
        .filter((field) => field.name in record && String(record[field.name]?.type) !== String(field.type))
        .map((field) => `${name}.${field.name}: ${String(field.type)}, but ${String(record[field.name]?.type)}`);
    });
    // A target is a record, of which events have the id.
    expect(different).toEqual(['ExchangePolicySnapshot.targets: [ExchangeTargetSnapshot!], but [ApplicationTarget!]']);
  });

  it('has no field for password hashes, secret hashes, sealed keys or records of the issuer', () => {
    const outputs = types.filter((type) => isObjectType(type));
    const fields = outputs.flatMap((type) => Object.keys(type.getFields()).map((field) => `${type.name}.${field}`));
    expect(fields.filter((field) => /hash|encrypted|private|oidc_?record|payload$/i.test(field))).toEqual([]);
    // The only fields with a secret: of the payloads of the mutations that create it.
    expect(fields.filter((field) => /\.secret$/i.test(field))).toEqual([
      'AddApplicationSecretPayload.secret',
      'CreateApplicationPayload.secret',
      'CreateWebhookPayload.secret',
      'ReplaceApplicationSecretPayload.secret',
      'RotateWebhookSecretPayload.secret',
    ]);
    expect(fields.filter((field) => /\.password$/i.test(field))).toEqual(['SignInPolicy.password']);
  });

  it('has a mutation for every public operation, whose description lists its events and permission', () => {
    const mutations = schema.getMutationType()?.getFields() ?? {};
    const forMany = bulkOperations.map(({ name, operation }) => ({ ...operation, name }));
    const exposed = [...exposedOperations, ...forMany, ...accountOperations];
    const flows = Object.values(flowCalls);
    expect(Object.keys(mutations).sort()).toEqual([...exposed, ...flows].map(({ name }) => name).sort());
    for (const { name, always, sometimes, permission } of exposed) {
      const required = typeof permission === 'object' ? permission.account : permission;
      const needed = required === 'self' ? 'Requires a user with any permission.' : required;
      for (const word of [...always, ...sometimes, needed]) expect(mutations[name]?.description).toContain(word);
    }
  });

  it('contains every event type and every permission', () => {
    expect(enumTexts('EventType')).toEqual([...eventTypes].sort());
    expect(enumTexts('Permission')).toEqual([...permissionNames].sort());
  });

  it('uses the type ID for exactly the fields called id, …Id or …Ids', () => {
    const fields = types.flatMap((type) =>
      isObjectType(type) || isInputObjectType(type)
        ? Object.values(type.getFields()).map(({ name, type: of }) => ({ at: `${type.name}.${name}`, name, of }))
        : [],
    );
    const ids = fields.filter(({ name }) => /(^id|Id|Ids)$/.test(name));
    expect(ids.filter(({ of }) => String(getNamedType(of)) !== 'ID')).toEqual([]);
  });
});

function enumTexts(name: string): string[] {
  const type = schema.getType(name);
  return isEnumType(type)
    ? type
        .getValues()
        .map(({ value }) => String(value))
        .sort()
    : [];
}

interface Scopes {
  /** Permissions held everywhere. */
  permission?: string;
  /** Permissions held everywhere or in single organizations. */
  anywhere?: string;
  /** Every permission, held everywhere. */
  all?: readonly string[];
}
interface PothosOptions {
  authScopes?: Scopes | ((...given: unknown[]) => Scopes);
}

/** The permission that a field or a type requires of a caller without permissions, or undefined. */
function permissionOf(element: { extensions: Record<string, unknown> }): string | undefined {
  const { authScopes = {} } = (element.extensions['pothosOptions'] ?? {}) as PothosOptions;
  const unknown = { actor: null };
  // Types receive the record and the context; fields receive their arguments in between.
  const requested = typeof authScopes === 'function' ? authScopes({}, unknown, unknown) : authScopes;
  return requested.permission ?? requested.anywhere ?? requested.all?.[0];
}

/** The kind of record that a field leads to, through lists and connections. */
function target(field: GraphQLField<unknown, unknown>): GraphQLNamedType {
  const type = getNamedType(field.type);
  const nodes = isObjectType(type) && type.name.endsWith('Connection') ? type.getFields()['nodes'] : undefined;
  return nodes ? getNamedType(nodes.type) : type;
}

/** Events of webhooks and subscriptions have no caller who is checked per record: every field that leads to them is. */
const isEvent = (type: GraphQLNamedType): boolean =>
  type.name === 'Event' || (isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Event'));

describe('permissions in the schema', () => {
  const records = types.filter((type) => isObjectType(type)).filter((type) => permissionOf(type) !== undefined);

  it('are required by every record with an id, and every domain, session and identity', () => {
    const nodes = types.filter(
      (type) => isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node') && !isEvent(type),
    );
    const others = [
      'ApplicationTarget',
      'ExchangePolicy',
      'IdentityProviderOrganization',
      'Impersonation',
      'OrganizationDomain',
      'Session',
      'UserLock',
    ];
    expect(records.map(({ name }) => name).sort()).toEqual([...nodes.map(({ name }) => name), ...others].sort());
  });

  it('every field that leads to a record requires its permissions, before the record is read', () => {
    const unguarded = types
      .filter((type) => isObjectType(type))
      .filter(({ name }) => !/(Connection|Edge|Payload|Result)$/.test(name) && name !== 'Viewer' && name !== 'Mutation')
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ field, at: `${type.name}.${field.name}` })))
      .filter(({ field }) => records.some(({ name }) => name === target(field).name))
      .filter(({ field }) => permissionOf(field) !== permissionOf(target(field)));
    expect(unguarded.map(({ at }) => at)).toEqual([]);
  });

  it('events:read is required by every field that leads to an event, except payloads and messages of subscriptions', () => {
    const leading = types
      .filter((type) => isObjectType(type))
      .filter(({ name }) => !/(Connection|Edge)$/.test(name))
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ field, type })))
      .filter(({ field }) => isEvent(target(field)));
    const open = leading.filter(({ field }) => permissionOf(field) !== 'events:read').map(({ type }) => type.name);
    expect(leading.length).toBeGreaterThan(open.length);
    expect(open.filter((name) => !/(Payload|Result)$/.test(name))).toEqual(['EventMessage']);
  });

  it('are required by every field of Query except viewer, platform, the catalogs, figures, node, nodes and search', () => {
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
    const open = fields.filter((field) => permissionOf(field) === undefined);
    expect(open.map(({ name }) => name).sort()).toEqual([
      'eventTypes',
      'fieldPermissions',
      'figures',
      'node',
      'nodes',
      'operations',
      'platform',
      'search',
      'viewer',
    ]);
  });
});
