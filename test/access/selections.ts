import { complexityFromQuery } from '@pothos/plugin-complexity';
import { getNamedType, type GraphQLNamedType, isEnumType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { fieldLimit } from '../../src/graphql/context/limits.ts';
import { schema } from '../../src/graphql/schema.ts';

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

/** A field of Query with its arguments, and one selection on it. */
export type Part = readonly [field: string, inner: string];

/** One document for several selections: those on the same record in one field. */
export function documentOf(some: readonly Part[]): string {
  const fields = [...Map.groupBy(some, ([field]) => field)].map(
    ([field, group], index) => `f${index}: ${field} { ${group.map(([, inner]) => inner).join(' ')} }`,
  );
  return `{ ${fields.join(' ')} }`;
}

/** The selections of as few documents as their limits let: a request costs more than what it selects. */
export function packsOf(all: readonly Part[]): Part[][] {
  const packed: { cost: number; some: Part[] }[] = [];
  for (const part of all) {
    const { complexity } = complexityFromQuery(documentOf([part]), { schema });
    const last = packed.at(-1);
    if (!last || last.some.length === 24 || last.cost + complexity > fieldLimit) {
      packed.push({ cost: complexity, some: [part] });
    } else {
      last.cost += complexity;
      last.some.push(part);
    }
  }
  return packed.map(({ some }) => some);
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

/**
 * Selects all of a mutation's payload with its records. Each type of record is selected once with all that it leads to,
 * to a depth, and then without: its fields are the same wherever it is. A new record leads to nothing yet.
 */
export function payloadSelections(depth: number): (mutation: string) => string {
  const selected = new Set<string>();
  return (mutation) => {
    const payload = schema.getMutationType()?.getFields()[mutation]?.type;
    if (!payload) throw new Error(`there is no mutation ${mutation}`);
    const type = getNamedType(payload);
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    const requested = fields.map((field) => {
      const inner = getNamedType(field.type);
      if (isLeafType(inner)) return field.name;
      const steps = selected.has(inner.name) ? 0 : depth;
      if (!mutation.startsWith('create')) selected.add(inner.name);
      return `${field.name} { ${selection(inner, steps)} }`;
    });
    return requested.join(' ');
  };
}
