import { type GraphQLSchema, isEnumType } from 'graphql';
import type { Operations } from '../../src/console/data/operation.ts';

/** Enumerations whose values are shown as they are, or by texts of a page. */
const withoutLabels = /OrderField$|^(EventType|Permission|ErrorCode|ProblemCode|OrderDirection|SigningAlgorithm)$|^__/;

/** The names of the fields of all forms. */
export const fieldNames = ({ inputs }: Operations): string[] => [
  ...new Set(Object.values(inputs).flatMap((members) => members.map(({ name }) => name))),
];

/** What is shown by its name: operations, fields of their forms, and values of enumerations. */
export function labelNames(schema: GraphQLSchema, operations: Operations): string[] {
  const shown = Object.values(schema.getTypeMap()).filter(isEnumType);
  const values = shown
    .filter(({ name }) => !withoutLabels.test(name))
    .flatMap((type) => type.getValues().map(({ name }) => name));
  return [...new Set([...Object.keys(operations.operations), ...fieldNames(operations), ...values])].toSorted();
}
