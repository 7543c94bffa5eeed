import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { Operation } from '../../src/console/data/operation.ts';
import type { ExposedOperation } from '../../src/kernel/operation.ts';
import { idFieldOf, publishedTypeOf, recordKinds } from '../../src/vocabulary/kinds.ts';
import type { Inputs } from './inputs.ts';

/** The result of a mutation. */
export interface Returned {
  /** The fields of the payload. */
  payload: readonly string[];
  /** That with the changed record, if it is one. */
  record: string | undefined;
  secrets: string[];
  counts: string[];
}

/**
 * The record whose version is compared, if a field of the input names it. The values of the record with the names of
 * the input's fields are read, too, unless these are about something new (POST), such as the name of its new secret.
 * What a PUT replaces as a whole has them, if the record has it as an object.
 */
export function subjectOf(
  schema: GraphQLSchema,
  input: GraphQLInputObjectType,
  { operation: { record: field, route }, ...form }: { operation: ExposedOperation } & Inputs,
): Operation['subject'] {
  const type = field === undefined ? null : changedType(schema, input, field);
  if (field === undefined || !type) return null;
  const fields = type.getFields();
  const conditions = conditionsIn(input.name, form).filter((name) => !(name in input.getFields()));
  const known = [...new Set(['id', 'displayName', 'version', ...conditions])].filter((name) => fields[name]);
  const part = route.method === 'PUT' ? partOf(field, input, type) : null;
  const values = route.method === 'POST' ? [] : (part?.selected ?? selectionOf(input, type));
  const selected = [...known, ...values].join(' ');
  const document = `query Current($id: ID!) { node(id: $id) { __typename ... on ${type.name} { ${selected} } } }`;
  return { field, document, ...(part && { part: part.name }) };
}

/** The object of a record that has everything else of an input, so that the input replaces it. */
function partOf(field: string, input: GraphQLInputObjectType, record: GraphQLObjectType) {
  const names = Object.keys(input.getFields()).filter((name) => name !== field);
  for (const { name, type } of Object.values(record.getFields())) {
    const value = getNamedType(type);
    if (isObjectType(value) && names.every((member) => member in value.getFields()))
      return { name, selected: [`${name} { ${selectionOf(input, value).join(' ')} }`] };
  }
  return null;
}

/** The type of the record that a field of an input names; null if it names none. */
export function changedType(
  schema: GraphQLSchema,
  input: GraphQLInputObjectType,
  field: string,
): GraphQLObjectType | null {
  const kind = recordKinds.find((one) => idFieldOf(one) === field);
  if (kind === undefined || !(field in input.getFields())) return null;
  const type = schema.getType(publishedTypeOf(kind));
  if (!isObjectType(type)) throw new Error(`${kind}, which ${field} names, has no type.`);
  return type;
}

/** The fields on whose values those of a form depend, and those of the objects in it. */
function conditionsIn(type: string, form: Inputs, seen: ReadonlySet<string> = new Set()): string[] {
  const fields = seen.has(type) ? [] : (form.inputs[type] ?? []);
  return fields.flatMap(({ type: member, onlyWith }) => [
    ...(onlyWith ? [onlyWith.field] : []),
    ...conditionsIn(member, form, new Set([...seen, type])),
  ]);
}

/** The fields of a record that are members of an input, or of the objects in it. */
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

/** The mutation with its variables, which selects what the console shows. */
export function documentOf(
  { name, args }: GraphQLField<unknown, unknown>,
  input: string,
  { payload, record, secrets, counts }: Returned,
): string {
  const taken = args.filter((argument) => argument.name !== 'input');
  const types: Record<string, string> = { dryRun: 'Boolean!', expectedVersion: 'Int', idempotencyKey: 'String' };
  const variables = taken.map((argument) => `, $${argument.name}: ${types[argument.name] ?? argument.type.toString()}`);
  const passed = taken.map((argument) => `, ${argument.name}: $${argument.name}`);
  const selected = [
    ...(payload.includes('events') ? [events] : []),
    ...(record ? [`${record} { __typename id }`] : []),
    ...(payload.includes('sampleSize') ? [sample] : []),
    ...(payload.includes('results') ? [results] : []),
    ...(payload.includes('steps') ? [steps] : []),
    ...secrets,
    ...counts,
  ];
  const withEvents = selected.includes(events) ? ', $withEvents: Boolean!' : '';
  return `mutation ${name}($input: ${input}!${variables.join('')}${withEvents}) {
  ${name}(input: $input${passed.join('')}) {
    ${['__typename', ...selected].join('\n    ')}
  }
}`;
}

/** The items that a bulk call refuses. */
const results = 'results { index failure { code message reference problems { path code message minimum maximum } } }';

/** The steps of a test. */
const steps = 'steps { step isPassed message }';

/** The result of a dry run of a job: how many users match, and how the operation fared with the first of them. */
const sample = 'sampled: job { total } sampleSize sampleFailures { userId code message }';
