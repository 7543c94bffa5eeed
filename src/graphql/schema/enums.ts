import type { EnumRef } from '@pothos/core';
import { builder, type SchemaTypes } from './builder.ts';

export type TextEnum<Text extends string = string> = EnumRef<SchemaTypes, Text>;

const enums = new Map<string, TextEnum>();
const keyOf = (values: readonly unknown[]): string => values.map(String).sort().join(' ');

/**
 * A GraphQL enum of strings: the name of each value is derived from the string ("users:read" is USERS_READ). A zod enum
 * of the same strings in the input of an operation has this type.
 */
export function textEnum<Text extends string>(
  name: string,
  description: string | undefined,
  values: Readonly<Record<Text, string>>,
): TextEnum<Text> {
  const entries = Object.entries<string>(values).map(([text, meaning]) => [
    constantName(text),
    { value: text, description: meaning },
  ]);
  const ref = builder.enumType(name, {
    ...(description !== undefined && { description }),
    values: Object.fromEntries(entries),
  });
  enums.set(keyOf(Object.keys(values)), ref as TextEnum);
  return ref as TextEnum<Text>;
}

/**
 * "Organization.Membership.Updated" → ORGANIZATION_MEMBERSHIP_UPDATED, "PostSignIn" → POST_SIGN_IN, "users:read" →
 * USERS_READ.
 */
export const constantName = (text: string): string =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();

/**
 * The enum of exactly these strings. Throws if there is none: the values of an enum need descriptions, which are in
 * types/.
 */
export function enumOf(values: readonly unknown[], path: string): TextEnum {
  const ref = enums.get(keyOf(values));
  if (!ref) throw new Error(`${path}: no GraphQL enum has the values ${values.join(', ')}`);
  return ref;
}
