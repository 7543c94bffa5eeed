import { type GraphQLResolveInfo, valueFromASTUntyped } from 'graphql';

/**
 * The argument `input` of a field as the client sent it, as a literal, in variables, or both: without the defaults of
 * the schema and the values that its scalars make.
 */
export function sentInput({ fieldNodes, variableValues }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'variableValues'>) {
  const literal = fieldNodes[0]?.arguments?.find(({ name }) => name.value === 'input')?.value;
  if (!literal) return undefined;
  const values = Object.entries(variableValues.sources).map(([name, { value, signature }]) => {
    const byDefault = signature.default?.literal;
    return [name, value === undefined && byDefault ? valueFromASTUntyped(byDefault) : value] as const;
  });
  return valueFromASTUntyped(literal, Object.fromEntries(values));
}
