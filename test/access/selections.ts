import { getNamedType, type GraphQLNamedType, isEnumType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';

/** The fields of a connection's records one at a time, each with all fields below it. */
export function parts(type: GraphQLNamedType): string[] {
  if (!isObjectType(type)) return ['__typename'];
  const nodes = type.getFields()['nodes'];
  if (nodes) return parts(getNamedType(nodes.type)).map((part) => `nodes { ${part} }`);
  return Object.values(type.getFields()).map((field) => {
    const inner = getNamedType(field.type);
    return isLeafType(inner) ? field.name : `${field.name} { ${selection(inner, 1)} }`;
  });
}

/** Whether it selects the exchanges of a chain within those of a chain. */
export const isChainOfChain = (part: string): boolean => /transaction \{.* transaction \{/.test(part);

/** All fields of a type and of the types it leads to, to a depth; through connections by their nodes. */
export function selection(type: GraphQLNamedType, steps: number): string {
  if (!isObjectType(type)) return '__typename';
  const fields = Object.values(type.getFields()).filter(
    ({ args, name }) => !args.some(isRequiredArgument) && name !== 'edges',
  );
  const requested = fields.flatMap((field) => {
    const inner = getNamedType(field.type);
    if (isLeafType(inner) || isEnumType(inner)) return [field.name];
    return steps > 0 ? [`${field.name} { ${selection(inner, steps - 1)} }`] : [];
  });
  return ['__typename', ...requested].join(' ');
}
