import {
  defaultFieldResolver,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql';
import type { Context } from './context.ts';

/** What is asked is not for the short cut. */
export class Unfit extends Error {}

/** One query on the short cut. */
export interface Run {
  schema: GraphQLSchema;
  context: Context;
  fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  variables: VariableValues;
  /** Parts of the answer that are put in when they are known. */
  pending: Promise<void>[];
}

/** A field as it is asked for. */
export interface AskedField {
  key: string;
  node: FieldNode;
  field: GraphQLField<unknown, Context>;
  args: Record<string, unknown>;
}

/** Makes what a resolver gave into what is answered (GraphQL §6.4.3). Throws when that is not plain. */
export type Completion = (value: unknown) => unknown;

export function completionOf(type: GraphQLOutputType, nodes: readonly FieldNode[], run: Run): Completion {
  if (isNonNullType(type)) return present(completionOf(type.ofType, nodes, run));
  if (isListType(type)) return ofList(completionOf(type.ofType, nodes, run));
  if (isLeafType(type)) return ofLeaf((value) => type.coerceOutputValue(value));
  if (isObjectType(type)) return ofObject(type, nodes, run);
  throw new Unfit('an abstract type');
}

const present =
  (complete: Completion): Completion =>
  (value) => {
    const completed = complete(value);
    if (completed === null) throw new Unfit('null where there must be something');
    return completed;
  };

const ofList =
  (complete: Completion): Completion =>
  (value) => {
    if (value === null || value === undefined) return null;
    if (!Array.isArray(value)) throw new Unfit('a list that is none');
    return value.map(complete);
  };

const ofLeaf =
  (coerce: (value: unknown) => unknown): Completion =>
  (value) => {
    if (value === null || value === undefined) return null;
    const coerced = coerce(value);
    if (coerced === null || coerced === undefined) throw new Unfit('a value without a form');
    return coerced;
  };

function ofObject(type: GraphQLObjectType, nodes: readonly FieldNode[], run: Run): Completion {
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const fields = fieldsOf(type, sets, run).map((asked) => ({
    ...asked,
    complete: completionOf(asked.field.type, [asked.node], run),
  }));
  return (value) => {
    if (value === null || value === undefined) return null;
    if (value instanceof Error || isPromise(value)) throw new Unfit('an error, or a promise');
    // Here the permission for the record is asked (checks.ts).
    if (type.isTypeOf && type.isTypeOf(value, run.context, noInfo) !== true) throw new Unfit('another type');
    const answer: Record<string, unknown> = {};
    for (const one of fields) put(answer, one, value, run);
    return answer;
  };
}

/** What the executor would tell a resolver. One that needs it fails here. */
const noInfo = undefined as never;

function put(answer: Record<string, unknown>, asked: AskedField & { complete: Completion }, record: unknown, run: Run) {
  const { key, field, args, complete } = asked;
  const { resolve = defaultFieldResolver } = field;
  const found: unknown =
    resolve === defaultFieldResolver
      ? (record as Record<string, unknown>)[field.name]
      : resolve(record, args, run.context, noInfo);
  if (!isPromise(found)) {
    answer[key] = complete(found);
    return;
  }
  // Its place among the others is taken already.
  answer[key] = null;
  const later = found.then((value) => {
    answer[key] = complete(value);
  });
  // When something else fails first, nobody waits for it any more.
  later.catch(() => undefined);
  run.pending.push(later);
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';

/** The fields that selections ask of a type, in their order, fragments included. Throws for what is said more than once, or on conditions. */
export function fieldsOf(type: GraphQLObjectType, sets: readonly SelectionSetNode[], run: Run): AskedField[] {
  const asked = new Map<string, AskedField>();
  for (const node of sets.flatMap((set) => flatten(type, set.selections, run))) {
    const key = (node.alias ?? node.name).value;
    const field = type.getFields()[node.name.value];
    if (!field || asked.has(key)) throw new Unfit('introspection, or asked twice');
    asked.set(key, { key, node, field, args: getArgumentValues(field, node, run.variables) });
  }
  return [...asked.values()];
}

function flatten(type: GraphQLObjectType, selections: readonly SelectionNode[], run: Run): FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.directives?.length) throw new Unfit('a condition');
    if (selection.kind === Kind.FIELD) return selection;
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? run.fragments[selection.name.value] : selection;
    if (!fragment || fragment.directives?.length) throw new Unfit('a condition');
    const isMeant = fragment.typeCondition === undefined || covers(fragment.typeCondition.name.value, type, run);
    return isMeant ? flatten(type, fragment.selectionSet.selections, run) : [];
  });
}

function covers(name: string, type: GraphQLObjectType, { schema }: Run): boolean {
  const condition = schema.getType(name);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}
