import { type DocumentNode, Kind, type OperationDefinitionNode, type ValueNode, visit } from 'graphql';
import type { FieldProblem } from '../../domain/failure.ts';

type Path = FieldProblem['path'];

/**
 * Where each variable of an operation is used first: the path of its value in the arguments of a field. Callers see
 * these paths instead of names of variables, so that all errors of a field have the same path.
 */
export function placesOfVariables(document: DocumentNode, operation: OperationDefinitionNode): Map<string, Path> {
  const places = new Map<string, Path>();
  const record = (value: ValueNode, path: Path): void => {
    if (value.kind === Kind.LIST) value.values.forEach((item, index) => record(item, [...path, index]));
    if (value.kind === Kind.OBJECT) value.fields.forEach((field) => record(field.value, [...path, field.name.value]));
    if (value.kind !== Kind.VARIABLE || places.has(value.name.value)) return;
    places.set(value.name.value, path);
  };
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const definition of [operation, ...fragments]) {
    visit(definition, { Argument: ({ name, value }) => record(value, [name.value]) });
  }
  return places;
}
