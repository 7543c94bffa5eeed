import { getNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import type { z } from 'zod';
import type { GeneratedWords, Place } from '../../src/console/words/acts/act.ts';
import { kindsOfId } from '../../src/vocabulary/ids.ts';
import type { OperationWords } from '../../src/vocabulary/operation-words.ts';
import { inGraphQL } from './inputs.ts';
import { type Mutation, mutationsIn } from './operations.ts';

/** The English words of all mutations, by their declarations. */
export const describeWords = (schema: GraphQLSchema): Record<string, GeneratedWords> =>
  Object.fromEntries(
    mutationsIn(schema).map(({ field, mutation }) => {
      const input = getNamedType(field.args.find(({ name }) => name === 'input')?.type);
      if (!isInputObjectType(input)) throw new Error(`The input of ${field.name} is no object.`);
      const typeOf = (name: string) => input.getFields()[name]?.type;
      const words = inGraphQLOf(mutation.words, typeOf);
      return [field.name, { ...words, places: placesOf(field.name, words, mutation) }] as const;
    }),
  );

/** Words whose directions are the values of the field as GraphQL spells them. */
function inGraphQLOf(
  { when, ...act }: OperationWords,
  typeOf: (name: string) => Parameters<typeof inGraphQL>[1],
): OperationWords {
  if (!when) return act;
  const { field, values } = when;
  const directions = Object.entries(values).flatMap(([value, words]) => {
    const names =
      value === 'true' || value === 'false' ? [value] : inGraphQL({ field, values: [value] }, typeOf(field));
    return names.map((name) => [name, inGraphQLOf(words, typeOf)] as const);
  });
  return { ...act, when: { field, values: Object.fromEntries(directions) } };
}

/** The fields that a text has a place for. */
const fieldsIn = (text: string | null): string[] =>
  [...(text ?? '').matchAll(/\{(\w+)\}/g)].map(([, field]) => field ?? '');

/** All fields that words have a place for. */
const fieldsOf = ({ title, button, danger, when }: OperationWords): string[] => [
  ...[title, button, danger].flatMap(fieldsIn),
  ...Object.values(when?.values ?? {}).flatMap(fieldsOf),
];

/** By field the kind of what it names. */
function placesOf(name: string, words: OperationWords, mutation: Mutation): Record<string, Place> {
  const { shape } = mutation.input as z.ZodObject;
  const places = [...new Set(fieldsOf(words))].map((field): [string, Place] => {
    const schema = shape[field];
    if (!schema) throw new Error(`The words of ${name} have a place for ${field}, which its input has not.`);
    if (field === 'items' && mutation.isBulk) return [field, placeOfItems(name, mutation)];
    const [kind = field] = kindsOfId(schema) ?? [];
    return [field, { kind, ...(isList(schema) ? { isMany: true as const } : {}) }];
  });
  return Object.fromEntries(places);
}

/** Each item of a bulk call names one record: the first id that it has. */
function placeOfItems(name: string, { input }: Mutation): Place {
  const { element } = (input as z.ZodObject).shape['items'] as z.ZodArray<z.ZodObject>;
  for (const [item, schema] of Object.entries(element.shape)) {
    const [kind] = kindsOfId(schema) ?? [];
    if (kind) return { kind, isMany: true, item };
  }
  throw new Error(`The items of ${name} name no record.`);
}

function isList(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return isList(def.innerType);
  return def.type === 'array' || (def.type === 'pipe' && isList(def.in));
}
