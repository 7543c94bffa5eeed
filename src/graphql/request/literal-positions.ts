import { type ASTNode, type ASTVisitor, type GraphQLError, Kind, type ValueNode } from 'graphql';
import type { FieldProblem } from '../../domain/failure.ts';
import { withoutValues } from './redact-values.ts';

type Place = FieldProblem['path'];
const places = new WeakMap<ASTNode, Place>();

/**
 * Validation rule that refuses nothing: it remembers where in the arguments of its field each value that is written in a document
 * stands, so that what other rules find there is told with the path, as it is of values in variables.
 */
export const literalPlaces = (): ASTVisitor => ({
  Argument(node) {
    places.set(node, [node.name.value]);
    remember(node.value, [node.name.value]);
  },
  VariableDefinition({ variable, defaultValue }) {
    if (defaultValue) remember(defaultValue, [variable.name.value]);
  },
});

function remember(value: ValueNode, place: Place): void {
  places.set(value, place);
  if (value.kind === Kind.LIST) value.values.forEach((item, index) => remember(item, [...place, index]));
  if (value.kind !== Kind.OBJECT) return;
  for (const field of value.fields) {
    const below = [...place, field.name.value];
    places.set(field, below);
    remember(field.value, below);
  }
}

/** What an error says of a value that is written in the document; nothing when it is about something else. */
export const problemsAt = ({ nodes, message }: GraphQLError): FieldProblem[] =>
  (nodes ?? []).flatMap((node) => {
    const path = places.get(node);
    return path ? [{ path, message: withoutValues(message) }] : [];
  });
