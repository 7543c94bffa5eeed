import {
  getNamedType,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLOutputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  valueFromASTUntyped,
} from 'graphql';
import { z } from 'zod';
import type { FormField, Operations } from '../../src/console/data/operation.ts';
import { factsOf } from '../../src/vocabulary/field-facts.ts';
import { kindsOfId } from '../../src/vocabulary/ids.ts';
import { plainText } from './plain-text.ts';
import enumValues from './enum-values.json' with { type: 'json' };

/** The input types and enumerations of forms. */
export type Inputs = Pick<Operations, 'inputs' | 'enums'>;

type TypeOf = (field: string) => GraphQLInputType | GraphQLOutputType | undefined;

interface InputOptions {
  /** The schema with which the platform reads the input; filters are read without a form of their own. */
  schema?: z.core.$ZodType | undefined;
  /** Whether the lists of the input replace what was there. */
  isReplacement?: boolean;
  /** The types of the fields around it: of the input that has it, and of the record that is changed. */
  around?: TypeOf;
}

const restNames: Readonly<Record<string, Readonly<Record<string, string>>>> = enumValues;

/** Adds an input type, and all types in it. */
export function addInput(
  type: GraphQLInputType,
  found: Inputs,
  { schema, isReplacement = false, around = () => undefined }: InputOptions = {},
): void {
  const named = getNamedType(type);
  if (isEnumType(named)) {
    const inRest = restNames[named.name] ?? {};
    found.enums[named.name] = named.getValues().map(({ name, description }) => ({
      value: name,
      inRest: inRest[name] ?? name,
      description: plainText(description ?? ''),
    }));
  } else if (isInputObjectType(named) && !found.inputs[named.name]) {
    const members = schema && objectIn(schema)?.shape;
    const siblings = named.getFields();
    // In the order of the declaration: the schema is sorted by name.
    const order = Object.keys(members ?? {});
    const inOrder = Object.values(siblings).toSorted(
      (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
    );
    const fields = inOrder.map((field) => ({ field, schema: members?.[field.name] }));
    if (members && fields.some((one) => !one.schema)) throw new Error(`${named.name} has a field without a schema.`);
    const typeOf: TypeOf = (name) => siblings[name]?.type ?? around(name);
    const shown = fields.filter(({ schema: member }) => !member || !factsOf(member).isForCode);
    found.inputs[named.name] = shown.map(({ field, schema: member }) => ({
      ...describeField(field),
      ...(isReplacement && isPlural(field.type) ? replacementOf(field) : {}),
      ...(member ? formFacts(member, typeOf) : {}),
    }));
    for (const { field, schema: member } of shown) addInput(field.type, found, { schema: member, around: typeOf });
  } else if (!isInputObjectType(named) && !isScalarType(named)) {
    throw new Error(`${String(named)} is no input type.`);
  }
}

/** The object that a schema describes, or that each item of its list is. */
function objectIn(schema: z.core.$ZodType): z.ZodObject | undefined {
  if (schema instanceof z.ZodObject) return schema;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return objectIn(def.innerType);
  if (def.type === 'array') return objectIn(def.element);
  return def.type === 'pipe' ? objectIn(def.in) : undefined;
}

function describeField(field: GraphQLInputField): FormField {
  const value = field.default?.literal && valueFromASTUntyped(field.default.literal);
  return {
    name: field.name,
    type: getNamedType(field.type).name,
    isList: isPlural(field.type),
    isRequired: isRequiredInputField(field),
    isNullable: !isNonNullType(field.type),
    description: plainText(field.description ?? ''),
    ...(isPlain(value) ? { default: value } : {}),
  };
}

/** A list that replaces what was there: a required one is empty on purpose only. */
const replacementOf = (field: GraphQLInputField): Partial<FormField> =>
  isRequiredInputField(field) ? { mayBeEmpty: true } : { isReplaced: true };

/** The declarations of a field, with the values of enumerations as GraphQL spells them. */
function formFacts(schema: z.core.$ZodType, typeOf: TypeOf): Partial<FormField> {
  const { widget, isSecret, isRequired, onlyWith, description } = factsOf(schema);
  const [kind, ...otherKinds] = kindsOfId(schema) ?? [];
  return {
    ...(kind && otherKinds.length === 0 && { kind }),
    ...(widget && { widget }),
    ...(isSecret && { isSecret }),
    ...(isRequired && { isRequired }),
    ...(onlyWith && { onlyWith: { field: onlyWith.field, values: inGraphQL(onlyWith, typeOf(onlyWith.field)) } }),
    ...(description !== undefined && { description: plainText(description) }),
  };
}

export function inGraphQL(
  { field, values }: NonNullable<FormField['onlyWith']>,
  type: GraphQLInputType | GraphQLOutputType | undefined,
): string[] {
  const named = type && getNamedType(type);
  if (!isEnumType(named)) throw new Error(`${field}, on which other fields depend, is no enumeration.`);
  const names = named.getValues().map(({ name }) => name);
  return names.filter((name) => values.includes(restNames[named.name]?.[name] ?? name));
}

/** A default that a field can show: a text, a number or a flag. */
const isPlain = (value: unknown): value is string | number | boolean =>
  ['number', 'boolean'].includes(typeof value) || (typeof value === 'string' && value !== '');

const isPlural = (type: GraphQLInputType): boolean => isListType(isNonNullType(type) ? type.ofType : type);
