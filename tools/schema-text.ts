import {
  type GraphQLField,
  type GraphQLSchema,
  isInterfaceType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { isSemanticNonNull, semanticNonNull } from '../src/graphql/schema/semantic-non-null.ts';

/** The schema as text, with the directives of its fields, which `printSchema` leaves out. */
export function schemaText(schema: GraphQLSchema): string {
  let fields: Record<string, GraphQLField<unknown, unknown>> = {};
  let field: GraphQLField<unknown, unknown> | undefined;
  const lines = printSchema(lexicographicSortSchema(schema)).split('\n');
  const printed = lines.map((line) => {
    const [, type] = /^(?:type|interface) (\w+)/.exec(line) ?? [];
    if (type) fields = fieldsOf(schema, type);
    const [, name] = /^ {2}(\w+)[(:]/.exec(line) ?? [];
    if (name) field = fields[name];
    const isComplete = (name !== undefined && !line.endsWith('(')) || line.startsWith('  ):');
    return isComplete && field && isSemanticNonNull(field) ? `${line} @${semanticNonNull.name}` : line;
  });
  return `${printed.join('\n')}\n`;
}

function fieldsOf(schema: GraphQLSchema, name: string): Record<string, GraphQLField<unknown, unknown>> {
  const type = schema.getType(name);
  return isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
}
