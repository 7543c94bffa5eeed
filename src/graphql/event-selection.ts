import {
  DirectiveLocation,
  type DocumentNode,
  executeSync,
  GraphQLDirective,
  GraphQLError,
  GraphQLInterfaceType,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  parse,
  specifiedDirectives,
  specifiedRules,
  validate,
} from 'graphql';
import { LRUCache } from 'lru-cache';
import { isStorable } from '../domain/text.ts';
import type { PositionedEvent } from '../store/event-positions.ts';
import { errorLimit } from './request/limits.ts';
import { schema } from './schema/schema.ts';
import { fieldsOnce } from './selection-checks.ts';

/** Characters of a selection, and its lexical tokens. It is as deep as events are. */
const lengthLimit = 8192;
const tokenLimit = 1000;
/** Characters of all selections that are remembered together. */
const remembered = 200_000;

/** A part that is missing is null, and not the whole. The library does so when it meets this name. */
const nullInPlace = new GraphQLDirective({
  name: 'experimental_disableErrorPropagation',
  locations: [DirectiveLocation.QUERY],
});

/**
 * The interface LiveEvent and its types, as subscriptions have them, and nothing else: no queries, so that a selection reaches nothing but what
 * stands in the event. What it asks of is the field of a root that people never see.
 */
const eventSchema = new GraphQLSchema({
  query: new GraphQLObjectType({
    name: 'SelectedEvent',
    fields: { event: { type: new GraphQLNonNull(liveEvent()) } },
  }),
  types: schema.getPossibleTypes(liveEvent()),
  directives: [...specifiedDirectives, nullInPlace],
});
const rules = [...specifiedRules, fieldsOnce];
const documents = new LRUCache<string, DocumentNode>({
  maxSize: remembered,
  sizeCalculation: (_document, text) => text.length + 1,
});

function liveEvent(): GraphQLInterfaceType {
  const type = schema.getType('LiveEvent');
  if (type instanceof GraphQLInterfaceType) return type;
  throw new Error('The schema has no interface LiveEvent.');
}

/**
 * What is wrong with a GraphQL selection on the interface LiveEvent, for instance "{ id ... on UserCreatedEvent { user { email } } }", each with
 * its place in the text; empty when a webhook may hold it. It may name fragments, and the directives skip and include.
 */
export function selectionProblems(text: string): string[] {
  if (text.length > lengthLimit) return [`A selection has at most ${lengthLimit} characters.`];
  if (!isStorable(text)) return ['Holds a character that cannot be stored.'];
  const problems = check(text).map((error) => `${error.message}${placeOf(error)}`);
  return problems.slice(0, errorLimit);
}

const placeOf = ({ locations }: GraphQLError): string =>
  (locations ?? [])
    .slice(0, 1)
    .map(({ line, column }) => ` (line ${line}, column ${column})`)
    .join('');

function check(text: string): readonly GraphQLError[] {
  try {
    const written = parse(text, { maxTokens: tokenLimit });
    const [operation, ...others] = operationsOf(written);
    if (!operation || others.length) return [new GraphQLError('This is not one selection.', { nodes: others })];
    const misuse = misuseOf(operation);
    if (misuse.length) return misuse;
    return validate(eventSchema, onEvent(written, operation), rules, { maxErrors: errorLimit, hideSuggestions: true });
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

/** What a selection without problems makes of an event. */
export function shapeEvent(
  selection: string,
  event: Omit<PositionedEvent, 'position' | 'size'>,
): Record<string, unknown> {
  const document = documents.get(selection) ?? parsed(selection);
  documents.set(selection, document);
  const { data } = executeSync({ schema: eventSchema, document, rootValue: { event } });
  return (data as { event: Record<string, unknown> }).event;
}

function parsed(selection: string): DocumentNode {
  const written = parse(selection);
  const [operation] = operationsOf(written);
  if (!operation) throw new Error('A selection without problems has an operation.');
  return onEvent(written, operation);
}

const operationsOf = ({ definitions }: DocumentNode): OperationDefinitionNode[] =>
  definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** What an operation may have and a selection may not. */
function misuseOf(node: OperationDefinitionNode): GraphQLError[] {
  const { operation, variableDefinitions = [], directives = [] } = node;
  const kind =
    operation === OperationTypeNode.QUERY ? [] : [new GraphQLError(`A selection is no ${operation}.`, { nodes: node })];
  return [
    ...kind,
    ...variableDefinitions.map((nodes) => new GraphQLError('A selection has no variables.', { nodes })),
    ...directives.map((nodes) => new GraphQLError('Directives stand at fields and fragments.', { nodes })),
  ];
}

/**
 * The document in which the selection is made on the event. Its parts keep their places in the text. An event that was written by an older version
 * may lack what later ones gained.
 */
function onEvent(written: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const name = (value: string) => ({ kind: Kind.NAME, value }) as const;
  const wrapped: OperationDefinitionNode = {
    kind: Kind.OPERATION_DEFINITION,
    operation: OperationTypeNode.QUERY,
    directives: [{ kind: Kind.DIRECTIVE, name: name(nullInPlace.name) }],
    selectionSet: {
      kind: Kind.SELECTION_SET,
      selections: [{ kind: Kind.FIELD, name: name('event'), selectionSet: operation.selectionSet }],
    },
  };
  return {
    ...written,
    definitions: written.definitions.map((definition) => (definition === operation ? wrapped : definition)),
  };
}
