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
import { isStorable, unstorable } from '../../../domain/text.ts';
import type { PositionedEvent } from '../../../store/logged-event.ts';
import { fieldsOnce } from './fields-once.ts';
import { createOwnFields } from './own-fields.ts';

/** Characters and lexical tokens of a selection. Its depth is that of the events. */
const lengthLimit = 8192;
const tokenLimit = 1000;
/** Problems that are reported of one selection. */
const problemLimit = 10;
/**
 * Characters of all parsed selections in the cache: a long one is parsed in 94 µs, a delivery takes 90 µs. For
 * bench:events, deliveries at least 0.3 of bare undici.
 */
const cachedCharacters = 200_000;

/** Makes a missing field null instead of the whole event. The library looks for this name. */
const nullInPlace = new GraphQLDirective({
  name: 'experimental_disableErrorPropagation',
  locations: [DirectiveLocation.QUERY],
});

const rules = [...specifiedRules, fieldsOnce];

/**
 * GraphQL selections on the interface Event, which shape the payload of a webhook, for example
 * "{ id ... on UserCreatedEvent { user { email } } }".
 */
interface PayloadSelection {
  /** The problems of a selection, each with its position in the text; empty if a webhook can have it. */
  problems(selection: string): string[];
  /** The selected fields of an event. The selection must have no problems. */
  shape(selection: string, event: PositionedEvent): Record<string, unknown>;
}

/** Selections on the events of this schema. They can have fragments and the directives skip and include. */
export function createPayloadSelection(schema: GraphQLSchema): PayloadSelection {
  const events = eventSchemaOf(schema);
  const documents = new LRUCache<string, DocumentNode>({
    maxSize: cachedCharacters,
    sizeCalculation: (_document, text) => text.length + 1,
    memoMethod: documentOf,
  });
  return {
    problems: (selection) => problemsOf(selection, events),
    shape(selection, event) {
      const { data } = executeSync({ schema: events, document: documents.memo(selection), rootValue: { event } });
      return (data as { event: Record<string, unknown> }).event;
    },
  };
}

/**
 * Only Event and its types, without fields that lead elsewhere: a selection reaches nothing but the event itself, which
 * is a field of a hidden root.
 */
function eventSchemaOf(schema: GraphQLSchema): GraphQLSchema {
  const whole = schema.getType('Event');
  if (!(whole instanceof GraphQLInterfaceType)) throw new Error('The schema has no interface Event.');
  const ownFields = createOwnFields();
  const event = new GraphQLInterfaceType({ ...whole.toConfig(), interfaces: [], fields: ownFields(whole) });
  const types = schema
    .getPossibleTypes(whole)
    .map((type) => new GraphQLObjectType({ ...type.toConfig(), interfaces: [event], fields: ownFields(type) }));
  return new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'SelectedEvent', fields: { event: { type: new GraphQLNonNull(event) } } }),
    types,
    directives: [...specifiedDirectives, nullInPlace],
  });
}

function problemsOf(selection: string, events: GraphQLSchema): string[] {
  if (selection.length > lengthLimit) return [`Must have at most ${lengthLimit} characters.`];
  if (!isStorable(selection)) return [unstorable];
  const problems = check(selection, events).map((error) => `${error.message}${placeOf(error)}`);
  return problems.slice(0, problemLimit);
}

const placeOf = ({ locations }: GraphQLError): string =>
  (locations ?? [])
    .slice(0, 1)
    .map(({ line, column }) => ` (line ${line}, column ${column})`)
    .join('');

function check(text: string, events: GraphQLSchema): readonly GraphQLError[] {
  try {
    const written = parse(text, { maxTokens: tokenLimit });
    const [operation, ...others] = operationsOf(written);
    if (!operation || others.length) return [new GraphQLError('Must be exactly one selection.', { nodes: others })];
    const misuse = misuseOf(operation);
    if (misuse.length) return misuse;
    return validate(events, onEvent(written, operation), rules, { maxErrors: problemLimit, hideSuggestions: true });
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function documentOf(selection: string): DocumentNode {
  const written = parse(selection);
  const [operation] = operationsOf(written);
  if (!operation) throw new Error('A selection without problems has an operation.');
  return onEvent(written, operation);
}

const operationsOf = ({ definitions }: DocumentNode): OperationDefinitionNode[] =>
  definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);

/** Parts of an operation that a selection must not have. */
function misuseOf(node: OperationDefinitionNode): GraphQLError[] {
  const { operation, variableDefinitions = [], directives = [] } = node;
  const kind =
    operation === OperationTypeNode.QUERY
      ? []
      : [new GraphQLError(`A selection cannot be a ${operation}.`, { nodes: node })];
  return [
    ...kind,
    ...variableDefinitions.map((nodes) => new GraphQLError('A selection cannot have variables.', { nodes })),
    ...directives.map((nodes) => new GraphQLError('Directives are only allowed on fields and fragments.', { nodes })),
  ];
}

/**
 * The document that selects from the event. Its parts keep their positions in the text. Events of older versions may
 * lack fields, hence the directive.
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
