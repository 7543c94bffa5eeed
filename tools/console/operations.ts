import { getNamedType, type GraphQLField, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import { z } from 'zod';
import type { Need, OperationName } from '../../src/console/data/needs.ts';
import type { InverseOfItems, Operation, Operations } from '../../src/console/data/operation.ts';
import type { ExposedOperation } from '../../src/kernel/operation.ts';
import { flowCalls } from '../../src/kernel/my-flows.ts';
import { accountOperations, bulkOperations, exposedOperations } from '../../src/operations/index.ts';
import type { OperationWords } from '../../src/vocabulary/operation-words.ts';
import { events as eventTypes } from '../../src/vocabulary/events.ts';
import { factsOf } from '../../src/vocabulary/field-facts.ts';
import { plainText } from './plain-text.ts';
import { changedType, documentOf, type Returned, subjectOf } from './documents.ts';
import { addInput, type Inputs } from './inputs.ts';

/** A mutation: an operation, or the bulk call of one. */
export interface Mutation {
  summary: string;
  words: OperationWords;
  operation: ExposedOperation;
  input: z.ZodType;
  isBulk: boolean;
}

const mutations = new Map<string, Mutation>([
  ...exposedOperations.map((operation): [string, Mutation] => [
    operation.name,
    { summary: operation.summary, words: operation.words, operation, input: operation.input, isBulk: false },
  ]),
  ...bulkOperations.map((bulk): [string, Mutation] => [bulk.name, { ...bulk, isBulk: true }]),
]);

/** The mutations of the Account API, which the console does not have. */
const accountMutations = new Set([...accountOperations, ...Object.values(flowCalls)].map(({ name }): string => name));

/** The mutations of the Management API in the schema, in its order, each with its declaration. */
export const mutationsIn = (schema: GraphQLSchema): { field: GraphQLField<unknown, unknown>; mutation: Mutation }[] =>
  Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter(({ name }) => !accountMutations.has(name))
    .map((field) => {
      const mutation = mutations.get(field.name);
      if (!mutation) throw new Error(`schema.graphql has the mutation ${field.name}, which is no operation.`);
      return { field, mutation };
    });

export function describeOperations(schema: GraphQLSchema): Operations {
  const found: Operations = { operations: {} as Operations['operations'], inputs: {}, enums: {} };
  const described = mutationsIn(schema).map(({ field, mutation }) => {
    const input = field.args.find(({ name }) => name === 'input');
    if (!input) throw new Error(`The mutation ${field.name} has no input.`);
    const isReplacement = !mutation.isBulk && mutation.operation.route.method === 'PUT';
    const named = getNamedType(input.type);
    const record = isInputObjectType(named) && changedType(schema, named, mutation.operation.record ?? '');
    const around = (name: string) => (record ? record.getFields()[name]?.type : undefined);
    addInput(input.type, found, { schema: mutation.input, isReplacement, around });
    return [field.name, describe(schema, field, mutation, found)] as const;
  });
  // The values of filters are spelled as REST does, too.
  for (const { args } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    for (const { name, type } of args) if (name === 'filter') addInput(type, found);
  }
  return { ...found, operations: Object.fromEntries(described) as Operations['operations'] };
}

function describe(
  schema: GraphQLSchema,
  field: GraphQLField<unknown, unknown>,
  mutation: Mutation,
  form: Inputs,
): Operation {
  const { operation, isBulk, summary } = mutation;
  const has = (name: string): boolean => field.args.some((argument) => argument.name === name);
  const input = getNamedType(field.args.find(({ name }) => name === 'input')?.type);
  if (!isInputObjectType(input)) throw new Error(`The input of ${field.name} is no object.`);
  const returned = returnedBy(field, mutation);
  // Some emit only one or the other.
  const { always, sometimes } = operation;
  const emitted = (always.length > 0 ? always : sometimes).map((type) => eventTypes[type]);
  const subject = isBulk ? null : subjectOf(schema, input, { operation, ...form });
  return {
    description: plainText(summary),
    ...needOf(mutation),
    input: input.name,
    hasVersion: has('expectedVersion'),
    hasIdempotencyKey: has('idempotencyKey'),
    document: documentOf(field, input.name, returned),
    record: returned.record ?? null,
    secrets: returned.secrets,
    counts: returned.counts,
    subject,
    inverse: isBulk ? inverseOfBulk(field.name) : inverseOf(operation, subject),
    lifecycle: emitted.find(({ lifecycle }) => lifecycle !== null)?.lifecycle ?? null,
    ...(operation.recentSignIn === false ? {} : { recentSignIn: operation.recentSignIn }),
    changesGrants: emitted.some(({ affects }) => affects?.grants),
  };
}

/** The names of the fields whose numbers are seconds, which records have as well. */
export const durationsIn = ({ inputs }: Operations): string[] => [
  ...new Set(
    Object.values(inputs)
      .flat()
      .flatMap(({ name, widget }) => (widget === 'duration' ? [name] : [])),
  ),
];

/** The requirements of each mutation, without the rest: buttons and menus need them before a dialog is loaded. */
export const describeNeeds = (schema: GraphQLSchema): Record<string, Need> =>
  Object.fromEntries(mutationsIn(schema).map(({ field, mutation }) => [field.name, needOf(mutation)]));

const needOf = ({ operation: { permission, organization } }: Mutation): Need => ({
  permission: permission === 'self' ? null : permission,
  ...(organization ? { isPossibleInOrganization: true } : {}),
});

/** The inverse of an operation, by its declaration; the earlier values, if the record has them. */
function inverseOf({ name, route, inverse }: ExposedOperation, subject: Operation['subject']): Operation['inverse'] {
  if (!inverse) return route.method === 'PATCH' || subject?.part !== undefined ? 'values' : null;
  if ('list' in inverse) return inverse;
  const other = mutations.get(inverse.operation);
  if (!other) throw new Error(`${name} is taken back by ${inverse.operation}, which is no mutation.`);
  return { ...inverse, operation: inverse.operation as OperationName };
}

/**
 * The inverse of a bulk operation: the opposite of a switch that all items share, or the bulk call of what takes one
 * item back, if its items share the field that takes the ids.
 */
function inverseOfBulk(name: string): InverseOfItems | null {
  const bulk = bulkOperations.find((one) => one.name === name);
  if (!bulk) throw new Error(`${name} is no bulk operation.`);
  const { operation, shared, input } = bulk;
  const { inverse, record: item, always: events, route } = operation;
  if (!item || !bulk.item.shape[item]) return null;
  const [field = ''] = shared;
  if (route.method === 'PATCH' && shared.length === 1 && input.shape[field] instanceof z.ZodBoolean)
    return { operation: name as OperationName, item, events, field, takes: 'opposite' };
  if (!inverse || 'list' in inverse || inverse.takes === 'items') return null;
  const other = bulkOperations.find((one) => one.operation.name === inverse.operation);
  if (!other?.shared.includes(inverse.field) || !other.item.shape[item]) return null;
  return { ...inverse, takes: inverse.takes, operation: other.name as OperationName, item, events };
}

const inOrderOf =
  (names: readonly string[]) =>
  ([one]: [string, unknown], [other]: [string, unknown]): number =>
    names.indexOf(one) - names.indexOf(other);

function returnedBy({ name, type }: GraphQLField<unknown, unknown>, { operation, isBulk }: Mutation): Returned {
  const payload = getNamedType(type);
  if (!isObjectType(payload)) throw new Error(`The mutation ${name} has no payload.`);
  const names = Object.keys(payload.getFields());
  const outputs = isBulk ? [] : Object.entries(operation.output).toSorted(inOrderOf(names));
  const values = outputs.flatMap(([field, output]) => ('entity' in output ? [] : [{ field, ...factsOf(output) }]));
  return {
    payload: names,
    record: outputs.find(([, output]) => 'entity' in output)?.[0],
    secrets: values.filter(({ isSecret }) => isSecret).map(({ field }) => field),
    counts: values.filter(({ isCount }) => isCount).map(({ field }) => field),
  };
}
