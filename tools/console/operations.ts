import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isRequiredInputField,
  isNonNullType,
  isObjectType,
  isScalarType,
  valueFromASTUntyped,
} from 'graphql';
import type { FormField, Need, Operation, Operations } from '../../src/console/data/operation.ts';
import enumValues from './enum-values.json' with { type: 'json' };

export function describeOperations(schema: GraphQLSchema): Operations {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const found: Operations = { operations: {}, inputs: {}, enums: {} };
  // The values of filters are spelled as REST does, too.
  for (const { args } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    for (const { name, type } of args) if (name === 'filter') addInput(type, found);
  }
  for (const mutation of mutations) {
    const input = mutation.args.find(({ name }) => name === 'input');
    if (!input) throw new Error(`The mutation ${mutation.name} has no input.`);
    addInput(input.type, found);
    found.operations[mutation.name] = describe(schema, mutation, getNamedType(input.type).name);
  }
  return found;
}

function describe(schema: GraphQLSchema, mutation: GraphQLField<unknown, unknown>, input: string): Operation {
  const has = (name: string): boolean => mutation.args.some((argument) => argument.name === name);
  const lines = (mutation.description ?? '').split('\n');
  const payload = getNamedType(mutation.type);
  if (!isObjectType(payload)) throw new Error(`The mutation ${mutation.name} has no payload.`);
  const fields = Object.values(payload.getFields());
  const records = fields.filter(({ name, type }) => name !== 'query' && hasId(getNamedType(type)) && !isPlural(type));
  return {
    description: lines.filter((line) => !/^(Emits|Requires) /.test(line)).join(' '),
    ...needOf(mutation),
    input,
    hasVersion: has('expectedVersion'),
    hasIdempotencyKey: has('idempotencyKey'),
    document: documentOf(mutation, input, fields, records[0]?.name),
    record: records[0]?.name ?? null,
    secrets: secretsOf(fields),
    counts: countsOf(fields),
    subject: has('expectedVersion') ? subjectOf(schema, schema.getType(input), getNamedType(records[0]?.type)) : null,
  };
}

/** What each mutation requires, without the rest: buttons and menus ask before a dialog is loaded. */
export const describeNeeds = (schema: GraphQLSchema): Record<string, Need> =>
  Object.fromEntries(
    Object.values(schema.getMutationType()?.getFields() ?? {}).map((mutation) => [mutation.name, needOf(mutation)]),
  );

function needOf({ name, description }: GraphQLField<unknown, unknown>): Need {
  const required =
    /^Requires (?:the permission ([\w:-]+)(, everywhere or in the organization)?|a user with any permission)/m.exec(
      description ?? '',
    );
  if (!required) throw new Error(`The description of ${name} does not say what it requires.`);
  return { permission: required[1] ?? null, ...(required[2] ? { isPossibleInOrganization: true } : {}) };
}

/**
 * The record whose version is compared, which a field of the input names: `userId` for a User. That of the payload
 * comes first. The values of the record with the names of the input's fields are read, too.
 */
function subjectOf(schema: GraphQLSchema, input: unknown, record: unknown): Operation['subject'] {
  if (!isInputObjectType(input)) return null;
  const names = Object.keys(input.getFields());
  const candidates = names
    .filter((name) => name.endsWith('Id'))
    .map((field) => ({ field, type: schema.getType(`${field.charAt(0).toUpperCase()}${field.slice(1, -2)}`) }))
    .filter(({ type }) => isObjectType(type) && 'version' in type.getFields());
  const subject = candidates.find(({ type }) => type === record) ?? candidates[0];
  if (!subject || !isObjectType(subject.type)) return null;
  const fields = subject.type.getFields();
  const known = ['id', 'displayName', 'version'].filter((name) => fields[name]);
  const selected = [...known, ...selectionOf(input, subject.type)].join(' ');
  const document = `query Current($id: ID!) { node(id: $id) { __typename ... on ${subject.type.name} { ${selected} } } }`;
  return { field: subject.field, document };
}

/** What a record has of the members of an input, and of the objects in it. */
function selectionOf(input: GraphQLInputObjectType, record: GraphQLObjectType): string[] {
  const fields = record.getFields();
  return Object.values(input.getFields()).flatMap(({ name, type }) => {
    const value = fields[name] && getNamedType(fields[name].type);
    const member = getNamedType(type);
    if (isLeafType(value)) return [name];
    if (!isObjectType(value) || !isInputObjectType(member)) return [];
    const selected = selectionOf(member, value);
    return selected.length > 0 ? [`${name} { ${selected.join(' ')} }`] : [];
  });
}

const events = `events @include(if: $withEvents) {
      id typeName data subject { kind id label } actor { label }
    }`;

function documentOf(
  { name, args }: GraphQLField<unknown, unknown>,
  input: string,
  fields: readonly GraphQLField<unknown, unknown>[],
  record: string | undefined,
): string {
  const taken = args.filter((argument) => argument.name !== 'input');
  const types: Record<string, string> = { dryRun: 'Boolean!', expectedVersion: 'Int', idempotencyKey: 'String' };
  const variables = taken.map((argument) => `, $${argument.name}: ${types[argument.name] ?? argument.type.toString()}`);
  const passed = taken.map((argument) => `, ${argument.name}: $${argument.name}`);
  const selected = [
    ...(fields.some((field) => field.name === 'events') ? [events] : []),
    ...(record ? [`${record} { __typename id }`] : []),
    ...(hasSample(fields) ? [sample] : []),
    ...secretsOf(fields),
    ...countsOf(fields),
  ];
  const withEvents = selected.includes(events) ? ', $withEvents: Boolean!' : '';
  return `mutation ${name}($input: ${input}!${variables.join('')}${withEvents}) {
  ${name}(input: $input${passed.join('')}) {
    ${['__typename', ...selected].join('\n    ')}
  }
}`;
}

/** What a dry run of a job shows: how many users match, and how the operation fared with the first of them. */
const sample = 'sampled: job { total } sampleSize sampleFailures { userId code message }';
const hasSample = (fields: readonly GraphQLField<unknown, unknown>[]): boolean =>
  fields.some(({ name }) => name === 'sampleSize');

/** Strings of a payload: what is made for the caller and shown once. */
const secretsOf = (fields: readonly GraphQLField<unknown, unknown>[]): string[] =>
  fields.filter(({ type }) => getNamedType(type).name === 'String').map(({ name }) => name);

/** Numbers of a payload that a dry run has, too: of events that would be sent again. */
const countsOf = (fields: readonly GraphQLField<unknown, unknown>[]): string[] =>
  fields.map(({ name }) => name).filter((name) => name.endsWith('Count'));

const hasId = (type: unknown): boolean => isObjectType(type) && 'id' in type.getFields();
const isPlural = (type: unknown): boolean => isListType(isNonNullType(type) ? type.ofType : type);

function addInput(type: GraphQLInputType, found: Operations): void {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const inRest: Readonly<Record<string, string>> =
      (enumValues as Record<string, Record<string, string>>)[named.name] ?? {};
    found.enums[named.name] = named
      .getValues()
      .map(({ name, description }) => ({ value: name, inRest: inRest[name] ?? name, description: description ?? '' }));
  } else if (isInputObjectType(named) && !found.inputs[named.name]) {
    const fields = Object.values(named.getFields());
    const replaces = /^(Replace|Set)/.test(named.name);
    found.inputs[named.name] = fields.map((field) => ({
      ...describeField(field),
      ...(replaces && isRequiredInputField(field) && isPlural(field.type) && isLeafType(getNamedType(field.type))
        ? { mayBeEmpty: true as const }
        : {}),
      ...(conditions[named.name]?.[field.name] ?? conditionOf(field, fields)),
    }));
    for (const field of fields) addInput(field.type, found);
  } else if (!isInputObjectType(named) && !isScalarType(named)) {
    throw new Error(`${String(named)} is no input type.`);
  }
}

function describeField(field: GraphQLInputField): FormField {
  const value = field.default?.literal && valueFromASTUntyped(field.default.literal);
  return {
    name: field.name,
    type: getNamedType(field.type).name,
    isList: isPlural(field.type),
    isRequired: isRequiredInputField(field),
    isNullable: !isNonNullType(field.type),
    description: field.description ?? '',
    ...(isPlain(value) ? { default: value } : {}),
  };
}

const ofType = (...values: string[]): Pick<FormField, 'onlyWith'> => ({ onlyWith: { field: 'type', values } });
const withSecret = ofType('MACHINE_TO_MACHINE', 'TRADITIONAL_WEB');
const withPeople = ofType('NATIVE', 'SINGLE_PAGE', 'TRADITIONAL_WEB');

/** Fields that the platform refuses for some types of a record, or does not use: their descriptions say why. */
const conditions: Readonly<Record<string, Readonly<Record<string, Partial<FormField>>>>> = {
  CreateApplicationInput: {
    redirectUris: withPeople,
    postLogoutRedirectUris: withPeople,
    corsOrigins: withPeople,
    grantTypes: withPeople,
    idTokenSigningAlg: withPeople,
    logoUri: withPeople,
    sessionLimitSeconds: withPeople,
    sessionIdleLimitSeconds: withPeople,
    pkceRequired: ofType('TRADITIONAL_WEB'),
    jwks: withSecret,
    roleIds: withSecret,
    secret: withSecret,
    tokenExchangeAllowed: withSecret,
    managementApiAllowed: withSecret,
  },
};

/**
 * The description of a field that is for some values of an enumeration begins with those, as REST spells them:
 * "`setOrganizationMember` and `removeOrganizationMember`: the organization."
 */
function conditionOf({ description }: GraphQLInputField, siblings: readonly GraphQLInputField[]): Partial<FormField> {
  const [start = '', named] = /^((?:`\w+`(?:, |\s+and )?)+):\s+/.exec(description ?? '') ?? [];
  if (!named) return {};
  const names = new Set(named.match(/\w+(?=`)/g));
  const values = siblings.map(({ name, type }) => ({
    field: name,
    values: Object.entries((enumValues as Record<string, Record<string, string>>)[getNamedType(type).name] ?? {})
      .filter(([, inRest]) => names.has(inRest))
      .map(([value]) => value),
  }));
  const onlyWith = values.find((one) => one.values.length === names.size);
  if (!onlyWith) throw new Error(`No field has the values that the description "${description ?? ''}" names.`);
  const rest = (description ?? '').slice(start.length);
  return { onlyWith, description: rest.charAt(0).toUpperCase() + rest.slice(1) };
}

/** A default that a field can show: a text, a number or a flag. */
const isPlain = (value: unknown): value is string | number | boolean =>
  ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value !== '');
